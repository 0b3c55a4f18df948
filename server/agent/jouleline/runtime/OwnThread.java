package jouleline.runtime;

/** A thread of the agent's: what it runs is none of the program's. */
final class OwnThread extends Thread {
    OwnThread(Runnable work, String name) {
        super(work, "jouleline-" + name);
    }

    /** One that keeps time, and that no program waits for. */
    static void startClock(Runnable work, String name) {
        Thread thread = new OwnThread(work, name);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }
}
