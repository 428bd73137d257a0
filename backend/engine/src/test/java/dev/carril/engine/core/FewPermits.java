package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

/// So many handlers at once, for one worker alone: nobody tells another that one is free again.
final class FewPermits implements Permits {
  private final int most;
  private int left;

  FewPermits(int most) {
    this.most = most;
    left = most;
  }

  @Override
  public boolean take() {
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }

  @Override
  public void give() {
    left++;
    assertTrue(left <= most, "given back more than was taken");
  }
}
