import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Parses each of the files so many times, and counts the values: ParseJackson TIMES FILE... */
public final class ParseJackson {
  public static void main(String[] arguments) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    long values = 0;
    for (int file = 1; file < arguments.length; file++) {
      String text = Files.readString(Path.of(arguments[file]));
      for (int time = Integer.parseInt(arguments[0]); time > 0; time--) values += count(mapper.readTree(text));
    }
    System.out.println(values + " values");
  }

  private static long count(JsonNode node) {
    if (!node.isContainerNode()) return 1;
    long values = 0;
    for (JsonNode child : node) values += count(child);
    return values;
  }
}
