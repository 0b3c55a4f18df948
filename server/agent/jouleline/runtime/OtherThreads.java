package jouleline.runtime;

/**
 * Notices when the program makes a second thread, a virtual one too: a new
 * thread asks what it inherits. The JVM's own inherit nothing, or are made
 * with no caller, and those of other agents are none of the program's; of the
 * few that a program makes so that they don't inherit, those that load a class
 * are seen.
 */
final class OtherThreads extends InheritableThreadLocal<Boolean> {
    private static final OtherThreads inherited = new OtherThreads();
    private static volatile boolean seen;

    private OtherThreads() {}

    /** Those that the running thread will make. */
    static void watch() {
        inherited.set(Boolean.TRUE);
    }

    /** The running thread loads an instrumented class. */
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
