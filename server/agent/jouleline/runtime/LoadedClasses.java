package jouleline.runtime;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.Charset;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;

/**
 * Writes down the classes of a running program as the JVM gives them for retransformation, and changes none. For
 * each class, loaded.tsv has the name, and its place and length in loaded.bin. The bytes are not exactly what was
 * loaded: the JVM makes them anew from what it runs. So this also remembers the bytes of classes that are loaded
 * from then on.
 */
final class LoadedClasses implements ClassFileTransformer, Originals, Closeable {
    private final Set<String> wanted;
    private final DataOutputStream bytes;
    private final StringBuilder index = new StringBuilder();
    private final Map<String, Long> since = new ConcurrentHashMap<String, Long>();
    private int length;

    LoadedClasses(Set<String> wanted, File bytes) throws IOException {
        this.wanted = wanted;
        this.bytes = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(bytes), 1 << 16));
    }

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
        if (name == null || !wanted.contains(name)) return null;
        try {
            if (redefined == null) since.put(name, checksum(original));
            else write(name, original);
        } catch (Throwable problem) {
            // The JVM would swallow the error.
            fail(name, problem);
        }
        return null;
    }

    private synchronized void write(String name, byte[] original) throws IOException {
        bytes.write(original);
        index.append(name).append('\t').append(length).append('\t').append(original.length).append('\n');
        length += original.length;
    }

    synchronized void fail(String name, Throwable problem) {
        index.append(name).append("\t-1\t").append(Retransformation.oneLine(problem)).append('\n');
    }

    synchronized String index() {
        return index.toString();
    }

    /** Null for a class that was loaded before this watched: it is known only as the JVM gives it. */
    @Override
    public Long checksum(String name) {
        return since.get(name);
    }

    @Override
    public synchronized void close() throws IOException {
        bytes.close();
    }

    static long checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, bytes.length);
        return crc.getValue();
    }
}
