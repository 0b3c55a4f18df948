import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.spi.ToolProvider;

/**
 * Runs the JDK's own tools, such as javac and javap, as often as it is asked to: they are warm after the first time.
 * A line of the standard input is the tool's name and its arguments, each URL-encoded, separated by spaces. The line
 * of the answer is the exit code, what the tool printed, and what it complained about. The end of the input ends it.
 */
public final class JdkTools {
    private static final String CHARSET = "UTF-8";

    private JdkTools() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, CHARSET));
        PrintStream answers = System.out;
        System.setOut(System.err); // what a tool prints by itself is no answer
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            answers.println(answer(line.split(" ")));
            answers.flush();
        }
    }

    private static String answer(String[] words) throws IOException {
        String[] arguments = new String[words.length - 1];
        for (int i = 0; i < arguments.length; i++) arguments[i] = URLDecoder.decode(words[i + 1], CHARSET);
        StringWriter printed = new StringWriter();
        StringWriter complaints = new StringWriter();
        int status;
        try (PrintWriter out = new PrintWriter(printed); PrintWriter err = new PrintWriter(complaints)) {
            ToolProvider tool = ToolProvider.findFirst(words[0]).orElseThrow();
            status = tool.run(out, err, arguments);
        } catch (RuntimeException | Error problem) {
            status = -1;
            complaints.write(problem.toString());
        }
        return status + " " + encode(printed) + " " + encode(complaints);
    }

    private static String encode(StringWriter text) throws IOException {
        return URLEncoder.encode(text.toString(), CHARSET);
    }
}
