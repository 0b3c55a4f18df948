import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.stream.IntStream;

/** Hands work over many times, in each way, and prints the nanoseconds that each took: the least of some rounds. */
public class Tasks {
    static int work(int amount) {
        int sum = 0;
        for (int i = 0; i < amount; i++) sum += i * 31 % 7;
        return sum;
    }

    static class Fibonacci extends RecursiveTask<Integer> {
        private final int number;

        Fibonacci(int number) {
            this.number = number;
        }

        @Override
        protected Integer compute() {
            if (number < 2) return number;
            Fibonacci before = new Fibonacci(number - 1);
            before.fork();
            return new Fibonacci(number - 2).compute() + before.join();
        }
    }

    static long submit(ExecutorService pool, int tasks, int amount) throws Exception {
        long sum = 0;
        Future<?>[] waiting = new Future<?>[1000];
        for (int round = 0; round < tasks / waiting.length; round++) {
            for (int i = 0; i < waiting.length; i++) waiting[i] = pool.submit(() -> work(amount));
            for (Future<?> each : waiting) sum += (Integer) each.get();
        }
        return sum;
    }

    static long chain(int times, ExecutorService pool) {
        long sum = 0;
        for (int i = 0; i < times; i++)
            sum += CompletableFuture.supplyAsync(() -> work(20), pool)
                .thenApplyAsync(value -> value + work(20), pool)
                .thenApply(value -> value + 1)
                .join();
        return sum;
    }

    static long parallel(int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) sum += IntStream.range(0, 1000).parallel().map(each -> work(20)).sum();
        return sum;
    }

    static long threads(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            Thread thread = new Thread(() -> work(20));
            thread.start();
            thread.join();
        }
        return times;
    }

    /** Since Java 21; none else. */
    static long virtualThreads(int times) throws Exception {
        if (Runtime.version().feature() < 21) return 0;
        java.lang.reflect.Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Thread[] started = new Thread[1000];
        for (int round = 0; round < times / started.length; round++) {
            for (int i = 0; i < started.length; i++) started[i] = (Thread) start.invoke(null, (Runnable) () -> work(20));
            for (Thread each : started) each.join();
        }
        return times;
    }

    static class Message {
        final int amount;

        Message(int amount) {
            this.amount = amount;
        }

        int handle() {
            return work(amount);
        }
    }

    /** One thread queues messages, another one takes them. */
    static long messages(int times) throws Exception {
        LinkedBlockingQueue<Message> queue = new LinkedBlockingQueue<>(1000);
        long[] sum = new long[1];
        Thread taker = new Thread(() -> {
            try {
                for (Message next = queue.take(); next.amount > 0; next = queue.take()) sum[0] += next.handle();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        taker.start();
        for (int i = 0; i < times; i++) queue.put(new Message(20));
        queue.put(new Message(0));
        taker.join();
        return sum[0];
    }

    /** A thread takes what it has put itself, as a search does. */
    static long search(Queue<Message> open, int times) {
        long sum = 0;
        open.add(new Message(20));
        for (int i = 0; !open.isEmpty(); i++) {
            Message next = open.remove();
            sum += next.handle();
            if (i < times) open.add(new Message(20));
        }
        return sum;
    }

    interface Part {
        long run() throws Exception;
    }

    static void time(String name, int tasks, Part part) throws Exception {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 7; round++) {
            long start = System.nanoTime();
            part.run();
            least = Math.min(least, System.nanoTime() - start);
        }
        System.out.println(name + "\t" + tasks + "\t" + least);
    }

    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ForkJoinPool forks = new ForkJoinPool(2);
        time("submit, small", 100_000, () -> submit(pool, 100_000, 20));
        time("submit, 2,000 rounds each", 10_000, () -> submit(pool, 10_000, 2000));
        time("fork, fib(20)", 10_945, () -> forks.invoke(new Fibonacci(20)));
        time("chains of futures", 5_000, () -> chain(5_000, pool));
        time("parallel streams", 500, () -> parallel(500));
        time("threads", 1_000, () -> threads(1_000));
        time("virtual threads", 20_000, () -> virtualThreads(20_000));
        time("messages in a queue", 100_000, () -> messages(100_000));
        time("search, ArrayDeque", 100_000, () -> search(new ArrayDeque<>(), 100_000));
        time("search, concurrent queue", 100_000, () -> search(new ConcurrentLinkedQueue<>(), 100_000));
        time("calls", 1_000_000, () -> {
            long sum = 0;
            for (int i = 0; i < 1_000_000; i++) sum += work(i % 40);
            return sum;
        });
        pool.shutdown();
    }
}
