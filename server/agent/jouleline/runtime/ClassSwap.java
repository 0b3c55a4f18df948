package jouleline.runtime;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.zip.CRC32;

/** Puts the instrumented class in the place of the one that it was made from, and of no other. */
final class ClassSwap implements ClassFileTransformer {
    private final ClassTable classes;
    private final Journal journal;

    ClassSwap(ClassTable classes, Journal journal) {
        this.classes = classes;
        this.journal = journal;
    }

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
        if (name == null || redefined != null) return null;
        ClassTable.Entry entry = classes.find(name);
        if (entry == null) return null;
        try {
            CRC32 crc = new CRC32();
            crc.update(original, 0, original.length);
            for (; entry != null; entry = entry.next) {
                if (entry.length != original.length || entry.crc != crc.getValue()) continue;
                byte[] instrumented = classes.load(entry);
                OtherThreads.noteLoading();
                journal.write("instrumented", name);
                return instrumented;
            }
            journal.write("differs", name);
        } catch (Throwable problem) {
            // The JVM would swallow it, and the class would silently go uncounted.
            journal.write("failed", name + "\t" + problem);
        }
        return null;
    }
}
