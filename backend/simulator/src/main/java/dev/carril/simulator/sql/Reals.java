package dev.carril.simulator.sql;

import java.math.BigDecimal;

/// Floating-point numbers in SQLite's form: 10000000000.0 where Java has 1.0E10. The digits are
/// Java's, the fewest that mean this number; SQLite sometimes has more.
final class Reals {

  /// From so many digits before the point on, an exponent is shorter.
  private static final int PLAIN_DIGITS = 17;

  private Reals() {}

  static String text(double real) {
    if (Double.isInfinite(real)) {
      return real > 0 ? "Inf" : "-Inf";
    }
    if (real == 0) {
      return "0.0";
    }
    return written(new BigDecimal(Double.toString(real)).stripTrailingZeros());
  }

  private static String written(BigDecimal digits) {
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent < -4 || exponent >= PLAIN_DIGITS) {
      String sign = exponent < 0 ? "-" : "+";
      String two = Math.abs(exponent) < 10 ? "0" : "";
      return withPoint(digits.scaleByPowerOfTen(-exponent).toPlainString())
          + "e"
          + sign
          + two
          + Math.abs(exponent);
    }
    return withPoint(digits.toPlainString());
  }

  private static String withPoint(String number) {
    return number.contains(".") ? number : number + ".0";
  }
}
