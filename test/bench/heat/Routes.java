import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.PriorityQueue;

/** Draws caves, removes small ones, and finds ways through the largest: `Routes SIZE WAYS`. */
class Routes {
    private static final int[][] STEPS = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    private final int size;
    private boolean[][] rock;

    private Routes(int size) {
        this.size = size;
        rock = new boolean[size][size];
    }

    public static void main(String[] arguments) {
        Routes routes = new Routes(Integer.parseInt(arguments[0]));
        routes.scatter();
        for (int i = 0; i < 5; i++) routes.smooth();
        int open = routes.keepLargest();
        long length = 0;
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++)
            length += routes.way(routes.place(i * 31), routes.place(i * 17 + 5));
        System.out.println(open + " " + length);
    }

    private void scatter() {
        java.util.Random random = new java.util.Random(size);
        for (boolean[] row : rock) for (int y = 0; y < size; y++) row[y] = random.nextInt(100) < 43;
    }

    private void smooth() {
        boolean[][] next = new boolean[size][size];
        for (int x = 0; x < size; x++) for (int y = 0; y < size; y++) next[x][y] = rocksAround(x, y) >= 5;
        rock = next;
    }

    private int rocksAround(int x, int y) {
        int count = 0;
        for (int i = x - 1; i <= x + 1; i++) for (int j = y - 1; j <= y + 1; j++) if (isRock(i, j)) count++;
        return count;
    }

    private boolean isRock(int x, int y) {
        return x < 0 || y < 0 || x >= size || y >= size || rock[x][y];
    }

    private int keepLargest() {
        int[] caves = new int[size * size];
        int largest = 0;
        int most = 0;
        for (int cell = 0, cave = 0; cell < caves.length; cell++) {
            if (caves[cell] != 0 || isRock(cell / size, cell % size)) continue;
            int count = flood(cell, ++cave, caves);
            if (count > most) {
                most = count;
                largest = cave;
            }
        }
        for (int cell = 0; cell < caves.length; cell++)
            if (caves[cell] != largest) rock[cell / size][cell % size] = true;
        return most;
    }

    private int flood(int start, int cave, int[] caves) {
        Deque<Integer> open = new ArrayDeque<>();
        open.add(start);
        caves[start] = cave;
        int count = 0;
        while (!open.isEmpty()) {
            int cell = open.poll();
            count++;
            for (int[] step : STEPS) {
                int x = cell / size + step[0];
                int y = cell % size + step[1];
                if (isRock(x, y) || caves[x * size + y] != 0) continue;
                caves[x * size + y] = cave;
                open.add(x * size + y);
            }
        }
        return count;
    }

    private int place(int number) {
        int cell = number * 7919 % (size * size);
        while (isRock(cell / size, cell % size)) cell = (cell + 1) % (size * size);
        return cell;
    }

    private int way(int from, int to) {
        int[] steps = new int[size * size];
        Arrays.fill(steps, Integer.MAX_VALUE);
        steps[from] = 0;
        PriorityQueue<long[]> open = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
        open.add(new long[] {distance(from, to), from});
        while (!open.isEmpty()) {
            int cell = (int) open.poll()[1];
            if (cell == to) return steps[cell];
            for (int[] step : STEPS) {
                int x = cell / size + step[0];
                int y = cell % size + step[1];
                int next = x * size + y;
                if (isRock(x, y) || steps[next] <= steps[cell] + 1) continue;
                steps[next] = steps[cell] + 1;
                open.add(new long[] {steps[next] + distance(next, to), next});
            }
        }
        return 0;
    }

    private int distance(int a, int b) {
        return Math.abs(a / size - b / size) + Math.abs(a % size - b % size);
    }
}
