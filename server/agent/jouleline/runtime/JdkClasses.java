package jouleline.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The original bytes of JDK classes: a class that was loaded before this agent still lies where it was loaded from. */
final class JdkClasses implements Originals {
    @Override
    public Long checksum(String name) throws IOException {
        InputStream found = ClassLoader.getSystemResourceAsStream(name + ".class");
        if (found == null) return null;
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] piece = new byte[8192];
            for (int read = found.read(piece); read >= 0; read = found.read(piece)) bytes.write(piece, 0, read);
            return LoadedClasses.checksum(bytes.toByteArray());
        } finally {
            found.close();
        }
    }
}
