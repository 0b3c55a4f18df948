package jouleline.runtime;

import java.lang.reflect.Array;

/** The sizes of what library methods are given. It calls nothing that a program could have written. */
public final class Sizes {
    private Sizes() {}

    /** The number of elements of an array or letters of a text; 0 for an object whose size is not known. */
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
