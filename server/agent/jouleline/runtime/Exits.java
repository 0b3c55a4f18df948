package jouleline.runtime;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * Notes the exit code of this JVM, which whatever started it may hide: the two methods of the JDK that a JVM with an
 * exit code goes through get a call at their begin. A class of the JDK that looks otherwise stays as it is, and the exit
 * code unknown.
 */
public final class Exits implements ClassFileTransformer {
    private static final String EXIT = "java/lang/Shutdown";
    private static final String THROWN = "java/lang/Thread";
    /** The call has the length of the widest alignment, so that the tables of switches stay where they are. */
    private static final int CALL = 4;

    private Exits() {}

    /** Other transformers come first, since they know classes by their bytes. */
    static void watch(Instrumentation instrumentation) {
        try {
            instrumentation.addTransformer(new Exits(), true);
            instrumentation.retransformClasses(Class.forName("java.lang.Shutdown"), Thread.class);
        } catch (Exception unknown) {
            // The exit code stays unknown.
        } catch (LinkageError unknown) {
            // As above.
        }
    }

    public static void note(int code) {
        Recording.note("exit", String.valueOf(code));
    }

    /** The first thread is the one that runs `main`, and its end by an exception is the JVM's exit code 1. */
    public static void note(Thread thread) {
        if (thread == Recording.firstThread) note(1);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        try {
            if (EXIT.equals(name)) return patch(bytes, "exit", "(I)V", 0x1a, "(I)V");
            if (THROWN.equals(name))
                return patch(bytes, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V", 0x2a, "(Ljava/lang/Thread;)V");
        } catch (IOException odd) {
            // The class stays as it is.
        } catch (RuntimeException odd) {
            // As above.
        }
        return null;
    }

    /** Puts `load` and a call of `note` at the begin of a method; null if it is not there, or has frames of an odd kind. */
    private static byte[] patch(byte[] bytes, String method, String type, int load, String noted) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        in.skipBytes(8);
        int constants = in.readUnsignedShort();
        String[] texts = new String[constants];
        for (int i = 1; i < constants; i++) {
            int tag = in.readUnsignedByte();
            if (tag == 1) texts[i] = in.readUTF();
            else in.skipBytes(tag == 5 || tag == 6 ? 8 : tag == 15 ? 3 : tag == 7 || tag == 8 || tag == 16 || tag > 18 ? 2 : 4);
            if (tag == 5 || tag == 6) i++;
        }
        int pool = bytes.length - in.available();
        in.skipBytes(6);
        in.skipBytes(2 * in.readUnsignedShort());
        skipMembers(in, in.readUnsignedShort());
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            in.skipBytes(2);
            boolean isIt = method.equals(texts[in.readUnsignedShort()]) & type.equals(texts[in.readUnsignedShort()]);
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                String attribute = texts[in.readUnsignedShort()];
                int place = bytes.length - in.available();
                int length = in.readInt();
                if (isIt && "Code".equals(attribute)) {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    out.write(bytes, 0, pool);
                    writeConstants(new DataOutputStream(out), constants, noted);
                    out.write(bytes, pool, place - pool);
                    byte[] code = patchCode(in, texts, load, constants + 5);
                    new DataOutputStream(out).writeInt(code.length);
                    out.write(code);
                    out.write(bytes, place + 4 + length, bytes.length - place - 4 - length);
                    byte[] patched = out.toByteArray();
                    patched[8] = (byte) (constants + 6 >> 8);
                    patched[9] = (byte) (constants + 6);
                    return patched;
                }
                in.skipBytes(length);
            }
        }
        return null;
    }

    private static void skipMembers(DataInputStream in, int members) throws IOException {
        for (; members > 0; members--) {
            in.skipBytes(6);
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                in.skipBytes(2);
                in.skipBytes(in.readInt());
            }
        }
    }

    /** Six constants from `first` on, of which the last is the method `note`. */
    private static void writeConstants(DataOutputStream out, int first, String type) throws IOException {
        out.writeByte(1);
        out.writeUTF(Exits.class.getName().replace('.', '/'));
        out.writeByte(7);
        out.writeShort(first);
        out.writeByte(1);
        out.writeUTF("note");
        out.writeByte(1);
        out.writeUTF(type);
        out.writeByte(12);
        out.writeShort(first + 2);
        out.writeShort(first + 3);
        out.writeByte(10);
        out.writeShort(first + 1);
        out.writeShort(first + 4);
    }

    /** The content of a Code attribute with the call, without the tables that only debuggers read. */
    private static byte[] patchCode(DataInputStream in, String[] texts, int load, int note) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(Math.max(1, in.readUnsignedShort()));
        out.writeShort(in.readUnsignedShort());
        int length = in.readInt();
        out.writeInt(length + CALL);
        out.writeByte(load);
        out.writeByte(0xb8);
        out.writeShort(note);
        out.write(read(in, length));
        int handlers = in.readUnsignedShort();
        out.writeShort(handlers);
        for (; handlers > 0; handlers--) {
            for (int i = 0; i < 3; i++) out.writeShort(in.readUnsignedShort() + CALL);
            out.writeShort(in.readUnsignedShort());
        }
        byte[] frames = null;
        int name = 0;
        for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
            int named = in.readUnsignedShort();
            byte[] content = read(in, in.readInt());
            if (!"StackMapTable".equals(texts[named])) continue;
            name = named;
            frames = content;
        }
        out.writeShort(frames == null ? 0 : 1);
        if (frames == null) return bytes.toByteArray();
        moveFirst(frames);
        out.writeShort(name);
        out.writeInt(frames.length);
        out.write(frames);
        return bytes.toByteArray();
    }

    /** Moves the first frame, to which the others are relative. */
    private static void moveFirst(byte[] frames) throws IOException {
        int kind = frames[2] & 0xff;
        if (kind < 64 - CALL || kind >= 64 && kind < 128 - CALL) frames[2] += CALL;
        else if (kind >= 247 && (frames[4] & 0xff) < 256 - CALL) frames[4] += CALL;
        else throw new IOException("Frame " + kind);
    }

    private static byte[] read(DataInputStream in, int length) throws IOException {
        byte[] content = new byte[length];
        in.readFully(content);
        return content;
    }
}
