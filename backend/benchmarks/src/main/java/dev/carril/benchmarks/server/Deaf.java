package dev.carril.benchmarks.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A client that follows a sandbox and never reads a byte: what a laptop does that was shut.
record Deaf(Socket socket) {

  static Deaf subscribe(int port, String sandbox) throws IOException {
    Socket socket = new Socket();
    // A small window fills soon, so the server meets the full line early.
    socket.setReceiveBufferSize(4 * 1_024);
    socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    OutputStream out = socket.getOutputStream();
    String key = Base64.getEncoder().encodeToString(new byte[16]);
    String handshake =
        "GET /sandbox/"
            + sandbox
            + "/socket HTTP/1.1\r\n"
            + "Host: 127.0.0.1:"
            + port
            + "\r\n"
            + "Origin: http://127.0.0.1:"
            + port
            + "\r\n"
            + "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
            + key
            + "\r\n\r\n";
    out.write(handshake.getBytes(StandardCharsets.US_ASCII));
    byte[] text = "{\"type\":\"subscribe\",\"lang\":\"en\"}".getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[6 + text.length];
    frame[0] = (byte) 0x81; // one text frame, whole (RFC 6455, section 5.2)
    frame[1] = (byte) (0x80 | text.length); // masked, as a client's must be; the mask is four zeros
    System.arraycopy(text, 0, frame, 6, text.length);
    out.write(frame);
    out.flush();
    return new Deaf(socket);
  }

  void close() {
    try {
      socket.close();
    } catch (IOException gone) {
      // The server may have closed it first: it does so with clients that take nothing off the
      // line.
    }
  }
}
