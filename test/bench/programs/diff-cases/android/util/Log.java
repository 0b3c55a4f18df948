package android.util;

import java.io.PrintWriter;
import java.io.StringWriter;

public final class Log {
  private static int written;

  public static void d(String tag, byte[] message) {
    for (byte each : message) written += each + tag.length();
  }

  public static String getStackTraceString(Throwable problem) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    for (StackTraceElement element : problem.getStackTrace()) out.println("\tat " + element);
    return text.toString();
  }
}
