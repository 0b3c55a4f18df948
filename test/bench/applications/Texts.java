import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts: words counted, distances between them, a search, each as often as it is told. */
class Texts {
    public static void main(String[] arguments) {
        String text = write(Integer.parseInt(arguments[0]));
        long sum = 0;
        for (int round = 0; round < Integer.parseInt(arguments[1]); round++) sum += count(text).size();
        List<String> words = split(text);
        int distances = Integer.parseInt(arguments[2]);
        for (int i = 0; i < distances; i++)
            sum += distance(words.get(i % words.size()), words.get(i * 31 % words.size()));
        for (int round = 0; round < Integer.parseInt(arguments[3]); round++) sum += find(text, "qzx" + round);
        System.out.println(sum);
    }

    static String write(int length) {
        StringBuilder text = new StringBuilder();
        int state = 12345;
        while (text.length() < length) {
            state = state * 1103515245 + 12345;
            int letter = state >>> 16 & 31;
            text.append(letter < 26 ? (char) ('a' + letter) : ' ');
        }
        return text.toString();
    }

    static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean isLetter = i < text.length() && text.charAt(i) != ' ';
            if (isLetter && start < 0) start = i;
            if (!isLetter && start >= 0) {
                words.add(text.substring(start, i));
                start = -1;
            }
        }
        return words;
    }

    static Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : split(text)) counts.merge(word, 1, Integer::sum);
        return counts;
    }

    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                corner = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    static int find(String text, String wanted) {
        outer:
        for (int i = 0; i + wanted.length() <= text.length(); i++) {
            for (int j = 0; j < wanted.length(); j++)
                if (text.charAt(i + j) != wanted.charAt(j)) continue outer;
            return i;
        }
        return -1;
    }
}
