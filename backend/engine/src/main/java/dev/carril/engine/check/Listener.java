package dev.carril.engine.check;

/// Is told what happens, as it happens.
///
/// An engine on real threads calls it from several of them. What happens to one record comes in
/// order. It must be quick: a worker waits for it.
@FunctionalInterface
public interface Listener {
  void tell(Event event);
}
