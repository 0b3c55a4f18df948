package jouleline.runtime;

import java.lang.instrument.ClassFileTransformer;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Replaces a class by its instrumented version, if the class has the bytes from which that was made. */
final class ClassSwap implements ClassFileTransformer {
    /** The classes that probes name. */
    private static final Class<?>[] NAMED = {
        Counters.class, ThreadCounters.class, Sizes.class, CallTree.class, Context.class, HandOver.class, Trace.class
    };

    private final ClassTable classes;
    private final Journal journal;
    /** The original bytes of classes that were loaded before; null if none is swapped. */
    private final Originals loaded;
    /** The names of loaded classes that were given to the JVM. Guarded by itself. */
    private final Set<String> given = new LinkedHashSet<String>();
    /** True for loaders whose classes see the runtime. Guarded by itself. */
    private final Map<Loader, Boolean> loaders = new HashMap<Loader, Boolean>();
    private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<ClassLoader>();

    /** A class loader by its identity: its methods are the program's. */
    private static final class Loader extends WeakReference<ClassLoader> {
        private final int hash;

        Loader(ClassLoader loader, ReferenceQueue<ClassLoader> gone) {
            super(loader, gone);
            hash = System.identityHashCode(loader);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            ClassLoader own = get();
            return this == other || own != null && other instanceof Loader && ((Loader) other).get() == own;
        }
    }

    ClassSwap(ClassTable classes, Journal journal, Originals loaded) {
        this.classes = classes;
        this.journal = journal;
        this.loaded = loaded;
    }

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
        if (name == null || redefined != null && loaded == null) return null;
        if (!classes.isFollowed) return swap(loader, name, redefined, original);
        // This runs code of the JDK that is itself instrumented.
        CallTree tree = CallTree.get();
        Context current = tree.leave();
        int site = tree.site;
        try {
            return swap(loader, name, redefined, original);
        } finally {
            tree.current = current;
            tree.site = site;
        }
    }

    private byte[] swap(ClassLoader loader, String name, Class<?> redefined, byte[] original) {
        ClassTable.Entry entry = classes.find(name);
        if (entry == null) return null;
        try {
            Long before = redefined == null ? null : loaded.checksum(name);
            long crc = before == null ? LoadedClasses.checksum(original) : before;
            for (; entry != null; entry = entry.next) {
                if (entry.crc != crc || before == null && entry.length != original.length) continue;
                if (!seesRuntime(loader)) {
                    journal.write("failed", name + "\tits class loader does not ask the bootstrap loader: " + loader.getClass().getName());
                    return null;
                }
                byte[] instrumented = classes.load(entry);
                OtherThreads.noteLoading();
                if (redefined == null) journal.write("instrumented", name);
                else synchronized (given) {
                    given.add(name);
                }
                return instrumented;
            }
            journal.write("differs", name);
        } catch (Throwable problem) {
            // The JVM would swallow the error, and the class would silently go uncounted.
            journal.write("failed", name + "\t" + problem);
        }
        return null;
    }

    /** The names of loaded classes for which the JVM was given instrumented ones. */
    Set<String> given() {
        synchronized (given) {
            return new LinkedHashSet<String>(given);
        }
    }

    /**
     * The JVM does not ask a loader again for a class that it has once found. So the classes of an OSGi bundle find
     * the runtime after this call, though Felix delegates to the bootstrap loader only for callers outside of
     * bundles.
     */
    private boolean seesRuntime(ClassLoader loader) {
        // Loaders of the JDK itself ask the bootstrap loader, whatever their parent is.
        if (loader == null || loader.getClass().getClassLoader() == null) return true;
        Loader key = new Loader(loader, gone);
        synchronized (loaders) {
            for (Object each = gone.poll(); each != null; each = gone.poll()) loaders.remove(each);
            Boolean known = loaders.get(key);
            if (known != null) return known;
        }
        boolean sees = true;
        try {
            // A loader is asked only where it decides for itself: asked while it defines a class, it may wait for another.
            if (decides(loader)) for (Class<?> named : NAMED) sees &= Class.forName(named.getName(), false, loader) == named;
            else sees = seesRuntime(loader.getParent());
        } catch (ClassNotFoundException hidden) {
            sees = false;
        } catch (LinkageError hidden) {
            sees = false;
        }
        synchronized (loaders) {
            loaders.put(key, sees);
        }
        return sees;
    }

    /** True for a loader that does not leave it to the JDK's code to ask its parent first. */
    private static boolean decides(ClassLoader loader) {
        for (Class<?> type = loader.getClass(); type.getClassLoader() != null; type = type.getSuperclass())
            for (Method method : type.getDeclaredMethods())
                if (method.getName().equals("loadClass")) return true;
        return false;
    }
}
