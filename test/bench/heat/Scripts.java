import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;

/** A JavaScript engine interprets scripts: "a" solves puzzles, "b" works on texts. */
public class Scripts {
    private static final String PUZZLES = "function place(row, n, columns, sums, differences) {"
            + "  if (row === n) return 1;"
            + "  var found = 0;"
            + "  for (var c = 0; c < n; c++) {"
            + "    if (columns[c] || sums[row + c] || differences[row - c + n]) continue;"
            + "    columns[c] = sums[row + c] = differences[row - c + n] = true;"
            + "    found += place(row + 1, n, columns, sums, differences);"
            + "    columns[c] = sums[row + c] = differences[row - c + n] = false;"
            + "  }"
            + "  return found;"
            + "}"
            + "place(0, 7, [], [], []);";
    private static final String TEXTS = "var words = {}, text = '';"
            + "for (var i = 0; i < 400; i++) text += ' word' + (i * 7919 % 97);"
            + "text.split(/\\s+/).forEach(function (word) { words[word] = (words[word] || 0) + 1; });"
            + "Object.keys(words).sort().map(function (word) { return word + '=' + words[word]; }).join(';');";

    public static void main(String[] arguments) {
        String script = arguments[0].equals("a") ? PUZZLES : TEXTS;
        Context context = Context.enter();
        try {
            context.setOptimizationLevel(-1);
            Scriptable scope = context.initStandardObjects();
            Object result = null;
            for (int i = 0; i < 20; i++) result = context.evaluateString(scope, script, "script", 1, null);
            System.out.println(Context.toString(result));
        } finally {
            Context.exit();
        }
    }
}
