import java.security.MessageDigest;
import java.util.Random;

/**
 * The subjects of eCalc (section IV), written anew: sorting, a digest by hand, elimination, an image, and one by
 * the library. Each run does the same, and gives a number by which it is checked.
 */
class Subjects {
    /** `java Subjects NAME [TIMES]` prints what the last run gives. */
    public static void main(String[] arguments) throws Exception {
        int times = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        long result = 0;
        for (int run = 0; run < times; run++) result = run(arguments[0]);
        System.out.println(result);
    }

    private static long run(String name) throws Exception {
        switch (name) {
            case "quicksort": return quicksort();
            case "md5": return md5();
            case "gauss": return gauss();
            case "rotate": return rotate();
            case "md5api": return md5api();
            default: throw new IllegalArgumentException(name);
        }
    }

    static long quicksort() {
        int[] values = new int[10_000];
        Random random = new Random(1);
        for (int i = 0; i < values.length; i++) values[i] = random.nextInt();
        sort(values, 0, values.length - 1);
        long sum = 0;
        for (int value : values) sum = sum * 31 + value;
        return sum;
    }

    private static void sort(int[] values, int low, int high) {
        while (low < high) {
            int pivot = values[(low + high) >>> 1];
            int left = low;
            int right = high;
            while (left <= right) {
                while (values[left] < pivot) left++;
                while (values[right] > pivot) right--;
                if (left <= right) {
                    int swap = values[left];
                    values[left++] = values[right];
                    values[right--] = swap;
                }
            }
            sort(values, low, right);
            low = left;
        }
    }

    static long md5() {
        byte[] message = new byte[2 * 1024 * 1024];
        for (int i = 0; i < message.length; i++) message[i] = (byte) (i * 31);
        return new Md5().digest(message);
    }

    static long gauss() {
        int n = 200;
        double[][] matrix = new double[n][n + 1];
        Random random = new Random(2);
        for (double[] row : matrix) for (int j = 0; j <= n; j++) row[j] = random.nextDouble();
        for (int column = 0; column < n; column++) {
            int best = column;
            for (int row = column + 1; row < n; row++)
                if (Math.abs(matrix[row][column]) > Math.abs(matrix[best][column])) best = row;
            double[] swap = matrix[column];
            matrix[column] = matrix[best];
            matrix[best] = swap;
            for (int row = column + 1; row < n; row++) {
                double factor = matrix[row][column] / matrix[column][column];
                for (int j = column; j <= n; j++) matrix[row][j] -= factor * matrix[column][j];
            }
        }
        double[] solution = new double[n];
        for (int row = n - 1; row >= 0; row--) {
            double sum = matrix[row][n];
            for (int j = row + 1; j < n; j++) sum -= matrix[row][j] * solution[j];
            solution[row] = sum / matrix[row][row];
        }
        return Math.round(solution[0] * 1e9);
    }

    static long rotate() {
        int size = 1024;
        int[] from = new int[size * size];
        int[] to = new int[size * size];
        for (int i = 0; i < from.length; i++) from[i] = i * 7919;
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                double angle = 0.5;
                double dx = x - size / 2.0;
                double dy = y - size / 2.0;
                int sx = (int) (dx * Math.cos(angle) - dy * Math.sin(angle) + size / 2.0);
                int sy = (int) (dx * Math.sin(angle) + dy * Math.cos(angle) + size / 2.0);
                if (sx >= 0 && sx < size && sy >= 0 && sy < size) to[y * size + x] = from[sy * size + sx];
            }
        }
        long sum = 0;
        for (int pixel : to) sum = sum * 31 + pixel;
        return sum;
    }

    static long md5api() throws Exception {
        byte[] message = new byte[10 * 1024 * 1024];
        for (int i = 0; i < message.length; i++) message[i] = (byte) i;
        MessageDigest digest = MessageDigest.getInstance("MD5");
        for (int at = 0; at < message.length; at += 2048) digest.update(message, at, 2048);
        byte[] found = digest.digest();
        long first = 0;
        for (int i = 0; i < 8; i++) first = first << 8 | found[i] & 0xff;
        return first;
    }
}

/** RFC 1321. */
class Md5 {
    private static final int[] SHIFTS = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    private static final int[] SINES = new int[64];

    static {
        for (int i = 0; i < 64; i++) SINES[i] = (int) (long) (Math.abs(Math.sin(i + 1)) * (1L << 32));
    }

    private int a = 0x67452301;
    private int b = 0xefcdab89;
    private int c = 0x98badcfe;
    private int d = 0x10325476;

    long digest(byte[] message) {
        int length = ((message.length + 8) / 64 + 1) * 64;
        byte[] padded = java.util.Arrays.copyOf(message, length);
        padded[message.length] = (byte) 0x80;
        long bits = message.length * 8L;
        for (int i = 0; i < 8; i++) padded[length - 8 + i] = (byte) (bits >>> (8 * i));
        int[] words = new int[16];
        for (int at = 0; at < length; at += 64) {
            for (int i = 0; i < 16; i++)
                words[i] = padded[at + 4 * i] & 255 | (padded[at + 4 * i + 1] & 255) << 8
                    | (padded[at + 4 * i + 2] & 255) << 16 | (padded[at + 4 * i + 3] & 255) << 24;
            round(words);
        }
        return (long) Integer.reverseBytes(a) << 32 | Integer.reverseBytes(b) & 0xffffffffL;
    }

    private void round(int[] words) {
        int[] state = {a, b, c, d};
        for (int i = 0; i < 64; i++) {
            int mixed;
            int word;
            switch (i >>> 4) {
                case 0: mixed = b & c | ~b & d; word = i; break;
                case 1: mixed = d & b | ~d & c; word = (5 * i + 1) & 15; break;
                case 2: mixed = b ^ c ^ d; word = (3 * i + 5) & 15; break;
                default: mixed = c ^ (b | ~d); word = (7 * i) & 15;
            }
            int rotated = Integer.rotateLeft(a + mixed + SINES[i] + words[word], SHIFTS[(i >>> 4) * 4 + (i & 3)]);
            a = d;
            d = c;
            c = b;
            b += rotated;
        }
        a += state[0];
        b += state[1];
        c += state[2];
        d += state[3];
    }
}
