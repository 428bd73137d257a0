package dev.carril.simulator.log;

/// One header of a record, kept in the order in which it was given; the same name may come twice.
public record Header(String key, String value) {}
