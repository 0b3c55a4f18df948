import java.nio.file.Path;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Prints how many samples of a recording fell on each line of a program, the library calls of that line included:
 * `Samples FILE PREFIX…`, the prefixes being those of the program's class names.
 */
class Samples {
    public static void main(String[] arguments) throws Exception {
        TreeMap<String, Integer> counts = new TreeMap<>();
        try (RecordingFile recording = new RecordingFile(Path.of(arguments[0]))) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (!event.getEventType().getName().equals("jdk.ExecutionSample")) continue;
                for (RecordedFrame frame : event.getStackTrace().getFrames()) {
                    String name = frame.getMethod().getType().getName();
                    if (!startsWithAny(name, arguments)) continue;
                    counts.merge(name + " " + frame.getLineNumber(), 1, Integer::sum);
                    break;
                }
            }
        }
        counts.forEach((place, count) -> System.out.println(place + " " + count));
    }

    private static boolean startsWithAny(String name, String[] arguments) {
        for (int i = 1; i < arguments.length; i++) if (name.startsWith(arguments[i])) return true;
        return false;
    }
}
