package dev.carril.simulator.oneengine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Everything of ours once more, in a class loader of its own, with one class of the core compiled
/// from a source in which a rule is broken. What production runs has no such switch.
final class Workshop extends ClassLoader {
  private static final Path ENGINE = Path.of("../engine");

  private final Map<String, byte[]> changed;

  private Workshop(Map<String, byte[]> changed) {
    super(Workshop.class.getClassLoader());
    this.changed = changed;
  }

  /// As it is.
  static Workshop asItIs() {
    return new Workshop(Map.of());
  }

  /// With a class whose source is changed in one place.
  ///
  /// @param name of the class, with its package
  /// @throws IllegalStateException if its source does not have that place, or does not compile then
  static Workshop with(String name, String instead, String of, Path scratch) {
    try {
      Path source = ENGINE.resolve("src/main/java").resolve(name.replace('.', '/') + ".java");
      String text = Files.readString(source);
      if (text.indexOf(of) < 0 || text.indexOf(of) != text.lastIndexOf(of)) {
        throw new IllegalStateException(name + " does not have once: " + of);
      }
      Path broken = scratch.resolve(source.getFileName());
      Files.writeString(broken, text.replace(of, instead));
      return new Workshop(compile(broken, scratch.resolve("classes")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> compile(Path source, Path to) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int status =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            to.toString(),
            source.toString());
    if (status != 0) {
      throw new IllegalStateException("the changed class does not compile");
    }
    var classes = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.walk(to)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".class")).toList()) {
        String path =
            to.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
        classes.put(
            path.substring(0, path.length() - 6).replace('/', '.'), Files.readAllBytes(file));
      }
    }
    return classes;
  }

  /// Ours are found here first; what they stand on is shared.
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] bytes = name.startsWith("dev.carril.") ? bytes(name) : null;
      return bytes == null
          ? super.loadClass(name, resolve)
          : defineClass(name, bytes, 0, bytes.length);
    }
  }

  private byte @Nullable [] bytes(String name) {
    if (changed.containsKey(name)) {
      return changed.get(name);
    }
    String path = name.replace('.', '/') + ".class";
    Path ofTests = ENGINE.resolve("target/test-classes").resolve(path);
    try (InputStream in = getParent().getResourceAsStream(path)) {
      if (in != null) {
        return in.readAllBytes();
      }
      return Files.exists(ofTests) ? Files.readAllBytes(ofTests) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What somebody finds who looks at the engine that is in here.
  @SuppressWarnings("unchecked") // It is one of `Looks`, which supply text.
  String found(Class<? extends Supplier<String>> look) {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    current.setContextClassLoader(this);
    try {
      var made = loadClass(look.getName()).getDeclaredConstructor();
      made.setAccessible(true);
      return ((Supplier<String>) made.newInstance()).get();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot look", e);
    } finally {
      current.setContextClassLoader(before);
    }
  }

  /// All who look.
  static final List<Class<? extends Supplier<String>>> LOOKS =
      List.of(Looks.AtTheConsole.class, Looks.Proof.class, Looks.OnRealThreads.class);
}
