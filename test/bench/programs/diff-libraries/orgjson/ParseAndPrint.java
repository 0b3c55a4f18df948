import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.json.JSONTokener;

/** Parses each of the files so many times, and prints what comes of it into a text: ParseAndPrint TIMES FILE... */
public final class ParseAndPrint {
  public static void main(String[] arguments) throws IOException {
    long characters = 0;
    for (int file = 1; file < arguments.length; file++) {
      String text = Files.readString(Path.of(arguments[file]));
      for (int time = Integer.parseInt(arguments[0]); time > 0; time--) characters += print(parse(text));
    }
    System.out.println(characters + " characters");
  }

  private static Object parse(String text) {
    return new JSONTokener(text).nextValue();
  }

  private static int print(Object value) {
    return value.toString().length();
  }
}
