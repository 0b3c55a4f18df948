package jouleline.runtime;

/**
 * A thread of the agent's: what it runs does not belong to the program, and what goes wrong there does not reach the
 * program's handler of uncaught exceptions, which may end the program.
 */
final class OwnThread extends Thread implements Thread.UncaughtExceptionHandler {
    /** The time for which the program's end waits for work of the agent's, whose disk may hang. */
    private static final long END_MILLIS = 10000;

    OwnThread(Runnable work, String name) {
        super(work, "jouleline-" + name);
        setUncaughtExceptionHandler(this);
    }

    /** Starts a thread that keeps time, and that no program waits for. */
    static void startClock(Runnable work, String name) {
        Thread thread = new OwnThread(work, name);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }

    /** Lets work be done when the program ends, which does not wait for it without end. Returns what takes it back. */
    static Thread atEnd(Runnable work, String name) {
        final Thread worker = new OwnThread(work, name);
        worker.setDaemon(true);
        Thread hook = new OwnThread(new Runnable() {
            @Override
            public void run() {
                worker.start();
                try {
                    worker.join(END_MILLIS);
                } catch (InterruptedException hurried) {
                    // The program ends.
                }
            }
        }, name + "-hook");
        Runtime.getRuntime().addShutdownHook(hook);
        return hook;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable problem) {
        Recording.stopped(getName(), problem);
    }
}
