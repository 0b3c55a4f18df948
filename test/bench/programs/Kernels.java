import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Loops of many kinds, a few milliseconds each. */
class Kernels {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
    }

    static long fibonacci() {
        return fib(27);
    }

    static long ackermann() {
        return ackermann(2, 300);
    }

    static long hanoi() {
        return move(18, 0, 1, 2);
    }

    private static long move(int n, int from, int to, int by) {
        return n == 0 ? 0 : move(n - 1, from, by, to) + 1 + move(n - 1, by, to, from);
    }

    static long tak() {
        return tak(14, 8, 3);
    }

    private static int tak(int x, int y, int z) {
        return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y));
    }

    static long sieve() {
        boolean[] composite = new boolean[400_000];
        int count = 0;
        for (int i = 2; i < composite.length; i++) {
            if (composite[i]) continue;
            count++;
            for (long j = (long) i * i; j < composite.length; j += i) composite[(int) j] = true;
        }
        return count;
    }

    static long matrix() {
        int n = 120;
        double[][] a = new double[n][n], b = new double[n][n], c = new double[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { a[i][j] = i + j; b[i][j] = i - j; }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
        return (long) c[5][7];
    }

    static long mandelbrot() {
        int inside = 0;
        for (int y = 0; y < 120; y++)
            for (int x = 0; x < 120; x++) {
                double cr = x / 60.0 - 1.5, ci = y / 60.0 - 1, zr = 0, zi = 0;
                int i = 0;
                while (i < 100 && zr * zr + zi * zi < 4) {
                    double next = zr * zr - zi * zi + cr;
                    zi = 2 * zr * zi + ci;
                    zr = next;
                    i++;
                }
                if (i == 100) inside++;
            }
        return inside;
    }

    static long nbody() {
        double[] p = {0, 0, 0, 5, 1, 2, -4, 3, 1, 7, -2, 4, 1, 8, -6}, v = new double[15];
        for (int step = 0; step < 20_000; step++) {
            for (int i = 0; i < 15; i += 3)
                for (int j = i + 3; j < 15; j += 3) {
                    double dx = p[i] - p[j], dy = p[i + 1] - p[j + 1], dz = p[i + 2] - p[j + 2];
                    double d = dx * dx + dy * dy + dz * dz + 0.01, m = 0.001 / (d * Math.sqrt(d));
                    v[i] -= dx * m; v[i + 1] -= dy * m; v[i + 2] -= dz * m;
                    v[j] += dx * m; v[j + 1] += dy * m; v[j + 2] += dz * m;
                }
            for (int i = 0; i < 15; i++) p[i] += v[i] * 0.001;
        }
        return Double.doubleToLongBits(p[3]);
    }

    static long queens() {
        return place(9, 0, 0, 0);
    }

    private static int place(int n, int columns, int left, int right) {
        if (columns == (1 << n) - 1) return 1;
        int found = 0;
        for (int free = ~(columns | left | right) & ((1 << n) - 1); free != 0; free &= free - 1) {
            int bit = free & -free;
            found += place(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return found;
    }

    static long permutations() {
        int[] items = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        return permute(items, 0);
    }

    private static long permute(int[] items, int at) {
        if (at == items.length) return items[0] * items[8];
        long sum = 0;
        for (int i = at; i < items.length; i++) {
            int swap = items[at]; items[at] = items[i]; items[i] = swap;
            sum += permute(items, at + 1);
            swap = items[at]; items[at] = items[i]; items[i] = swap;
        }
        return sum;
    }

    static long bubble() {
        int[] values = new int[1500];
        for (int i = 0; i < values.length; i++) values[i] = i * 7919 % 1501;
        for (int end = values.length - 1; end > 0; end--)
            for (int i = 0; i < end; i++)
                if (values[i] > values[i + 1]) { int swap = values[i]; values[i] = values[i + 1]; values[i + 1] = swap; }
        return values[700];
    }

    static long heap() {
        int[] heap = new int[40_000];
        Random random = new Random(3);
        for (int i = 0; i < heap.length; i++) heap[i] = random.nextInt();
        for (int i = heap.length / 2; i >= 0; i--) sift(heap, i, heap.length);
        for (int end = heap.length - 1; end > 0; end--) {
            int swap = heap[0]; heap[0] = heap[end]; heap[end] = swap;
            sift(heap, 0, end);
        }
        return heap[20_000];
    }

    private static void sift(int[] heap, int at, int end) {
        while (2 * at + 1 < end) {
            int child = 2 * at + 1;
            if (child + 1 < end && heap[child + 1] > heap[child]) child++;
            if (heap[at] >= heap[child]) return;
            int swap = heap[at]; heap[at] = heap[child]; heap[child] = swap;
            at = child;
        }
    }

    static long crc() {
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int value = i;
            for (int bit = 0; bit < 8; bit++) value = (value & 1) != 0 ? 0xedb88320 ^ value >>> 1 : value >>> 1;
            table[i] = value;
        }
        int crc = -1;
        for (int i = 0; i < 1_500_000; i++) crc = crc >>> 8 ^ table[(crc ^ i) & 255];
        return ~crc;
    }

    static long knapsack() {
        int[] best = new int[20_001];
        for (int item = 1; item <= 60; item++)
            for (int room = 20_000; room >= item * 37; room--) best[room] = Math.max(best[room], best[room - item * 37] + item * item % 101);
        return best[20_000];
    }

    static long levenshtein() {
        String a = "the quick brown fox jumps over the lazy dog".repeat(12), b = "a lazy fox is quicker than a brown dog it jumps over".repeat(10);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int next = Math.min(Math.min(row[j], row[j - 1]) + 1, diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
                diagonal = row[j];
                row[j] = next;
            }
        }
        return row[b.length()];
    }

    static long dijkstra() {
        int n = 4000;
        int[] distance = new int[n];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[0] = 0;
        PriorityQueue<long[]> queue = new PriorityQueue<>((x, y) -> Long.compare(x[0], y[0]));
        queue.add(new long[] {0, 0});
        while (!queue.isEmpty()) {
            long[] top = queue.poll();
            int node = (int) top[1];
            if (top[0] > distance[node]) continue;
            for (int k = 1; k <= 6; k++) {
                int other = (node * 7 + k * 613) % n, length = (node ^ k * 31) % 97 + 1;
                if (distance[node] + length < distance[other]) {
                    distance[other] = distance[node] + length;
                    queue.add(new long[] {distance[other], other});
                }
            }
        }
        return distance[1234];
    }

    static long life() {
        boolean[][] world = new boolean[130][130];
        for (int i = 0; i < 130; i++) for (int j = 0; j < 130; j++) world[i][j] = (i * 31 + j * 17) % 3 == 0;
        for (int turn = 0; turn < 20; turn++) {
            boolean[][] next = new boolean[130][130];
            for (int i = 1; i < 129; i++)
                for (int j = 1; j < 129; j++) {
                    int around = 0;
                    for (int di = -1; di <= 1; di++) for (int dj = -1; dj <= 1; dj++) if ((di != 0 || dj != 0) && world[i + di][j + dj]) around++;
                    next[i][j] = around == 3 || around == 2 && world[i][j];
                }
            world = next;
        }
        int alive = 0;
        for (boolean[] row : world) for (boolean cell : row) if (cell) alive++;
        return alive;
    }

    static long spectral() {
        int n = 300;
        double[] u = new double[n], v = new double[n];
        Arrays.fill(u, 1);
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < n; i++) { double sum = 0; for (int j = 0; j < n; j++) sum += entry(i, j) * u[j]; v[i] = sum; }
            for (int i = 0; i < n; i++) { double sum = 0; for (int j = 0; j < n; j++) sum += entry(j, i) * v[j]; u[i] = sum / n; }
        }
        return Double.doubleToLongBits(u[7]);
    }

    private static double entry(int i, int j) {
        return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
    }

    static long fft() {
        int n = 1 << 14;
        double[] re = new double[n], im = new double[n];
        for (int i = 0; i < n; i++) re[i] = i % 17;
        for (int i = 1, j = 0; i < n; i++) {
            int bit = n >> 1;
            for (; (j & bit) != 0; bit >>= 1) j ^= bit;
            j ^= bit;
            if (i < j) { double swap = re[i]; re[i] = re[j]; re[j] = swap; }
        }
        for (int length = 2; length <= n; length <<= 1) {
            double angle = 2 * Math.PI / length, wr = Math.cos(angle), wi = Math.sin(angle);
            for (int i = 0; i < n; i += length) {
                double cr = 1, ci = 0;
                for (int k = i; k < i + length / 2; k++) {
                    int other = k + length / 2;
                    double xr = re[other] * cr - im[other] * ci, xi = re[other] * ci + im[other] * cr;
                    re[other] = re[k] - xr; im[other] = im[k] - xi;
                    re[k] += xr; im[k] += xi;
                    double next = cr * wr - ci * wi;
                    ci = cr * wi + ci * wr;
                    cr = next;
                }
            }
        }
        return Double.doubleToLongBits(re[5]);
    }

    static long collatz() {
        int longest = 0;
        for (int start = 1; start < 15_000; start++) {
            int steps = 0;
            for (long n = start; n != 1; n = (n & 1) == 0 ? n >> 1 : 3 * n + 1) steps++;
            if (steps > longest) longest = steps;
        }
        return longest;
    }

    static long gcds() {
        long sum = 0;
        for (int a = 1; a < 500; a++) for (int b = 1; b < 300; b++) sum += gcd(a, b);
        return sum;
    }

    private static int gcd(int a, int b) {
        while (b != 0) { int rest = a % b; a = b; b = rest; }
        return a;
    }

    static long words() {
        Map<String, Integer> counts = new HashMap<>();
        String text = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor ".repeat(200);
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != ' ') continue;
            counts.merge(text.substring(start, i), 1, Integer::sum);
            start = i + 1;
        }
        return new TreeMap<>(counts).firstEntry().getValue();
    }

    static long trees() {
        Node root = null;
        for (int i = 0, key = 1; i < 12_000; i++, key = key * 48271 % 2147483 & 0x7fffffff) root = insert(root, key);
        return depth(root);
    }

    static final class Node { int key; Node left, right; Node(int key) { this.key = key; } }

    private static Node insert(Node node, int key) {
        if (node == null) return new Node(key);
        if (key < node.key) node.left = insert(node.left, key); else node.right = insert(node.right, key);
        return node;
    }

    private static int depth(Node node) {
        return node == null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
    }

    interface Shape { double area(); }
    record Circle(double r) implements Shape { public double area() { return 3 * r * r; } }
    record Square(double a) implements Shape { public double area() { return a * a; } }
    record Box(double a, double b) implements Shape { public double area() { return a * b; } }

    static long shapes() {
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < 3000; i++) shapes.add(i % 3 == 0 ? new Circle(i) : i % 3 == 1 ? new Square(i) : new Box(i, 2));
        double sum = 0;
        for (int round = 0; round < 60; round++) for (Shape shape : shapes) sum += shape.area();
        return (long) sum;
    }

    static long streams() {
        return IntStream.range(0, 120_000).filter(i -> i % 3 == 0).mapToLong(i -> (long) i * i).map(i -> i ^ 5).sum();
    }

    static long exceptions() {
        int sum = 0;
        for (int i = 0; i < 30_000; i++) {
            try {
                sum += parse(i % 5 == 0 ? "x" : "12");
            } catch (IllegalStateException e) {
                sum--;
            } finally {
                sum ^= i;
            }
        }
        return sum;
    }

    private static final IllegalStateException BAD = new IllegalStateException();

    private static int parse(String text) {
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') throw BAD;
            value = value * 10 + digit - '0';
        }
        return value;
    }

    static long interpreter() {
        int[] code = {0, 0, 1, 1, 2, 3, 4, 2, 5, 0};
        long accumulator = 0;
        for (int round = 0; round < 120_000; round++)
            for (int instruction : code)
                switch (instruction) {
                    case 0: accumulator += round; break;
                    case 1: accumulator ^= 0x55; break;
                    case 2: accumulator -= 3; break;
                    case 3: accumulator <<= 1; break;
                    case 4: accumulator >>= 1; break;
                    default: accumulator++;
                }
        return accumulator;
    }

    static long flood() {
        int n = 300;
        int[][] grid = new int[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) grid[i][j] = (i * j) % 7 == 3 ? 1 : 0;
        ArrayDeque<int[]> queue = new ArrayDeque<>();
        queue.add(new int[] {0, 0});
        int filled = 0;
        while (!queue.isEmpty()) {
            int[] cell = queue.poll();
            int i = cell[0], j = cell[1];
            if (i < 0 || j < 0 || i >= n || j >= n || grid[i][j] != 0) continue;
            grid[i][j] = 2;
            filled++;
            queue.add(new int[] {i + 1, j}); queue.add(new int[] {i - 1, j}); queue.add(new int[] {i, j + 1}); queue.add(new int[] {i, j - 1});
        }
        return filled;
    }
}
