package dev.carril.server.web;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Stands before everything: refuses who may not ask, and puts the safety headers on every answer.
final class Gate extends Handler.Wrapper {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final Doors doors;

  Gate(Doors doors) {
    this.doors = doors;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    HttpFields asked = request.getHeaders();
    String host = asked.get(HttpHeader.HOST);
    // The line of the request may name another host than the header does.
    String named = request.getHttpURI().getAuthority();
    protect(response.getHeaders(), host != null && doors.isOurs(host) ? host : null);
    if (host == null || !doors.isOurs(host) || named != null && !doors.isOurs(named)) {
      refuse(
          response,
          callback,
          HttpStatus.MISDIRECTED_REQUEST_421,
          "Carril does not answer to the name in this address. If it should, start it with --origin and the"
              + " address as the browser shows it, such as --origin http://carril.example:7070");
      return true;
    }
    boolean talks =
        !READING.contains(request.getMethod()) || asked.contains(HttpHeader.UPGRADE, "websocket");
    if (talks && !doors.mayTalk(asked.get(HttpHeader.ORIGIN), host)) {
      refuse(
          response,
          callback,
          HttpStatus.FORBIDDEN_403,
          "Carril takes this from its own pages only. Behind a proxy, start it with --origin and the address"
              + " as the browser shows it.");
      return true;
    }
    return super.handle(request, response, callback);
  }

  private static void refuse(Response response, Callback callback, int status, String why) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response.write(
        true, java.nio.ByteBuffer.wrap((why + "\n").getBytes(StandardCharsets.UTF_8)), callback);
  }

  private static void protect(HttpFields.Mutable headers, @Nullable String host) {
    // Not every browser counts the socket's address as 'self'.
    String socket = host == null ? "" : " ws://" + host + " wss://" + host;
    headers.put(
        new HttpField(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
                + socket
                + "; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"));
    headers.put("X-Content-Type-Options", "nosniff");
    // The address of a sandbox is the right to write to it, so it goes nowhere.
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  }
}
