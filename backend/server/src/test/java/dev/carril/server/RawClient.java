package dev.carril.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A WebSocket client by hand, which reads only when it is told to.
final class RawClient implements AutoCloseable {
  private static final int TEXT = 1;
  private static final int CLOSE = 8;
  private static final int PING = 9;

  private final Socket socket = new Socket();
  private final OutputStream out;
  private final DataInputStream in;

  RawClient(URI address) throws IOException {
    socket.setReceiveBufferSize(4 * 1024);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    socket.setSoTimeout(20_000);
    out = socket.getOutputStream();
    in = new DataInputStream(socket.getInputStream());
    String key = Base64.getEncoder().encodeToString(new byte[16]);
    out.write(
        ("""
        GET %s HTTP/1.1\r
        Host: %s\r
        Origin: http://%s\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: %s\r
        \r
        """
                .formatted(address.getPath(), address.getAuthority(), address.getAuthority(), key))
            .getBytes(StandardCharsets.US_ASCII));
    out.flush();
    String head = "";
    while (!head.endsWith("\r\n\r\n")) {
      head += (char) in.readUnsignedByte();
    }
    if (!head.startsWith("HTTP/1.1 101")) {
      throw new IOException(head);
    }
  }

  void send(String text) throws IOException {
    frame(TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  /// A frame with the mask 0, which leaves the bytes as they are.
  private void frame(int kind, byte[] bytes) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(0x80 | kind);
    if (bytes.length < 126) {
      frame.write(0x80 | bytes.length);
    } else {
      frame.write(0x80 | 126);
      frame.write(bytes.length >> 8);
      frame.write(bytes.length & 0xff);
    }
    frame.write(new byte[4]);
    frame.write(bytes);
    out.write(frame.toByteArray());
    out.flush();
  }

  /// Reads on until the server says goodbye.
  ///
  /// @return the close code
  int readUntilClosed() throws IOException {
    while (true) {
      int kind = in.readUnsignedByte() & 0x0f;
      long length = in.readUnsignedByte() & 0x7f;
      if (length == 126) {
        length = in.readUnsignedShort();
      } else if (length == 127) {
        length = in.readLong();
      }
      byte[] bytes = in.readNBytes((int) length);
      if (kind == CLOSE) {
        return (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
      }
      if (kind == PING) {
        continue; // Whoever sleeps does not answer.
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
