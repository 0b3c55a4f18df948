/**
 * Kernels in an order that a seed decides, with collections and threads among
 * them: vLens, section 4.4.3. Arguments: how many of each, how many rounds.
 */
public final class Seeded {
    private static final int KINDS = 27;

    private static long state = 42;
    static volatile long sink;

    public static void main(String[] arguments) throws InterruptedException {
        int events = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        boolean[] collects = choose(events, rounds);
        boolean[] starts = choose(events, rounds);
        for (int round = 0; round < rounds; round++) {
            run(round < KINDS ? round : next(KINDS));
            if (collects[round]) System.gc();
            if (starts[round]) {
                Thread thread = new Thread(new One());
                thread.start();
                thread.join();
            }
        }
        System.out.println(sink != 0 ? "done" : "nothing");
    }

    private static boolean[] choose(int events, int rounds) {
        boolean[] chosen = new boolean[rounds];
        for (int left = events; left > 0; ) {
            int round = next(rounds);
            if (chosen[round]) continue;
            chosen[round] = true;
            left--;
        }
        return chosen;
    }

    private static int next(int limit) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (int) ((state >>> 33) % limit);
    }

    /** A single instruction, so that the switch is what costs. */
    static final class One implements Runnable {
        @Override
        public void run() {
            sink++;
        }
    }

    private static void run(int kind) {
        switch (kind) {
            case 0: sink += Kernels.fibonacci(); break;
            case 1: sink += Kernels.ackermann(); break;
            case 2: sink += Kernels.hanoi(); break;
            case 3: sink += Kernels.tak(); break;
            case 4: sink += Kernels.sieve(); break;
            case 5: sink += Kernels.matrix(); break;
            case 6: sink += Kernels.mandelbrot(); break;
            case 7: sink += Kernels.nbody(); break;
            case 8: sink += Kernels.queens(); break;
            case 9: sink += Kernels.permutations(); break;
            case 10: sink += Kernels.bubble(); break;
            case 11: sink += Kernels.heap(); break;
            case 12: sink += Kernels.crc(); break;
            case 13: sink += Kernels.knapsack(); break;
            case 14: sink += Kernels.levenshtein(); break;
            case 15: sink += Kernels.dijkstra(); break;
            case 16: sink += Kernels.life(); break;
            case 17: sink += Kernels.spectral(); break;
            case 18: sink += Kernels.fft(); break;
            case 19: sink += Kernels.collatz(); break;
            case 20: sink += Kernels.gcds(); break;
            case 21: sink += Kernels.words(); break;
            case 22: sink += Kernels.trees(); break;
            case 23: sink += Kernels.shapes(); break;
            case 24: sink += Kernels.exceptions(); break;
            case 25: sink += Kernels.interpreter(); break;
            case 26: sink += Kernels.flood(); break;
            default: throw new IllegalArgumentException();
        }
    }
}
