package jouleline.runtime;

/** The bytes that loaded classes were loaded with. */
interface Originals {
    /** Their checksum; null where what the JVM gives for a class is to be taken in their place. */
    Long checksum(String name) throws java.io.IOException;
}
