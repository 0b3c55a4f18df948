package jouleline.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state that each thread keeps for itself. It is found fast, and added up once the thread has ended: the thread
 * then writes no more, and all that it wrote is visible.
 */
abstract class ThreadStates<S extends ThreadStates.State> {
    /** The number of new threads between two searches for threads that have ended. */
    private static final int SWEEP = 256;

    private final ThreadLocal<S> states = new ThreadLocal<S>();
    /**
     * By number of the thread, the last state that was asked for, which halves the search. Threads overwrite each
     * other's entries, and both stay correct.
     */
    private final State[] recent = new State[1024];
    /** States that are not yet in the lists below, the newest first. Guarded by `entering`. */
    private State fresh;
    /** 1 while a thread enters, for a few instructions. Others spin, since the JDK may be blocking threads just then. */
    private final AtomicInteger entering = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    /** 1 while the lock is held. It is not a monitor: a virtual thread that waits for a monitor needs threads that may come here. */
    private final AtomicInteger lock = new AtomicInteger();
    /** The states of threads that may still run. Guarded by the lock. */
    private State running;

    static class State {
        final Thread thread;
        /** The state that was made before this one. */
        private State next;

        State(Thread thread) {
            this.thread = thread;
        }
    }

    abstract S create(Thread thread);

    /** Adds up the state of an ended thread. Called with the lock held. */
    abstract void retire(S state);

    @SuppressWarnings("unchecked")
    final S of(Thread current) {
        State state = recent[place(current)];
        return state != null && state.thread == current ? (S) state : findOrMake(current);
    }

    private int place(Thread current) {
        return numberOf(current) & recent.length - 1;
    }

    /** A number that few other threads have, got without code that a program may have overridden, or the agent follows. */
    static int numberOf(Thread thread) {
        Class<?> type = thread.getClass();
        // The hash of a thread that another one waits for is slow.
        return type == Thread.class || type.getClassLoader() == null
            ? (int) thread.getId() : System.identityHashCode(thread.getName());
    }

    private S findOrMake(Thread current) {
        S state = states.get();
        if (state == null) {
            state = create(current);
            enter(state);
            states.set(state);
        }
        recent[place(current)] = state;
        return state;
    }

    final void enter(S state) {
        // No list or reference class of the JDK is used: its code may count, and come here again.
        takeEntry();
        ((State) state).next = fresh;
        fresh = state;
        entering.set(0);
        if (made.incrementAndGet() % SWEEP != 0 || !lock.compareAndSet(0, 1)) return;
        try {
            sweep();
        } finally {
            unlock();
        }
    }

    private void takeEntry() {
        while (!entering.compareAndSet(0, 1)) {
            // The holder is never stopped, and soon done.
        }
    }

    /** Locks for the agent's own threads, which may wait. */
    final void lock() {
        while (!lock.compareAndSet(0, 1)) Thread.yield();
    }

    final void unlock() {
        lock.set(0);
    }

    /** The first state of a thread that may still run, after all ended ones were added up. Call with the lock held. */
    @SuppressWarnings("unchecked")
    final S sweep() {
        State kept = keep(running, null);
        takeEntry();
        State entered = fresh;
        fresh = null;
        entering.set(0);
        running = keep(entered, kept);
        return (S) running;
    }

    /** Puts the states of a list whose threads may still run before others. */
    @SuppressWarnings("unchecked")
    private State keep(State first, State others) {
        State kept = others;
        for (State state = first; state != null; ) {
            State following = state.next;
            if (state.thread.isAlive()) {
                state.next = kept;
                kept = state;
            } else retire((S) state);
            state = following;
        }
        return kept;
    }

    @SuppressWarnings("unchecked")
    final S after(S state) {
        return (S) ((State) state).next;
    }
}
