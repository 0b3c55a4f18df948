import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.math.BigInteger;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Twenty-four calls of the library, each in a method of its own, with arguments of three sizes. `app ROUNDS` makes them
 * in turn, with work of its own between; `replay NAME TIMES` makes one of them again and again with the same arguments
 * (vLens, section 4.4.1).
 */
class Invocations {
    static final String[] NAMES = {
        "sortArray", "sortList", "digest", "update", "cipher", "deflate", "inflate", "checksum", "writeFile", "readFile",
        "readAt", "readAll", "writeAll", "readLines", "split", "print", "encodeUrl", "writeObject", "encode", "send",
        "find", "format", "modPow", "replaceAll"
    };
    private static final int[] SIZES = { 400, 1000, 2500 };
    private final Random random = new Random(7);
    private final int[][] numbers = new int[3][];
    private final List<List<String>> words = new ArrayList<>();
    private final byte[][] bytes = new byte[3][];
    private final byte[][] packed = new byte[3][];
    private final String[] texts = new String[3];
    private final BigInteger[] large = new BigInteger[3];
    private final MessageDigest digest = MessageDigest.getInstance("SHA-256");
    private final Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
    private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final Deflater deflater = new Deflater();
    private final Inflater inflater = new Inflater();
    private final CRC32 checksum = new CRC32();
    private final Base64.Encoder encoder = Base64.getEncoder();
    private final ObjectOutputStream objects = new ObjectOutputStream(OutputStream.nullOutputStream());
    private final Matcher[] matchers = new Matcher[3];
    private final DatagramPacket[] packets = new DatagramPacket[3];
    private final Path[] paths = new Path[3];
    private final Object[][] values = new Object[3][];
    private final Path rewritten;
    private final FileOutputStream out;
    private final FileInputStream in;
    private final RandomAccessFile access;
    private final PrintStream printed;
    private final byte[] buffer = new byte[1 << 16];

    Invocations(File folder) throws Exception {
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
        Pattern pattern = Pattern.compile("(\\w+)@(\\w+)\\.org");
        for (int size = 0; size < 3; size++) {
            int length = SIZES[size];
            numbers[size] = random.ints(length, 0, 1_000_000).toArray();
            List<String> some = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length / 4; i++) {
                some.add("w" + random.nextInt(100_000));
                text.append(i % 40 == 39 ? "some@one.org " : "word ").append(random.nextInt(1000)).append('\n');
            }
            words.add(some);
            texts[size] = text.toString();
            bytes[size] = texts[size].repeat(4).getBytes(StandardCharsets.UTF_8);
            deflater.reset();
            deflater.setInput(bytes[size]);
            deflater.finish();
            packed[size] = Arrays.copyOf(buffer, deflater.deflate(buffer));
            matchers[size] = pattern.matcher(texts[size]);
            packets[size] = new DatagramPacket(bytes[size], 500 << size, socket.getLocalSocketAddress());
            paths[size] = Files.write(new File(folder, size + ".txt").toPath(), bytes[size]);
            values[size] = new Object[] { size, 1.5 * size, "text" };
            large[size] = new BigInteger(128 << size, random);
        }
        rewritten = new File(folder, "rewritten.txt").toPath();
        out = new FileOutputStream(new File(folder, "written.txt"));
        in = new FileInputStream(paths[2].toFile());
        access = new RandomAccessFile(paths[2].toFile(), "r");
        printed = new PrintStream(new FileOutputStream(new File(folder, "text.txt")));
    }

    void sortArray(int size) {
        int[] values = numbers[size].clone();
        Arrays.sort(values);
    }

    void sortList(int size) {
        List<String> values = new ArrayList<>(words.get(size));
        Collections.sort(values);
    }

    void digest(int size) {
        byte[] data = bytes[size];
        digest.digest(data);
    }

    void update(int size) {
        byte[] data = bytes[size];
        digest.update(data);
    }

    void cipher(int size) throws Exception {
        byte[] data = bytes[size];
        cipher.doFinal(data);
    }

    void deflate(int size) {
        deflater.reset();
        deflater.setInput(bytes[size]);
        deflater.finish();
        deflater.deflate(buffer);
    }

    void inflate(int size) throws Exception {
        inflater.reset();
        inflater.setInput(packed[size]);
        inflater.inflate(buffer);
    }

    void checksum(int size) {
        checksum.update(bytes[size]);
    }

    void writeFile(int size) throws Exception {
        out.getChannel().position(0);
        out.write(bytes[size]);
    }

    void readFile(int size) throws Exception {
        in.getChannel().position(0);
        in.read(buffer, 0, bytes[size].length);
    }

    void readAt(int size) throws Exception {
        access.seek(0);
        access.read(buffer, 0, bytes[size].length);
    }

    void readAll(int size) throws Exception {
        Files.readAllBytes(paths[size]);
    }

    void writeAll(int size) throws Exception {
        Files.write(rewritten, bytes[size]);
    }

    void readLines(int size) throws Exception {
        Files.readAllLines(paths[size]);
    }

    void split(int size) {
        String text = texts[size];
        text.split("\n");
    }

    void print(int size) {
        printed.print(texts[size]);
    }

    void encodeUrl(int size) throws Exception {
        URLEncoder.encode(texts[size], "UTF-8");
    }

    void writeObject(int size) throws Exception {
        objects.reset();
        objects.writeObject(words.get(size));
    }

    void encode(int size) {
        encoder.encodeToString(bytes[size]);
    }

    void send(int size) throws Exception {
        socket.send(packets[size]);
    }

    void find(int size) {
        matchers[size].reset();
        matchers[size].find();
    }

    void format(int size) {
        String.format("%5d %8.3f %s", values[size]);
    }

    void modPow(int size) {
        large[size].modPow(large[1], large[2]);
    }

    void replaceAll(int size) {
        String text = texts[size];
        text.replaceAll("[0-9]+", "#");
    }

    void make(int call, int size) throws Exception {
        switch (call) {
            case 0: sortArray(size); break;
            case 1: sortList(size); break;
            case 2: digest(size); break;
            case 3: update(size); break;
            case 4: cipher(size); break;
            case 5: deflate(size); break;
            case 6: inflate(size); break;
            case 7: checksum(size); break;
            case 8: writeFile(size); break;
            case 9: readFile(size); break;
            case 10: readAt(size); break;
            case 11: readAll(size); break;
            case 12: writeAll(size); break;
            case 13: readLines(size); break;
            case 14: split(size); break;
            case 15: print(size); break;
            case 16: encodeUrl(size); break;
            case 17: writeObject(size); break;
            case 18: encode(size); break;
            case 19: send(size); break;
            case 20: find(size); break;
            case 21: format(size); break;
            case 22: modPow(size); break;
            case 23: replaceAll(size); break;
            default: throw new IllegalArgumentException();
        }
    }

    /** Work of the program itself: products of small matrices. */
    static double work(int length, int seed) {
        double[][] a = new double[length][length];
        for (int i = 0; i < length; i++) for (int j = 0; j < length; j++) a[i][j] = (i * seed + j) % 17;
        double sum = 0;
        for (int i = 0; i < length; i++)
            for (int j = 0; j < length; j++) {
                double cell = 0;
                for (int k = 0; k < length; k++) cell += a[i][k] * a[k][j];
                sum += cell > 100 ? cell : -cell;
            }
        return sum;
    }

    void app(int rounds) throws Exception {
        double sum = 0;
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < NAMES.length; i++) {
                make((i * 7 + round) % NAMES.length, round % 3);
                sum += work(30 + round % 9, i);
            }
        System.out.println(sum);
    }

    public static void main(String[] arguments) throws Exception {
        File folder = Files.createTempDirectory("invocations").toFile();
        Invocations all = new Invocations(folder);
        if (arguments[0].equals("app")) all.app(Integer.parseInt(arguments[1]));
        else {
            int call = Arrays.asList(NAMES).indexOf(arguments[1]);
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) all.make(call, i % 3);
        }
        all.socket.close();
        for (File each : folder.listFiles()) each.delete();
        folder.delete();
    }
}
