package dev.carril.server.web;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// The files that the browser loads. Modules name each other by plain paths, so no file has a
/// version in its name: browsers keep them and ask each time whether they are still right. The
/// modules that every visit needs come in one file, see [JoinedModules].
final class StaticFiles {
  /// Also what may be served at all: nothing else in the folder is.
  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "txt", "text/plain; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2");

  /// No dot at the beginning, so neither `..` nor a hidden file; nothing to be decoded either.
  private static final Pattern PATH =
      Pattern.compile(
          "(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\\.(?<kind>[a-z0-9]+)");

  /// The module that pages with a sandbox begin at.
  private static final String ENTRY = "app/main.js";

  /// The styles of pages with a stage, in one file: each file more costs a request and its headers.
  private static final String STYLES = "joined.css";

  private static final List<String> STYLES_JOINED =
      List.of(
          "tokens.css",
          "app/base.css",
          "picture/picture.css",
          "picture/tables.css",
          "time/time.css",
          "console/console.css");

  private static final Pattern COMMENT = Pattern.compile("/\\*(?s:.*?)\\*/\\n?");

  /// htmx comes packed as it was published; its version is that of the pom.
  private static final String HTMX = "vendor/htmx.min.js";

  private static final String HTMX_PACKED =
      "/META-INF/resources/webjars/htmx.org/%s/dist/htmx.min.js".formatted(Htmx.VERSION);

  private final @Nullable Path folder;
  private final Supplier<Map<String, String>> joined =
      Lazy.of(() -> JoinedModules.join("/frontend/", ENTRY, StaticFiles::source));
  private final Map<String, Optional<File>> files = new ConcurrentHashMap<>();

  private record File(String type, String etag, byte[] bytes, byte @Nullable [] zipped) {}

  /// @param folder served instead of what is built in, as it is and read anew each time; for those
  ///   who work on the page
  StaticFiles(Optional<Path> folder) {
    this.folder = folder.orElse(null);
  }

  /// Answers with a file.
  ///
  /// @param path below `frontend`, such as `app/main.js`
  /// @throws NotFoundResponse if there is none
  void serve(Context context, String path) {
    File file = find(path).orElseThrow(NotFoundResponse::new);
    context.header("Cache-Control", "no-cache");
    context.header("ETag", file.etag());
    context.header("Vary", "Accept-Encoding");
    if (file.etag().equals(context.header("If-None-Match"))) {
      context.status(HttpStatus.NOT_MODIFIED);
      return;
    }
    context.disableCompression(); // It is done already, once for everybody.
    context.contentType(file.type());
    if (file.zipped() != null && accepts(context)) {
      context.header("Content-Encoding", "gzip");
      context.result(file.zipped());
    } else {
      context.result(file.bytes());
    }
  }

  private static boolean accepts(Context context) {
    String encodings = context.header("Accept-Encoding");
    return encodings != null && encodings.contains("gzip");
  }

  private Optional<File> find(String path) {
    var matcher = PATH.matcher(path);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String type = TYPES.get(matcher.group("kind"));
    if (type == null) {
      return Optional.empty();
    }
    if (folder != null) {
      // There each module is asked for by itself.
      return path.equals(JoinedModules.JOINED)
          ? Optional.of(file(type, new byte[0]))
          : read(path, type);
    }
    // Only what is there is kept, or asking for anything at all would fill the memory.
    Optional<File> kept = files.get(path);
    if (kept == null) {
      kept = read(path, type);
      if (kept.isPresent()) {
        files.put(path, kept);
      }
    }
    return kept;
  }

  private Optional<File> read(String path, String type) {
    try {
      return bytes(path).map(found -> file(type, found));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<byte[]> bytes(String path) throws IOException {
    if (path.equals(STYLES)) {
      return Optional.of(styles());
    }
    return folder == null ? builtIn(path) : inFolder(folder, path);
  }

  private byte[] styles() throws IOException {
    StringBuilder joined = new StringBuilder();
    for (String path : STYLES_JOINED) {
      byte[] one =
          bytes(path).orElseThrow(() -> new IllegalStateException("there is no file " + path));
      joined.append(COMMENT.matcher(new String(one, StandardCharsets.UTF_8)).replaceAll(""));
    }
    return joined.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Optional<byte[]> builtIn(String path) throws IOException {
    String module = path.endsWith(".js") ? joined.get().get(path) : null;
    return module == null ? resource(path) : Optional.of(module.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<byte[]> resource(String path) throws IOException {
    return read(path.equals(HTMX) ? HTMX_PACKED : "/frontend/" + path);
  }

  private static Optional<byte[]> read(String resource) throws IOException {
    try (InputStream in = StaticFiles.class.getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    }
  }

  private static String source(String path) {
    try {
      return resource(path)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
          .orElseThrow(() -> new IllegalStateException("there is no module " + path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<byte[]> inFolder(Path folder, String path) throws IOException {
    if (path.equals(HTMX)) {
      return resource(path);
    }
    Path file = folder.resolve(path);
    return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  private static File file(String type, byte[] bytes) {
    byte[] zipped = type.startsWith("image/png") || type.startsWith("font/") ? null : zip(bytes);
    return new File(type, etag(bytes), bytes, zipped);
  }

  static String etag(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + HexFormat.of().formatHex(digest, 0, 12) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Packed once for everybody, so it may take its time.
  private static final class BestGzip extends GZIPOutputStream {
    BestGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  private static byte[] zip(byte[] bytes) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new BestGzip(zipped)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }
}
