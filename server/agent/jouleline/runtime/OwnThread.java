package jouleline.runtime;

/** A thread of the agent's: what it runs does not belong to the program. */
final class OwnThread extends Thread {
    OwnThread(Runnable work, String name) {
        super(work, "jouleline-" + name);
    }

    /** Starts a thread that keeps time, and that no program waits for. */
    static void startClock(Runnable work, String name) {
        Thread thread = new OwnThread(work, name);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }
}
