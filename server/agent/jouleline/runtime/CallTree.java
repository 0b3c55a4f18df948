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

    private static final int RECENT = 16;

    private static final AtomicInteger contexts = new AtomicInteger();
    private static final Thread first = Recording.firstThread;
    private static final Trees trees = new Trees();
    private static final CallTree ofFirst = new CallTree(first);

    static {
        trees.enter(ofFirst);
    }

    /** Where the thread is. */
    public Context current = new Context(Context.ROOT, 0, null, 0);
    /** The last call site that it came past there; 0 where a method is called by no code of the program. */
    public int site;

    /** Where the thread is outside of all methods. Its links lead to where the thread's first methods hang. */
    private final Context outside = current;
    private final Context root = new Context(Context.ROOT, 0, null, 0);
    /** Parent of what is none of the program's. */
    private final Context agents = new Context(Context.APART, 0, null, 0);
    /** Parent of the contexts beyond the most. */
    private final Context beyond = new Context(Context.APART, 0, null, 0);
    /** Contexts of other threads, and this one's that stand for them: by place, the last that was asked for. */
    private Context[] others;
    private Context[] owns;

    /** Below which they hang: the root, or what handed the thread its body over; null before it is known. */
    private Context start;

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
        if (from == outside) {
            // Not before a method is entered: it is on the stack then, and tells whose the thread is.
            if (start == null) start = findStart();
            return from.add(site, find(start, 0, method, size).to, true);
        }
        // What is handed over while something handed over runs is not called again.
        for (Context above = method == Context.HANDED_OVER ? null : from; above != null; above = above.parent)
            if (above.method == method) return from.add(site, above, true);
        // What ended threads have only moves.
        if (thread == null || contexts.get() < MOST_CONTEXTS || from == beyond) return create(method, size, from, site);
        Context.Link other = beyond.find(0, method);
        if (other == null) other = create(method, size, beyond, 0);
        return from.add(site, other.to, true);
    }

    private static Context.Link create(int method, int size, Context parent, int site) {
        contexts.incrementAndGet();
        return parent.add(site, new Context(method, size, parent, site), false);
    }

    /** What the running method hands over just now runs below this; null where none of the program's runs. */
    Context handOver() {
        Context from = current;
        // What was handed over hands over in turn, with no method of the program's between: it is the same one who began it.
        if (from.method == Context.HANDED_OVER) return from;
        if (from.method < 0 || from.parent == beyond) return null;
        Context.Link known = from.find(site, Context.HANDED_OVER);
        if (known != null) return known.to;
        return contexts.get() < MOST_CONTEXTS ? create(Context.HANDED_OVER, 0, from, site).to : null;
    }

    /** From here on the thread runs what was handed over: by itself, or by that of another tree. */
    void takeOver(Context handedOver, CallTree from) {
        Context own = from == this ? handedOver : ownOfOther(handedOver);
        if (own == null) return;
        current = own;
        site = 0;
    }

    private Context ownOfOther(Context handedOver) {
        if (owns == null) {
            others = new Context[RECENT];
            owns = new Context[RECENT];
        }
        int place = handedOver.parent.method * 31 + handedOver.site & RECENT - 1;
        if (others[place] != handedOver) {
            owns[place] = own(handedOver);
            others[place] = handedOver;
        }
        return owns[place];
    }

    private Context findStart() {
        Context from = leave();
        int before = site;
        try {
            Context handedOver = ThreadOrigins.of(thread);
            Context own = handedOver == null ? null : own(handedOver);
            return own == null ? root : own;
        } finally {
            // However that ends: what is none of the program's is read by nobody.
            current = from;
            site = before;
        }
    }

    /** This thread's context that was come to as that of another was; null of what is apart, and beyond the most. */
    private Context own(Context other) {
        int depth = 0;
        Context top = other;
        for (; top.parent != null; top = top.parent) depth++;
        if (top == root) return other;
        // What is apart is on no way from a root.
        if (top.method != Context.ROOT) return null;
        Context[] path = new Context[depth];
        for (Context above = other; depth > 0; above = above.parent) path[--depth] = above;
        Context own = root;
        for (Context next : path) {
            Context.Link link = own.find(next.site, next.method);
            if (link == null && contexts.get() < MOST_CONTEXTS) link = create(next.method, next.counts.length, own, next.site);
            if (link == null || link.isBack) return null;
            own = link.to;
        }
        return own;
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

    /** Below which context a thread runs what was handed over just now; null where it does not. */
    static Context handedOverTo(Thread thread) {
        CallTree tree = trees.find(thread);
        Context above = tree == null ? null : tree.current;
        while (above != null && above.method != Context.HANDED_OVER) above = above.parent;
        return above;
    }

    static void write(TreeFile file) throws IOException {
        trees.write(file);
    }

    private static final class Trees extends ThreadStates<CallTree> {
        /** Of threads that have ended. Guarded by the lock. */
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

        /** Null where a thread has none. */
        CallTree find(Thread thread) {
            lock();
            try {
                CallTree tree = sweep();
                while (tree != null && tree.thread != thread) tree = after(tree);
                return tree;
            } finally {
                unlock();
            }
        }

        void write(TreeFile file) throws IOException {
            lock();
            try {
                CallTree running = sweep();
                file.write(ended.root, ended.beyond);
                for (CallTree tree = running; tree != null; tree = after(tree))
                    if (!(tree.thread instanceof OwnThread)) file.write(tree.root, tree.beyond);
            } finally {
                unlock();
            }
        }
    }
}
