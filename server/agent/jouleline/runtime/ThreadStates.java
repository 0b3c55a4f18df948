package jouleline.runtime;

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
    /** Of threads that may still run, the last that was made first. Guarded by this. */
    private S running;
    private int made;

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

    final synchronized void enter(S state) {
        // No list of the JDK's: its code may count, and come here.
        ((State) state).next = running;
        running = state;
        if (++made % SWEEP == 0) sweep();
    }

    /** The first of those that may still run, after all that have ended were added up. Call with this locked. */
    final S sweep() {
        S kept = null;
        for (S state = running; state != null; ) {
            S following = after(state);
            if (state.thread.isAlive()) {
                ((State) state).next = kept;
                kept = state;
            } else retire(state);
            state = following;
        }
        running = kept;
        return kept;
    }

    /** Of those that may still run, the one that was made last. Call with this locked. */
    final S newest() {
        return running;
    }

    @SuppressWarnings("unchecked")
    final S after(S state) {
        return (S) ((State) state).next;
    }
}
