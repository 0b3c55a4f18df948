import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Parses each of the files so many times, and counts the values: ParseGson TIMES FILE... */
public final class ParseGson {
  public static void main(String[] arguments) throws IOException {
    long values = 0;
    for (int file = 1; file < arguments.length; file++) {
      String text = Files.readString(Path.of(arguments[file]));
      for (int time = Integer.parseInt(arguments[0]); time > 0; time--) values += count(JsonParser.parseString(text));
    }
    System.out.println(values + " values");
  }

  private static long count(JsonElement element) {
    long values = 0;
    if (element.isJsonArray()) {
      for (JsonElement child : element.getAsJsonArray()) values += count(child);
      return values;
    }
    if (!element.isJsonObject()) return 1;
    for (Map.Entry<String, JsonElement> member : element.getAsJsonObject().entrySet())
      values += count(member.getValue());
    return values;
  }
}
