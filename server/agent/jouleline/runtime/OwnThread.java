package jouleline.runtime;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * A thread of the agent's: what it runs does not belong to the program, and what goes wrong there does not reach the
 * program's handler of uncaught exceptions, which may end the program.
 */
final class OwnThread extends Thread implements Thread.UncaughtExceptionHandler {
    /** The time for which the program's end waits for work of the agent's, whose disk may hang. */
    private static final long END_MILLIS = 10000;

    private static final Set<Long> ids = Collections.synchronizedSet(new HashSet<Long>());

    OwnThread(Runnable work, String name) {
        super(work, "jouleline-" + name);
        ids.add(getId());
        setUncaughtExceptionHandler(this);
    }

    static boolean isOwn(long id) {
        return ids.contains(id);
    }

    /** Starts a thread that keeps time, and that no program waits for. */
    static void startClock(Runnable work, String name) {
        Thread thread = new OwnThread(work, name);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }

    /**
     * Lets work be done when the program ends, which does not wait for it without end, but for `more` milliseconds that the
     * work itself waits. Returns what takes it back.
     */
    static Thread atEnd(Runnable work, String name, final long more) {
        final Thread worker = new OwnThread(work, name);
        worker.setDaemon(true);
        Thread hook = new OwnThread(new Runnable() {
            @Override
            public void run() {
                worker.start();
                try {
                    worker.join(END_MILLIS + more);
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
