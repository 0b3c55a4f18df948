package jouleline.runtime;

/**
 * A method in a calling context: the way to it from the thread's first method. A method that is entered again while
 * it runs has one context for both calls (Ammons, Ball and Larus 1997, section 4.1), so that contexts are no deeper
 * than there are methods.
 */
public final class Context {
    /** Stands in the place of a method for work that was handed over at a call site. No method's first counter has this number. */
    static final int HANDED_OVER = 0;
    /** Stands in the place of a method for the start of a thread. */
    static final int ROOT = -1;
    /** Stands in the place of a method for contexts that nobody reads, or whose callers are not known. */
    static final int APART = -2;

    /** The counters of the method in this context; nobody reads element 0. */
    public final long[] counts;
    /** The number of its first counter. */
    final int method;
    final Context parent;
    /** The call site in its parent. */
    final int site;
    /** The methods called at each site, by number of the site. */
    Link[] links = new Link[0];

    Context(int method, int size, Context parent, int site) {
        this.counts = new long[size];
        this.method = method;
        this.parent = parent;
        this.site = site;
    }

    /** One method that was called at one site. */
    static final class Link {
        final Context to;
        /** True if it leads to a context that was already running. */
        final boolean isBack;
        /** The number of calls, if it leads back. */
        long calls;
        final Link next;

        Link(Context to, boolean isBack, Link next) {
            this.to = to;
            this.isBack = isBack;
            this.next = next;
        }
    }

    Link find(int site, int called) {
        Link link = site < links.length ? links[site] : null;
        while (link != null && link.to.method != called) link = link.next;
        return link;
    }

    Link add(int site, Context to, boolean isBack) {
        if (site >= links.length) {
            Link[] longer = new Link[Math.max(site + 1, Math.min(2 * links.length, 0x10000))];
            System.arraycopy(links, 0, longer, 0, links.length);
            links = longer;
        }
        return links[site] = new Link(to, isBack, links[site]);
    }
}
