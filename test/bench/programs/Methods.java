/** Methods of three programs as those of eCalc's table III (quicksort, a digest, matrices), each called by itself. */
class Methods {
    static final int[] VALUES = new int[50_000], UNSORTED = new int[50_000], SORTED = new int[50_000];
    static final byte[] MESSAGE = new byte[262_144];
    static final int[] SHIFTS = shifts(), SINES = sines(), WORDS = new int[16], STATE = new int[4];
    static final double[] A = matrix(100), B = matrix(100), TO = new double[10_000], ZEROS = new double[10_000];
    static final double[] X = matrix(10), Y = new double[100];

    static {
        fill(UNSORTED);
        for (int i = 0; i < SORTED.length; i++) SORTED[i] = i;
    }

    static void fill(int[] values) {
        int state = 12345;
        for (int i = 0; i < values.length; i++) {
            state = state * 1103515245 + 12345;
            values[i] = state >>> 8;
        }
    }

    static void sort(int[] values, int low, int high) {
        if (low >= high) return;
        int pivot = values[low + high >>> 1];
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
        sort(values, left, high);
    }

    static boolean isSorted(int[] values) {
        for (int i = 1; i < values.length; i++) if (values[i - 1] > values[i]) return false;
        return true;
    }

    static int[] shifts() {
        int[] groups = { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 };
        int[] shifts = new int[64];
        for (int i = 0; i < 64; i++) shifts[i] = groups[(i >>> 4) * 4 + (i & 3)];
        return shifts;
    }

    static int[] sines() {
        int[] sines = new int[64];
        for (int i = 0; i < 64; i++) sines[i] = (int) (long) (Math.abs(Math.sin(i + 1)) * (1L << 32));
        return sines;
    }

    static byte[] pad(byte[] message) {
        byte[] padded = new byte[((message.length + 8) / 64 + 1) * 64];
        for (int i = 0; i < message.length; i++) padded[i] = message[i];
        padded[message.length] = (byte) 0x80;
        long bits = message.length * 8L;
        for (int i = 0; i < 8; i++) padded[padded.length - 8 + i] = (byte) (bits >>> (8 * i));
        return padded;
    }

    static void words(byte[] from, int at, int[] words) {
        for (int i = 0; i < 16; i++)
            words[i] = from[at + 4 * i] & 255 | (from[at + 4 * i + 1] & 255) << 8
                | (from[at + 4 * i + 2] & 255) << 16 | from[at + 4 * i + 3] << 24;
    }

    static int mix(int step, int b, int c, int d) {
        switch (step >>> 4) {
            case 0: return b & c | ~b & d;
            case 1: return d & b | ~d & c;
            case 2: return b ^ c ^ d;
            default: return c ^ (b | ~d);
        }
    }

    static void round(int[] state, int[] words, int[] shifts, int[] sines) {
        int a = state[0], b = state[1], c = state[2], d = state[3];
        for (int i = 0; i < 64; i++) {
            int word = i < 16 ? i : i < 32 ? 5 * i + 1 & 15 : i < 48 ? 3 * i + 5 & 15 : 7 * i & 15;
            int sum = a + mix(i, b, c, d) + sines[i] + words[word];
            a = d;
            d = c;
            c = b;
            b += sum << shifts[i] | sum >>> 32 - shifts[i];
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
    }

    static int update(byte[] message, int[] shifts, int[] sines) {
        int[] state = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 };
        int[] words = new int[16];
        byte[] padded = pad(message);
        for (int at = 0; at < padded.length; at += 64) {
            words(padded, at, words);
            round(state, words, shifts, sines);
        }
        return state[0];
    }

    static double[] matrix(int n) {
        double[] values = new double[n * n];
        int state = 1;
        for (int i = 0; i < values.length; i++) {
            state = state * 1103515245 + 12345;
            values[i] = (state >>> 8) / 16777216.0;
        }
        return values;
    }

    static void add(double[] a, double[] b, double[] to) {
        for (int i = 0; i < a.length; i++) to[i] = a[i] + b[i];
    }

    static void scale(double[] a, double by, double[] to) {
        for (int i = 0; i < a.length; i++) to[i] = a[i] * by;
    }

    static void transpose(double[] a, double[] to, int n) {
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[j * n + i] = a[i * n + j];
    }

    static void multiply(double[] a, double[] b, double[] to, int n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
                to[i * n + j] = sum;
            }
    }

    static void apply(double[] a, double[] x, double[] to) {
        int n = x.length;
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) sum += a[i * n + j] * x[j];
            to[i] = sum;
        }
    }

    static double trace(double[] a, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += a[i * (n + 1)];
        return sum;
    }

    static double norm(double[] a) {
        double sum = 0;
        for (double value : a) sum += value * value;
        return sum;
    }

    static double largest(double[] a) {
        double largest = 0;
        for (double value : a) if (value > largest) largest = value;
        return largest;
    }

    static boolean isSymmetric(double[] a, int n) {
        for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) if (a[i * n + j] != a[j * n + i]) return false;
        return true;
    }
}
