package dev.carril.server.web;

import io.javalin.http.HttpStatus;

/// Ends a request with a status and a sentence of the catalogue.
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final HttpStatus status;
  private final String sentence;

  Refusal(HttpStatus status) {
    this(status, "server.error." + status.getCode());
  }

  Refusal(HttpStatus status, String sentence) {
    super(status.getMessage(), null, false, false);
    this.status = status;
    this.sentence = sentence;
  }

  HttpStatus status() {
    return status;
  }

  String sentence() {
    return sentence;
  }
}
