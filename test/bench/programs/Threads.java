import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Two threads at the same counters, a pool of the library, and (from Java 21) virtual threads. */
class Threads {
    /** Both sort, hash and parse the same kind of thing. */
    static long contended() throws Exception {
        long[] sums = new long[2];
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 4; i++) sums[own] += Subjects.quicksort() + Kernels.words() + Parsers.compiler();
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        return sums[0] + sums[1];
    }

    /** Next to nothing between two calls of a method that does next to nothing. */
    static long hammered() throws Exception {
        long[] sums = new long[2];
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                long sum = 0;
                for (int i = 0; i < 500_000; i++) sum = sum * 31 + step(i);
                sums[own] = sum;
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        return sums[0] + sums[1];
    }

    private static int step(int i) {
        return (i & 7) == 3 ? i >> 1 : i ^ 5;
    }

    static long parallel() {
        ConcurrentHashMap<Integer, Integer> seen = new ConcurrentHashMap<>();
        IntStream.range(0, 60_000).parallel().forEach(i -> seen.merge(i % 100, step(i), (a, b) -> a ^ b));
        return seen.values().stream().mapToLong(value -> value).sum();
    }

    static long virtual() throws Exception {
        List<Thread> threads = new ArrayList<>();
        long[] sums = new long[500];
        for (int t = 0; t < 500; t++) {
            int own = t;
            threads.add(start(() -> {
                for (int i = 0; i < 3000; i++) sums[own] += step(i);
            }));
        }
        for (Thread thread : threads) thread.join();
        long sum = 0;
        for (long each : sums) sum += each;
        return sum;
    }

    private static Thread start(Runnable work) throws Exception {
        try {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        } catch (NoSuchMethodException older) {
            Thread thread = new Thread(work);
            thread.start();
            return thread;
        }
    }
}
