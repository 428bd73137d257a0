package dev.carril.server.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessagesTest {
  private static final String COMMAND = "{\"type\":\"command\",\"id\":\"a-1\",\"line\":\"topics\"}";

  private static final String ODD = "{}[]\",:\\0e-x\u0000\ud83d";

  @Test
  void a_message_is_the_same_in_however_many_pieces_it_comes() {
    for (int cut = 0; cut <= COMMAND.length(); cut++) {
      Assembly assembly = new Assembly(1_000);

      assertEquals(Optional.empty(), assembly.add(COMMAND.substring(0, cut), false));
      assertEquals(
          Optional.of(new Message.Command("a-1", "topics")),
          assembly.add(COMMAND.substring(cut), true));
    }
  }

  @Test
  void one_that_is_too_long_is_forgotten_but_for_its_id_and_the_next_is_heard() {
    Assembly assembly = new Assembly(100);

    assertEquals(Optional.empty(), assembly.add(COMMAND.substring(0, 40), false));
    assertEquals(Optional.empty(), assembly.add("x".repeat(1_000), false));
    assertEquals(
        Optional.of(new Message.Wrong("a-1", "message-too-long", "100")),
        assembly.add("\"}", true));
    assertEquals(Optional.of(new Message.Command("a-1", "topics")), assembly.add(COMMAND, true));
  }

  @Test
  void whatever_comes_is_answered() {
    for (long seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(COMMAND);
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        int at = random.nextInt(text.length());
        if (random.nextBoolean()) {
          text.deleteCharAt(at);
        } else {
          text.insert(at, ODD.charAt(random.nextInt(ODD.length())));
        }
      }
      Messages.read(text.toString());
    }
    Message deep = Messages.read("[".repeat(100_000));
    assertEquals("not-json", assertInstanceOf(Message.Wrong.class, deep).code());
  }
}
