/// Session ordering on any log.
@SuppressWarnings("module") // The rooms named here are built after this one.
module dev.carril.engine {
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports dev.carril.engine;
  exports dev.carril.engine.check;
  exports dev.carril.engine.source;
  exports dev.carril.engine.source.memory;
  exports dev.carril.engine.core to
      dev.carril.simulator,
      dev.carril.benchmarks;
}
