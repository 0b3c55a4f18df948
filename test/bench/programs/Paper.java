import java.util.Random;

/** The two programs of the probabilistic energy profiler (its figures 5 and 6), for each type and over sizes. */
class Paper {
    static int[] ints(int n) {
        Random random = new Random(n);
        int[] values = new int[n * n];
        for (int i = 0; i < values.length; i++) values[i] = random.nextInt(1000);
        return values;
    }

    static long[] longs(int n) {
        int[] from = ints(n);
        long[] values = new long[from.length];
        for (int i = 0; i < from.length; i++) values[i] = from[i];
        return values;
    }

    static float[] floats(int n) {
        int[] from = ints(n);
        float[] values = new float[from.length];
        for (int i = 0; i < from.length; i++) values[i] = from[i];
        return values;
    }

    static double[] doubles(int n) {
        int[] from = ints(n);
        double[] values = new double[from.length];
        for (int i = 0; i < from.length; i++) values[i] = from[i];
        return values;
    }

    static void multiply(int[] a, int[] b, int[] c, int n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int sum = 0;
                for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
                c[i * n + j] = sum;
            }
    }

    static void multiply(long[] a, long[] b, long[] c, int n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                long sum = 0;
                for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
                c[i * n + j] = sum;
            }
    }

    static void multiply(float[] a, float[] b, float[] c, int n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
                c[i * n + j] = sum;
            }
    }

    static void multiply(double[] a, double[] b, double[] c, int n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
                c[i * n + j] = sum;
            }
    }

    static long fibonacci(int n) {
        long a = 0, b = 1;
        for (int i = 0; i < n; i++) {
            long next = a + b;
            a = b;
            b = next;
        }
        return a;
    }
}
