package jouleline.runtime;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calling context tree of one thread. Instrumented methods remember `current` and `site` at their entry, and
 * restore them however they are left.
 */
public final class CallTree extends ThreadStates.State {
    /** The most contexts of one JVM. Beyond them each method has one more context in each thread, for all of its callers. */
    private static final int MOST_CONTEXTS = 1 << 17;

    private static final int RECENT = 16;

    private static final AtomicInteger contexts = new AtomicInteger();
    private static final Thread first = Recording.firstThread;
    private static final Trees trees = new Trees();
    private static final CallTree ofFirst = new CallTree(first);

    static {
        trees.enter(ofFirst);
    }

    /** The context in which the thread runs. */
    public Context current = new Context(Context.ROOT, 0, null, 0);
    /** The last call site that the thread passed there; 0 if no code of the program made the call. */
    public int site;
    /** The context below which work with the object belongs that the thread took from a queue last; null if that is not known. */
    public Context taken;
    /** The number of pieces of work that the thread had begun when it queued that object itself; -1 if another thread did. */
    public int takenWorks;
    /** The number of pieces of work, handed over or not, that the thread has begun. */
    public int works;
    /** The queue that the thread takes from; null if it takes from none, or from another one meanwhile. */
    public Object queue;
    /** The time limit of a call of a queue, while the call is noted. */
    public long limit;
    public Object unit;
    /** The turn of the object that was queued last; null if nothing was noted of it. */
    HandedTasks.Turn lastQueued;

    /** The context outside of all methods. Its links lead to the contexts below which the thread's first methods hang. */
    private final Context outside = current;
    private final Context root = new Context(Context.ROOT, 0, null, 0);
    /** The parent of contexts that do not belong to the program. */
    private final Context agents = new Context(Context.APART, 0, null, 0);
    /** The parent of the contexts beyond the limit. */
    private final Context beyond = new Context(Context.APART, 0, null, 0);
    /** Contexts of other threads, each with this thread's context for it: by place, the last that was asked for. */
    private Context[] others;
    private Context[] owns;

    /** The context that the first methods hang below: the root, or the context that handed the thread's body over; null before it is known. */
    private Context start;

    private CallTree(Thread thread) {
        super(thread);
    }

    /** The tree of the running thread. */
    public static CallTree get() {
        Thread thread = Thread.currentThread();
        return thread == first ? ofFirst : trees.of(thread);
    }

    /** Enters the context of a method. A stack overflow changes nothing here, because the change comes last. */
    public Context enter(int method, int size) {
        Context from = current;
        Context.Link link = site < from.links.length ? from.links[site] : null;
        if (link == null || link.to.method != method) link = find(from, site, method, size);
        if (link.isBack) link.calls++;
        return current = link.to;
    }

    /** Marks that the agent runs from here on; returns the context in which the program was. */
    Context leave() {
        Context from = current;
        current = agents;
        return from;
    }

    private Context.Link find(Context from, int site, int method, int size) {
        Context.Link known = from.find(site, method);
        if (known != null) return known;
        if (from == outside) {
            // This waits until a method is entered: it is on the stack then, and tells whose thread this is.
            if (start == null) start = findStart();
            return from.add(site, find(start, 0, method, size).to, true);
        }
        // Work that is handed over while handed-over work runs is not handed over a second time.
        for (Context above = method == Context.HANDED_OVER ? null : from; above != null; above = above.parent)
            if (above.method == method) return from.add(site, above, true);
        // The contexts of ended threads only move.
        if (thread == null || contexts.get() < MOST_CONTEXTS || from == beyond) return create(method, size, from, site);
        Context.Link other = beyond.find(0, method);
        if (other == null) other = create(method, size, beyond, 0);
        return from.add(site, other.to, true);
    }

    private static Context.Link create(int method, int size, Context parent, int site) {
        contexts.incrementAndGet();
        return parent.add(site, new Context(method, size, parent, site), false);
    }

    /** The context below which the work runs that the running method hands over now; null if no method of the program runs. */
    Context handOver() {
        Context from = current;
        // If handed-over work hands over more, without a method of the program between, both began in the same
        // context.
        if (from.method == Context.HANDED_OVER) return from;
        if (from.method < 0 || from.parent == beyond) return null;
        Context.Link known = from.find(site, Context.HANDED_OVER);
        if (known != null) return known.to;
        return contexts.get() < MOST_CONTEXTS ? create(Context.HANDED_OVER, 0, from, site).to : null;
    }

    /** Lets the thread run handed-over work: its own, or that of another tree. */
    void takeOver(Context handedOver, CallTree from) {
        Context own = ownOf(handedOver, from);
        if (own == null) return;
        current = own;
        site = 0;
    }

    /** This thread's context for one of a tree; null for contexts apart, and beyond the limit. */
    Context ownOf(Context handedOver, CallTree from) {
        return from == this ? handedOver : ownOfOther(handedOver);
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
            // However that ends, nobody reads contexts that do not belong to the program.
            current = from;
            site = before;
        }
    }

    /** This thread's context that was reached as the given one of another thread was; null for contexts apart, and beyond the limit. */
    private Context own(Context other) {
        int depth = 0;
        Context top = other;
        for (; top.parent != null; top = top.parent) depth++;
        if (top == root) return other;
        // Contexts apart are on no way from a root.
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

    /** Adds what another tree has below a context, or beyond the limit. */
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

    /** The context below which a thread runs handed-over work now; null if it runs none. */
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
        /** The contexts of ended threads. Guarded by the lock. */
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

        /** The tree of a thread; null if it has none. */
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
