import java.util.List;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A formatter of documents: "a" lists, emphasis and links, "b" tables, quotes and code. */
public class Documents {
    public static void main(String[] arguments) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            if (arguments[0].equals("a"))
                text.append("## Title ").append(i).append("\n\n- one *two* **three** [link](http://x/").append(i)
                        .append(")\n- `code` & <b>html</b>\n  1. deeper\n\nA paragraph that\ngoes on_and_on_ here.\n\n");
            else
                text.append("> quote ").append(i).append("\n> more\n\n| a | b |\n|---|--:|\n| 1 | ").append(i)
                        .append(" |\n\n```java\nint x = 1;\n```\n\n    indented\n\n***\n\n");
        }
        Parser parser = Parser.builder().extensions(List.of(TablesExtension.create())).build();
        HtmlRenderer renderer = HtmlRenderer.builder().extensions(List.of(TablesExtension.create())).build();
        int length = 0;
        for (int i = 0; i < 10; i++) length += renderer.render(parser.parse(text.toString())).length();
        System.out.println(length);
    }
}
