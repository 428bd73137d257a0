package dev.carril.engine.check;

/// Is told what happens, as it happens.
///
/// An engine on real threads calls it from several of them. What happens to one record comes in
/// order. It must be quick: a worker waits for it. And it must not ask the engine how it is: those
/// who tell it are those who would have to answer, so `Engine.health` and `Engine.snapshot` would
/// wait in vain and then say that the engine does not answer. Let another thread ask.
///
/// What it throws is logged, the first time and each time that it has become ten times as often,
/// and changes nothing else: the engine goes on, and so does the telling.
@FunctionalInterface
public interface Listener {
  void tell(Event event);
}
