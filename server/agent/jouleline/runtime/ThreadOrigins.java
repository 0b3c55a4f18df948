package jouleline.runtime;

/**
 * The context that made a thread, also a virtual one: a new thread asks what it inherits. A platform thread whose
 * body belongs to a library runs what others hand over, whichever context made it.
 */
final class ThreadOrigins extends InheritableThreadLocal<Context> {
    /** Classes between a thread and its body, if there is one thread for each task. */
    private static final String[] OF_THREADS = {
        "java.lang.Thread", "java.lang.VirtualThread", "jdk.internal.vm.", "java.util.concurrent.ThreadPerTaskExecutor",
        "java.util.concurrent.StructuredTaskScope"
    };
    private static final String[] OF_JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

    /** Null if hand-overs are not followed. */
    private static ThreadOrigins inherited;

    private ThreadOrigins() {}

    /** Watches for threads that the running thread will make. */
    static void watch() {
        inherited = new ThreadOrigins();
        inherited.set(null);
    }

    @Override
    protected Context childValue(Context ofParent) {
        return CallTree.get().handOver();
    }

    /** Null if it is not known, or if the running thread's body does not belong to the program. Runs code of the JDK that may count. */
    static Context of(Thread current) {
        if (inherited == null || current instanceof OwnThread) return null;
        Context made = inherited.get();
        if (made == null || isVirtual(current)) return made;
        return isOfProgram(new Throwable().getStackTrace()) ? made : null;
    }

    /** True for virtual threads: there is one for each task, whoever makes it, and there may be many. */
    private static boolean isVirtual(Thread thread) {
        return thread.getClass() != Thread.class && thread.getClass().getName().startsWith("java.lang.");
    }

    private static boolean isOfProgram(StackTraceElement[] stack) {
        for (int outer = stack.length - 1; outer >= 0; outer--) {
            String body = stack[outer].getClassName();
            // The JDK's own code of a thread for one task is counted, and is just beginning.
            if (body.equals(CallTree.class.getName())) return true;
            if (!beginsWith(body, OF_THREADS)) return !beginsWith(body, OF_JDK) && Recording.classes.counts(body);
        }
        return false;
    }

    private static boolean beginsWith(String name, String[] beginnings) {
        for (String beginning : beginnings) if (name.startsWith(beginning)) return true;
        return false;
    }
}
