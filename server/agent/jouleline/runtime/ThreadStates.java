package jouleline.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What each thread keeps for itself, found fast, and added up once the thread
 * has ended: it will write no more then, and all it wrote is seen.
 */
abstract class ThreadStates<S extends ThreadStates.State> {
    /** Threads that are made between two looks at which have ended. */
    private static final int SWEEP = 256;

    private final ThreadLocal<S> states = new ThreadLocal<S>();
    /** By number of the thread, the last that asked: found in half the time. Threads overwrite each other's; both are right. */
    private final State[] recent = new State[1024];
    /** Not yet among those below, the last that was made first. Guarded by `entering`. */
    private State fresh;
    /** 1 while a thread enters, for a few instructions: others spin, since the JDK may be making threads wait just then. */
    private final AtomicInteger entering = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    /** 1 while it is held. No monitor: a virtual thread that waits for one needs threads that may come here. */
    private final AtomicInteger lock = new AtomicInteger();
    /** Of threads that may still run. Guarded by the lock. */
    private State running;

    static class State {
        final Thread thread;
        /** One that was made before it. */
        private State next;

        State(Thread thread) {
            this.thread = thread;
        }
    }

    abstract S create(Thread thread);

    /** Adds up what an ended thread has left. Called with this locked. */
    abstract void retire(S state);

    @SuppressWarnings("unchecked")
    final S of(Thread current) {
        State state = recent[place(current)];
        return state != null && state.thread == current ? (S) state : findOrMake(current);
    }

    private int place(Thread current) {
        return (int) current.getId() & recent.length - 1;
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
        // No list and no reference of the JDK's: their code may count, and come here.
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
            // Whoever has it is not stopped, and soon done.
        }
    }

    /** For the agent's own threads, which may wait. */
    final void lock() {
        while (!lock.compareAndSet(0, 1)) Thread.yield();
    }

    final void unlock() {
        lock.set(0);
    }

    /** The first of those that may still run, after all that have ended were added up. Call with this locked. */
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

    /** Those of a list whose threads may still run, before others. */
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
