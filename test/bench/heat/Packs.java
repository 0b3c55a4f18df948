import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/** A compressor packs and unpacks: "a" a text, "b" records of bytes, at another level. */
public class Packs {
    public static void main(String[] arguments) throws Exception {
        boolean isText = arguments[0].equals("a");
        byte[] bytes = isText ? text(200_000) : records(120_000);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (XZOutputStream out = new XZOutputStream(packed, new LZMA2Options(isText ? 6 : 5))) {
            out.write(bytes);
        }
        byte[] unpacked;
        try (XZInputStream in = new XZInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
            unpacked = in.readAllBytes();
        }
        System.out.println(bytes.length + " " + packed.size() + " " + unpacked.length);
    }

    private static byte[] text(int length) {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        while (text.length() < length)
            text.append("word").append(random.nextInt(500)).append(random.nextInt(9) == 0 ? ".\n" : " ");
        return text.toString().getBytes();
    }

    /** Records of 16 bytes: a number that grows, a kind, an amount and one of 40 names. */
    private static byte[] records(int length) {
        byte[] bytes = new byte[length];
        Random random = new Random(2);
        for (int at = 0; at + 16 <= length; at += 16) {
            int number = 1000 + at / 16 * 3 + random.nextInt(3);
            for (int part = 0; part < 4; part++) bytes[at + part] = (byte) (number >>> 8 * part);
            bytes[at + 4] = (byte) random.nextInt(3);
            bytes[at + 7] = (byte) (random.nextGaussian() * 12);
            byte[] name = String.format("nr.%05d", random.nextInt(40) * 611).getBytes();
            System.arraycopy(name, 0, bytes, at + 8, name.length);
        }
        return bytes;
    }
}
