package dev.carril.server.socket;

import java.time.Duration;

/// How much a client may ask for, and how much may wait for it. "Units" are UTF-16 units of text.
///
/// @param sockets open at a time, in all
/// @param socketsASandbox open at a time on one sandbox
/// @param socketsAnAddress open at a time from one address that is not this machine's own
/// @param commandsPerSecond that one socket gets through; more wait their turn
/// @param messagesPerSecond of any kind; more wait their turn
/// @param messageUnits of one message; a longer one is refused
/// @param replies that may wait for a client
/// @param replyUnits of all replies that wait; one alone may be longer
/// @param stateKeys facts that may wait before they become one snapshot
/// @param stateUnits of those facts
/// @param stateHappenings that may wait with them
/// @param stateFramesPerSecond sent to one client
/// @param stall for how long a client may take nothing off the line
/// @param pingEvery how often an idle client is asked whether it is there
/// @param silence for how long nothing at all may be heard of a client
public record Bounds(
    int sockets,
    int socketsASandbox,
    int socketsAnAddress,
    int commandsPerSecond,
    int messagesPerSecond,
    int messageUnits,
    int replies,
    long replyUnits,
    int stateKeys,
    long stateUnits,
    int stateHappenings,
    int stateFramesPerSecond,
    Duration stall,
    Duration pingEvery,
    Duration silence) {

  /// What a server has unless it is told otherwise. The README's table shows these.
  public static Bounds usual() {
    return new Bounds(
        2_000,
        200,
        200,
        60,
        240,
        1 << 20,
        1_000,
        8 << 20,
        2_000,
        1 << 20,
        1_000,
        30,
        Duration.ofSeconds(30),
        Duration.ofSeconds(20),
        Duration.ofSeconds(70));
  }
}
