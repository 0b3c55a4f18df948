package android.content;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Settings in a file of XML that is written whole, as Android does it. */
public final class SharedPreferences {
  private final Map<String, String> values = new TreeMap<>();
  private final Path file;

  public SharedPreferences() {
    try {
      file = Files.createTempFile("preferences", ".xml");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    file.toFile().deleteOnExit();
    for (int number = 0; number < 40; number++) values.put("setting" + number, "value <" + number + ">");
  }

  public Editor edit() {
    return new Editor();
  }

  public final class Editor {
    public Editor putString(String key, String value) {
      values.put(key, value);
      return this;
    }

    public void apply() {
      StringBuilder text = new StringBuilder("<map>\n");
      for (Map.Entry<String, String> each : values.entrySet()) {
        text.append("<string name=\"").append(each.getKey()).append("\">");
        escape(each.getValue(), text);
        text.append("</string>\n");
      }
      try {
        Files.writeString(file, text.append("</map>\n"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void escape(String value, StringBuilder text) {
    for (int at = 0; at < value.length(); at++) {
      char character = value.charAt(at);
      if (character == '<') text.append("&lt;");
      else if (character == '>') text.append("&gt;");
      else text.append(character);
    }
  }
}
