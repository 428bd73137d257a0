package dev.carril.server.sandboxes;

/// All facts of a revision.
///
/// @param facts a JSON object, written once for everybody who needs this revision
public record Snapshot(long revision, String facts) {}
