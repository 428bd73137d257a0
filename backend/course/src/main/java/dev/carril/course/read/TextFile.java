package dev.carril.course.read;

import dev.carril.course.Fault.Code;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/// Reads files, as far as they are small, whole, and really there.
final class TextFile {
  static final int BYTES_MOST = 256 * 1024;

  private TextFile() {}

  /// @throws Faults.Stop with the reason noted at line 0
  static String read(Path file, Faults faults) throws Faults.Stop {
    // A link could lead anywhere on the machine.
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw faults.stop(0, Code.FILE_MISSING, Map.of("name", name(file)));
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(BYTES_MOST + 1);
    } catch (IOException e) {
      throw faults.stop(0, Code.FILE_UNREADABLE, Map.of("detail", String.valueOf(e.getMessage())));
    }
    if (bytes.length > BYTES_MOST) {
      throw faults.stop(0, Code.FILE_TOO_LARGE, Map.of("most", BYTES_MOST / 1024));
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw faults.stop(0, Code.FILE_NOT_UTF8, Map.of());
    }
  }

  static String name(Path path) {
    Path name = path.getFileName();
    String text = name == null ? path.toString() : name.toString();
    // Folders in a jar end with a slash.
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }
}
