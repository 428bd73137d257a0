package dev.carril.engine.check;

/// Is told what happens, as it happens.
///
/// An engine on real threads calls it from several of them. What happens to one record comes in
/// order. It must be quick: a worker waits for it.
///
/// What it throws is logged, the first time and each time that it has become ten times as often,
/// and changes nothing else: the engine goes on, and so does the telling.
@FunctionalInterface
public interface Listener {
  void tell(Event event);
}
