import java.util.ArrayList;
import java.util.List;

/** Graphs and grids: shortest ways, components, longest common parts, each as often as it is told. */
class Graphs {
    public static void main(String[] arguments) {
        int n = Integer.parseInt(arguments[0]);
        List<int[]>[] edges = make(n);
        long sum = 0;
        for (int round = 0; round < Integer.parseInt(arguments[1]); round++) sum += farthest(edges, round % n);
        for (int round = 0; round < Integer.parseInt(arguments[2]); round++) sum += components(n, round);
        for (int round = 0; round < Integer.parseInt(arguments[3]); round++) sum += common(600, round);
        System.out.println(sum);
    }

    @SuppressWarnings("unchecked")
    static List<int[]>[] make(int n) {
        List<int[]>[] edges = new List[n];
        int state = 99;
        for (int i = 0; i < n; i++) {
            edges[i] = new ArrayList<>();
            for (int k = 0; k < 6; k++) {
                state = state * 1664525 + 1013904223;
                edges[i].add(new int[] { (state >>> 8) % n, 1 + (state >>> 3 & 15) });
            }
        }
        return edges;
    }

    /** Bellman and Ford's, with a queue in a ring. */
    static long farthest(List<int[]>[] edges, int from) {
        int n = edges.length;
        int[] distance = new int[n], queue = new int[n];
        boolean[] isQueued = new boolean[n];
        java.util.Arrays.fill(distance, Integer.MAX_VALUE);
        int head = 0, size = 1;
        distance[from] = 0;
        queue[0] = from;
        while (size > 0) {
            int node = queue[head];
            head = head + 1 == n ? 0 : head + 1;
            size--;
            isQueued[node] = false;
            for (int[] edge : edges[node]) {
                int way = distance[node] + edge[1];
                if (way >= distance[edge[0]]) continue;
                distance[edge[0]] = way;
                if (isQueued[edge[0]]) continue;
                isQueued[edge[0]] = true;
                int tail = head + size;
                queue[tail >= n ? tail - n : tail] = edge[0];
                size++;
            }
        }
        int most = 0;
        for (int way : distance) if (way != Integer.MAX_VALUE && way > most) most = way;
        return most;
    }

    static int components(int n, int seed) {
        int[] parent = new int[n];
        for (int i = 0; i < n; i++) parent[i] = i;
        int state = seed * 17 + 3, left = n;
        for (int i = 0; i < n; i++) {
            state = state * 1103515245 + 12345;
            int a = root(parent, (state >>> 4) % n), b = root(parent, i);
            if (a == b) continue;
            parent[a] = b;
            left--;
        }
        return left;
    }

    static int root(int[] parent, int node) {
        while (parent[node] != node) {
            parent[node] = parent[parent[node]];
            node = parent[node];
        }
        return node;
    }

    static int common(int size, int seed) {
        byte[] a = new byte[size], b = new byte[size];
        for (int i = 0; i < size; i++) {
            a[i] = (byte) ((i * 31 + seed) % 5);
            b[i] = (byte) ((i * 17 + seed) % 7);
        }
        int[][] best = new int[size + 1][size + 1];
        for (int i = 1; i <= size; i++)
            for (int j = 1; j <= size; j++)
                best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1 : Math.max(best[i - 1][j], best[i][j - 1]);
        return best[size][size];
    }
}
