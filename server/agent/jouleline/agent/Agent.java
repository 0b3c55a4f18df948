package jouleline.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;

/**
 * Entries of the Java agent: make the runtime visible to every class, then
 * hand over to it. Their argument is the folder of the recording.
 */
public final class Agent {
    private static final String RUNTIME = "jouleline.runtime";
    private static final String DELEGATED = "org.osgi.framework.bootdelegation";

    private Agent() {}

    /** The program runs whatever happens here: where nothing can be counted, it says so. */
    public static void premain(String folder, Instrumentation instrumentation) {
        try {
            showRuntime(instrumentation);
            // Linked only now, so that there is one runtime: the one that instrumented classes find.
            jouleline.runtime.Recording.start(new File(folder), instrumentation);
        } catch (Throwable problem) {
            System.err.println("jouleline: nothing is counted: " + problem);
        }
    }

    /** For a program that runs already. Whoever attached is told what went wrong. */
    public static void agentmain(String folder, Instrumentation instrumentation) throws Exception {
        showRuntime(instrumentation);
        jouleline.runtime.Attachment.begin(new File(folder), instrumentation);
    }

    private static void showRuntime(Instrumentation instrumentation) throws Exception {
        File jar = new File(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        // Instrumented classes of any loader find what the bootstrap loader has; OSGi's ask it only for what is named.
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
        String known = System.getProperty(DELEGATED);
        System.setProperty(DELEGATED, known == null ? RUNTIME : known + "," + RUNTIME);
    }
}
