package jouleline.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;

/**
 * Entry of the Java agent: makes the runtime visible to every class, then
 * hands over to it. Its argument is the folder of the recording.
 */
public final class Agent {
    private Agent() {}

    public static void premain(String folder, Instrumentation instrumentation) throws Exception {
        File jar = new File(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        // Instrumented classes of any loader find what the bootstrap loader has.
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
        // Linked only now, so that there is one runtime: the one that instrumented classes find.
        jouleline.runtime.Recording.start(new File(folder), instrumentation);
    }
}
