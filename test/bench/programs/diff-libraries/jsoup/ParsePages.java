import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** Parses each of the pages so many times, selects its links, and prints it: ParsePages TIMES FILE... */
public final class ParsePages {
  public static void main(String[] arguments) throws IOException {
    long characters = 0;
    for (int file = 1; file < arguments.length; file++) {
      String text = Files.readString(Path.of(arguments[file]));
      for (int time = Integer.parseInt(arguments[0]); time > 0; time--) characters += read(text);
    }
    System.out.println(characters + " characters");
  }

  private static long read(String text) {
    Document page = Jsoup.parse(text);
    return page.select("a[href], td").size() + page.text().length() + page.outerHtml().length();
  }
}
