package jouleline.runtime;

import java.io.File;
import java.net.URLEncoder;
import java.util.List;

/** The way in which this JVM was started, so that an empty program can be started alike. */
final class Launch {
    private Launch() {}

    /**
     * Writes the home, the working folder, the class path and the JVM's options, also those from the environment and from
     * files, without the agent's own. Nothing is written where the JVM does not tell its options.
     */
    static void note(File recording, Journal journal) {
        try {
            // A JVM may lack the module java.management.
            Object bean = Class.forName("java.lang.management.ManagementFactory").getMethod("getRuntimeMXBean").invoke(null);
            List<?> options = (List<?>) Class.forName("java.lang.management.RuntimeMXBean").getMethod("getInputArguments").invoke(bean);
            StringBuilder row = new StringBuilder();
            for (String name : new String[] {"java.home", "user.dir", "java.class.path"})
                row.append(row.length() == 0 ? "" : "\t").append(encode(String.valueOf(System.getProperty(name, ""))));
            for (Object option : options) {
                String text = String.valueOf(option);
                boolean isOwn = text.startsWith("-javaagent:") && text.endsWith("=" + recording.getPath());
                if (!isOwn) row.append('\t').append(encode(text));
            }
            journal.write("launch", row.toString());
        } catch (Throwable unknown) {
            // Start-up is then not told apart, which the profile says.
        }
    }

    private static String encode(String text) throws Exception {
        return URLEncoder.encode(text, "UTF-8");
    }
}
