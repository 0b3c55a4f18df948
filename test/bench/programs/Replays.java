import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Calls of the library that make up most of its energy in the other programs here, with arguments as there, a hundred
 * executions each (vLens, section 4.4.1).
 */
class Replays {
    private static final String JSON = "{\"id\": 17, \"tags\": [\"alpha\", \"beta\"], \"price\": 12.5, \"ok\": true}";
    private static final String[] WORDS = "the quick brown fox jumps over the lazy dog and runs away".split(" ");
    private static final String[] SAME = "the quick brown fox jumps over the lazy cat and runs away".split(" ");
    private static final String[] NUMBERS = { "7", "128", "4096", "-12", "65535", "1000000" };
    private static final String[] DECIMALS = { "12.5", "0.125", "3.14159", "-2.75", "1e3", "99.99" };
    private static final byte[] BLOCK = new byte[2048];
    private static final List<Integer> LIST = new ArrayList<>(Arrays.asList(5, 3, 8, 1, 9, 2, 7, 4, 6, 0));
    private static final Map<String, Integer> MAP = new HashMap<>();
    private static final Random RANDOM = new Random(1);
    private static final MessageDigest DIGEST;

    static {
        for (String word : WORDS) MAP.put(word, word.length());
        try {
            DIGEST = MessageDigest.getInstance("MD5");
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static long charAt() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += JSON.charAt(i % 60);
        return sum;
    }

    static long length() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += WORDS[i % 12].length();
        return sum;
    }

    static long substring() {
        long sum = 0;
        for (int i = 0; i < 100; i++) if (JSON.substring(i % 40, i % 40 + 12) != null) sum++;
        return sum;
    }

    static long equals() {
        long sum = 0;
        for (int i = 0; i < 100; i++) if (WORDS[i % 12].equals(SAME[i % 12])) sum++;
        return sum;
    }

    static long indexOf() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += JSON.indexOf('"', i % 40);
        return sum;
    }

    static long append() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) text.append((char) ('a' + i % 26));
        return text.length();
    }

    static long appendText() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) text.append(WORDS[i % 12]);
        return text.length();
    }

    static long parseInt() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += Integer.parseInt(NUMBERS[i % 6]);
        return sum;
    }

    static long parseDouble() {
        double sum = 0;
        for (int i = 0; i < 100; i++) sum += Double.parseDouble(DECIMALS[i % 6]);
        return (long) sum;
    }

    static long isLetterOrDigit() {
        long sum = 0;
        for (int i = 0; i < 100; i++) if (Character.isLetterOrDigit((char) (i + 32))) sum++;
        return sum;
    }

    static long rotateLeft() {
        int sum = 1;
        for (int i = 0; i < 100; i++) sum = Integer.rotateLeft(sum + i, 7);
        return sum;
    }

    static long max() {
        int most = 0;
        for (int i = 0; i < 100; i++) most = Math.max(most, i * 31 & 63);
        return most;
    }

    static long sin() {
        double sum = 0;
        for (int i = 0; i < 100; i++) sum += Math.sin(0.1 * i);
        return (long) sum;
    }

    static long cos() {
        double sum = 0;
        for (int i = 0; i < 100; i++) sum += Math.cos(0.1 * i);
        return (long) sum;
    }

    static long nextInt() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += RANDOM.nextInt(1000);
        return sum;
    }

    static long nextDouble() {
        double sum = 0;
        for (int i = 0; i < 100; i++) sum += RANDOM.nextDouble();
        return (long) sum;
    }

    static long queue() {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        long sum = 0;
        for (int i = 0; i < 100; i++) {
            queue.add(i);
            queue.add(i + 1);
            sum += queue.poll();
        }
        return sum;
    }

    static long priorities() {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int i = 0; i < 100; i++) queue.add(i * 37 % 101);
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += queue.poll();
        return sum;
    }

    static long iterate() {
        long sum = 0;
        for (int i = 0; i < 10; i++) for (Iterator<Integer> each = LIST.iterator(); each.hasNext(); ) sum += each.next();
        return sum;
    }

    static long listGet() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += LIST.get(i % 10);
        return sum;
    }

    static long listAdd() {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < 100; i++) list.add(WORDS[i % 12]);
        return list.size();
    }

    static long mapGet() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += MAP.get(WORDS[i % 12]);
        return sum;
    }

    static long mapPut() {
        Map<String, Integer> map = new HashMap<>();
        for (int i = 0; i < 100; i++) map.put(WORDS[i % 12], i);
        return map.size();
    }

    static long digest() {
        for (int i = 0; i < 100; i++) DIGEST.update(BLOCK, 0, BLOCK.length);
        return DIGEST.digest()[0];
    }
}
