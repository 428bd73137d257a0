package dev.carril.engine.core;

/// How many handlers may run at once, over all workers.
public interface Permits {
  /// As many as one likes.
  Permits UNLIMITED =
      new Permits() {
        @Override
        public boolean take() {
          return true;
        }

        @Override
        public void give() {}
      };

  /// Takes one, if there is one. Whoever got none is asked to try again once there is.
  boolean take();

  void give();
}
