import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Defines and links every class of a folder, which verifies it, and writes for
 * each what the JVM said. Nothing is initialized. Arguments: the folder, the
 * file to write, then jars and folders that the classes may need.
 */
public final class VerifyAll extends URLClassLoader {
    private final Path root;

    private VerifyAll(Path root, URL[] libraries) {
        super(libraries, ClassLoader.getSystemClassLoader());
        this.root = root;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            Path file = root.resolve(name.replace('.', '/') + ".class");
            if (!Files.exists(file)) return super.loadClass(name, resolve);
            try {
                byte[] bytes = Files.readAllBytes(file);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Paths.get(arguments[0]);
        List<URL> libraries = new ArrayList<>();
        for (int i = 2; i < arguments.length; i++) libraries.add(Paths.get(arguments[i]).toUri().toURL());
        VerifyAll loader = new VerifyAll(root, libraries.toArray(new URL[0]));
        List<String> names = new ArrayList<>();
        Files.walk(root).forEach(path -> {
            String name = root.relativize(path).toString().replace('\\', '/');
            if (name.endsWith(".class")) names.add(name.substring(0, name.length() - 6).replace('/', '.'));
        });
        Collections.sort(names);
        try (BufferedWriter out = Files.newBufferedWriter(Paths.get(arguments[1]), StandardCharsets.UTF_8)) {
            for (String name : names) out.write(name + "\t" + outcome(loader, name) + "\n");
        }
    }

    private static String outcome(ClassLoader loader, String name) {
        try {
            // The methods of a class are known once it is linked: verified and prepared.
            Class.forName(name, false, loader).getDeclaredMethods();
            return "ok";
        } catch (Throwable problem) {
            return (problem + "").replaceAll("\\s+", " ");
        }
    }
}
