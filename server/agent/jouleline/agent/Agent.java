package jouleline.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.jar.JarFile;

/** The entry points of the Java agent: they make the runtime visible to every class, and call it. Their argument is the folder of the capture. */
public final class Agent {
    private static final String RUNTIME = "jouleline.runtime";
    private static final String DELEGATED = "org.osgi.framework.bootdelegation";

    private Agent() {}

    /** Starts with the program, which runs in any case: if nothing can be counted, the agent says so. */
    public static void premain(String folder, Instrumentation instrumentation) {
        try {
            showRuntime(instrumentation);
            // The runtime is linked only now, so that there is one: the one that instrumented classes find.
            jouleline.runtime.Recording.start(new File(folder), instrumentation);
        } catch (Throwable problem) {
            System.err.println("jouleline: nothing is counted: " + problem);
        }
    }

    /** Starts in a program that is already running. The process that attached is told what went wrong. */
    public static void agentmain(String folder, Instrumentation instrumentation) throws Exception {
        showRuntime(instrumentation);
        jouleline.runtime.Attachment.begin(new File(folder), instrumentation);
    }

    private static void showRuntime(Instrumentation instrumentation) throws Exception {
        File jar = new File(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        // Instrumented classes of any loader find what the bootstrap loader has; OSGi's ask it only for named
        // packages.
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
        String known = System.getProperty(DELEGATED);
        if (known == null || !Arrays.asList(known.split(",")).contains(RUNTIME))
            System.setProperty(DELEGATED, known == null ? RUNTIME : known + "," + RUNTIME);
    }
}
