package jouleline.runtime;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calling context tree of one thread. Instrumented methods keep what
 * `current` and `site` were when they were entered, and put them back when
 * they are left, however that is.
 */
public final class CallTree extends ThreadStates.State {
    /** Of one JVM; beyond them a method has one context more in each thread, whoever calls it. */
    private static final int MOST_CONTEXTS = 1 << 17;

    private static final AtomicInteger contexts = new AtomicInteger();
    private static final Thread first = Recording.firstThread;
    private static final Trees trees = new Trees();
    private static final CallTree ofFirst = new CallTree(first);

    static {
        trees.enter(ofFirst);
    }

    /** Where the thread is. */
    public Context current = new Context(-1, 0, null);
    /** The last call site that it came past there; 0 where a method is called by no code of the program. */
    public int site;

    private final Context root = current;
    /** Parent of what is none of the program's. */
    private final Context agents = new Context(-1, 0, null);
    /** Parent of the contexts beyond the most. */
    private final Context beyond = new Context(-1, 0, null);

    private CallTree(Thread thread) {
        super(thread);
    }

    /** The running thread's. */
    public static CallTree get() {
        Thread thread = Thread.currentThread();
        return thread == first ? ofFirst : trees.of(thread);
    }

    /** Goes to a method's context. Changes nothing where the stack overflows: what is changed comes last. */
    public Context enter(int method, int size) {
        Context from = current;
        Context.Link link = site < from.links.length ? from.links[site] : null;
        if (link == null || link.to.method != method) link = find(from, site, method, size);
        if (link.isBack) link.calls++;
        return current = link.to;
    }

    /** From here on the agent runs; where the program was. */
    Context leave() {
        Context from = current;
        current = agents;
        return from;
    }

    private Context.Link find(Context from, int site, int method, int size) {
        Context.Link known = from.find(site, method);
        if (known != null) return known;
        for (Context above = from; above != null; above = above.parent)
            if (above.method == method) return from.add(site, above, true);
        if (contexts.get() < MOST_CONTEXTS || from == beyond) return from.add(site, create(method, size, from), false);
        Context.Link other = beyond.find(0, method);
        if (other == null) other = beyond.add(0, create(method, size, beyond), false);
        return from.add(site, other.to, true);
    }

    private static Context create(int method, int size, Context parent) {
        contexts.incrementAndGet();
        return new Context(method, size, parent);
    }

    /** Adds what another tree has below a context, or beyond all. */
    private void add(Context to, Context other) {
        for (int site = 0; site < other.links.length; site++) {
            for (Context.Link link = other.links[site]; link != null; link = link.next) {
                Context.Link own = find(to, site, link.to.method, link.to.counts.length);
                own.calls += link.calls;
                if (link.isBack) continue;
                for (int i = 0; i < link.to.counts.length; i++) own.to.counts[i] += link.to.counts[i];
                add(own.to, link.to);
                contexts.decrementAndGet();
            }
        }
    }

    static void write(TreeFile file) throws IOException {
        trees.write(file);
    }

    private static final class Trees extends ThreadStates<CallTree> {
        /** Of threads that have ended. Guarded by this. */
        private final CallTree ended = new CallTree(null);

        @Override
        CallTree create(Thread thread) {
            return new CallTree(thread);
        }

        @Override
        void retire(CallTree tree) {
            if (tree.thread instanceof OwnThread) return;
            ended.add(ended.root, tree.root);
            ended.add(ended.beyond, tree.beyond);
        }

        synchronized void write(TreeFile file) throws IOException {
            CallTree running = sweep();
            file.write(ended.root, ended.beyond);
            for (CallTree tree = running; tree != null; tree = after(tree))
                if (!(tree.thread instanceof OwnThread)) file.write(tree.root, tree.beyond);
        }
    }
}
