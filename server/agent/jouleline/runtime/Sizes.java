package jouleline.runtime;

import java.lang.reflect.Array;

/** Sizes of what library methods are given; asks nothing that a program could have written. */
public final class Sizes {
    private Sizes() {}

    /** Elements of an array, letters of a text; 0 where it has no size that is known. */
    public static long of(Object value) {
        if (value instanceof byte[]) return ((byte[]) value).length;
        if (value instanceof char[]) return ((char[]) value).length;
        if (value instanceof Object[]) return ((Object[]) value).length;
        if (value instanceof String) return ((String) value).length();
        if (value instanceof StringBuilder) return ((StringBuilder) value).length();
        if (value instanceof StringBuffer) return ((StringBuffer) value).length();
        return value != null && value.getClass().isArray() ? Array.getLength(value) : 0;
    }
}
