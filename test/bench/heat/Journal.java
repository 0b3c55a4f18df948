import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads lines of a web server's journal and sums them up: `Journal LINES REPORTS`. */
class Journal {
    private static final class Entry {
        final String address;
        final String path;
        final int status;
        final long bytes;

        Entry(String address, String path, int status, long bytes) {
            this.address = address;
            this.path = path;
            this.status = status;
            this.bytes = bytes;
        }
    }

    public static void main(String[] arguments) {
        List<String> lines = write(Integer.parseInt(arguments[0]));
        List<Entry> entries = new ArrayList<>();
        int broken = 0;
        for (String line : lines) {
            Entry entry = read(line);
            if (entry == null) broken++;
            else entries.add(entry);
        }
        int length = 0;
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) length += report(entries, i).length();
        System.out.println(entries.size() + " " + broken + " " + length);
    }

    private static List<String> write(int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int mixed = i * 0x9E3779B1 >>> 8;
            lines.add(mixed % 50 == 0
                    ? "# restarted"
                    : "10.0." + mixed % 7 + "." + mixed % 200 + " - - \"GET /Page/" + mixed % 31 + "?q=" + i + "\" "
                            + (mixed % 11 == 0 ? 404 : 200) + " " + mixed % 5000);
        }
        return lines;
    }

    private static Entry read(String line) {
        int first = line.indexOf('"');
        int last = line.lastIndexOf('"');
        if (first < 0 || last == first) return null;
        String address = line.substring(0, line.indexOf(' '));
        String[] request = line.substring(first + 1, last).split(" ");
        String[] numbers = line.substring(last + 2).split(" ");
        return new Entry(address, normal(request[1]), Integer.parseInt(numbers[0]), Long.parseLong(numbers[1]));
    }

    private static String normal(String path) {
        int query = path.indexOf('?');
        String bare = query < 0 ? path : path.substring(0, query);
        StringBuilder text = new StringBuilder();
        for (char each : bare.toLowerCase(Locale.ROOT).toCharArray())
            if (each != '/' || text.length() == 0 || text.charAt(text.length() - 1) != '/') text.append(each);
        return text.toString();
    }

    private static String report(List<Entry> entries, int number) {
        Map<String, Long> bytes = new TreeMap<>();
        for (Entry entry : entries) if (entry.status == 200) bytes.merge(entry.path, entry.bytes, Long::sum);
        Map<String, Long> visits = entries.stream()
                .filter(entry -> entry.bytes % 3 == number % 3)
                .collect(Collectors.groupingBy(entry -> entry.address, Collectors.counting()));
        List<String> busiest = new ArrayList<>(visits.keySet());
        busiest.sort(Comparator.comparing((String address) -> visits.get(address)).reversed());
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Long> each : bytes.entrySet())
            text.append(String.format(Locale.ROOT, "%-20s %12d%n", each.getKey(), each.getValue()));
        for (String address : busiest.subList(0, Math.min(10, busiest.size())))
            text.append(address).append(' ').append(visits.get(address)).append('\n');
        return text.toString();
    }
}
