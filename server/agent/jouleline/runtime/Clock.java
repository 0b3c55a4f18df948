package jouleline.runtime;

/**
 * A clock that takes one load to read: nanoseconds that a thread writes down about once a millisecond. Anything
 * that began before `before` began at least one tick ago.
 */
public final class Clock implements Runnable {
    static final long TICK_NANOS = 1000000;

    /** {@link System#nanoTime} at the last tick. */
    public static volatile long now = System.nanoTime();
    /** {@link System#nanoTime} at the tick before the last. */
    static volatile long before = now;

    static volatile long ticks;
    /** The longest time between two ticks. */
    static volatile long longest;

    private static volatile boolean isStopped;

    private Clock() {}

    static void start() {
        OwnThread.startClock(new Clock(), "clock");
    }

    static void stop() {
        isStopped = true;
    }

    @Override
    public void run() {
        while (!isStopped) {
            java.util.concurrent.locks.LockSupport.parkNanos(TICK_NANOS);
            long time = System.nanoTime();
            long last = now;
            before = last;
            now = time;
            ticks = ticks + 1;
            if (time - last > longest) longest = time - last;
        }
    }
}
