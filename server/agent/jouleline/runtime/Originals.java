package jouleline.runtime;

/** The bytes that loaded classes were loaded with. */
interface Originals {
    /** The checksum of the bytes; null if the bytes that the JVM gives are to be taken instead. */
    Long checksum(String name) throws java.io.IOException;
}
