package jouleline.runtime;

/** A thread of the agent's: what it runs is none of the program's. */
final class OwnThread extends Thread {
    OwnThread(Runnable work, String name) {
        super(work, "jouleline-" + name);
    }
}
