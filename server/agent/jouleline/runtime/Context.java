package jouleline.runtime;

/**
 * A method in a calling context: how it was come to, from the thread's first
 * method on. A method that is entered again while it runs has one context for
 * both (Ammons, Ball and Larus 1997, section 4.1), so that contexts are no
 * deeper than there are methods.
 */
public final class Context {
    /** In the place of a method: what a method handed over at a call site runs below. No method's first counter has this number. */
    static final int HANDED_OVER = 0;
    /** In the place of a method: where a thread begins. */
    static final int ROOT = -1;
    /** In the place of a method: nobody reads what is below, or knows who called it. */
    static final int APART = -2;

    /** What it counts; element 0 is read by nobody. */
    public final long[] counts;
    /** The number of its first counter. */
    final int method;
    final Context parent;
    /** Where its parent calls it. */
    final int site;
    /** By number of the call site: what was called there. */
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
        /** Whether it leads elsewhere than to a context of its own. */
        final boolean isBack;
        /** How often it was taken, if it leads back. */
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
