package dev.carril.engine.source;

import java.util.List;

/// What one poll brought of one partition, in the order of the offsets. Offsets may be missing.
public record Slice<K, V>(Partition partition, List<LogRecord<K, V>> records) {}
