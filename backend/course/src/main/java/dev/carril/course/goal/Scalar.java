package dev.carril.course.goal;

import java.math.BigDecimal;

/// A single value as a lesson's file has it.
public sealed interface Scalar {

  /// As people see it.
  String shown();

  /// As people see it in a table.
  default String cell() {
    return this instanceof Null ? "NULL" : shown();
  }

  record Text(String text) implements Scalar {
    @Override
    public String shown() {
      return text;
    }
  }

  /// @param typed `12.40` stays `12.40`
  record Number(BigDecimal number, String typed) implements Scalar {
    @Override
    public String shown() {
      return typed;
    }
  }

  record Bool(boolean value) implements Scalar {
    @Override
    public String shown() {
      return Boolean.toString(value);
    }
  }

  record Null() implements Scalar {
    @Override
    public String shown() {
      return "null";
    }
  }
}
