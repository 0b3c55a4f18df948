package jouleline.runtime;

/**
 * Notices when the program makes a second thread, also a virtual one: a new thread asks what it inherits. The JVM's
 * own threads inherit nothing, or have no caller, and those of other agents do not belong to the program. A program
 * makes few threads that do not inherit; they are seen once they load a class.
 */
final class OtherThreads extends InheritableThreadLocal<Boolean> {
    private static final OtherThreads inherited = new OtherThreads();
    private static volatile boolean seen;

    private OtherThreads() {}

    /** Watches for threads that the running thread will make. */
    static void watch() {
        inherited.set(Boolean.TRUE);
    }

    /** Notes that the running thread loads an instrumented class. */
    static void noteLoading() {
        if (Thread.currentThread() != Recording.firstThread) seen = true;
    }

    static boolean seen() {
        return seen;
    }

    @Override
    protected Boolean childValue(Boolean parent) {
        if (!seen && isOfProgram(new Throwable().getStackTrace())) seen = true;
        return parent;
    }

    private static boolean isOfProgram(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack)
            if (frame.getClassName().equals("sun.instrument.InstrumentationImpl")) return false;
        StackTraceElement outermost = stack[stack.length - 1];
        return !(outermost.getClassName().equals("java.lang.Thread") && outermost.getMethodName().equals("<init>"));
    }
}
