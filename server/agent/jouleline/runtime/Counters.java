package jouleline.runtime;

/**
 * The counters of all instrumented classes. Instrumented code adds to them by
 * constant index: a final field of an initialised class, and so a constant to
 * the compiler of the JVM.
 */
public final class Counters {
    public static final long[] counts = new long[Recording.counters];

    private Counters() {}
}
