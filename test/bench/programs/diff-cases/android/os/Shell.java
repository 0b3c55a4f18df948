package android.os;

import java.util.ArrayList;
import java.util.List;

/**
 * Stands in for `Runtime.exec`: does in this process what `ps` does in one of
 * its own, over a made-up /proc of ninety processes.
 */
public final class Shell {
  private static final int processes = 90;

  public static List<String> exec(String command) {
    if (!command.startsWith("ps")) throw new IllegalArgumentException(command);
    List<String> lines = new ArrayList<>();
    for (int process = 1; process <= processes; process++) lines.add(format(status(process)));
    return lines;
  }

  private static String[] status(int process) {
    String stat = process + " (com.example.app" + process + ") S 1 " + process * 7 + " 0 " + process * 31;
    return stat.split(" ");
  }

  private static String format(String[] fields) {
    StringBuilder line = new StringBuilder();
    for (String field : fields) line.append(field).append('\t');
    return line.toString();
  }
}
