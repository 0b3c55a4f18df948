package jouleline.runtime;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Has the JVM ask for loaded classes again. */
final class Retransformation {
    /** The number of classes that are swapped in one pause of the program. */
    private static final int BATCH = 50;

    private final Instrumentation instrumentation;
    private final Set<String> names;

    /** `names` are those of the classes, with slashes. */
    Retransformation(Instrumentation instrumentation, Set<String> names) {
        this.instrumentation = instrumentation;
        this.names = names;
    }

    /** Replaces loaded classes by instrumented ones, and notes which. */
    void swap(ClassSwap swap) {
        Map<String, Throwable> problems = run();
        for (String name : swap.given()) if (!problems.containsKey(name)) Recording.note("instrumented", name);
        note(problems, "");
    }

    void putBack() {
        note(run(), "it can't be put back: ");
    }

    /** The errors, by name of the class. The classes without errors are retransformed. */
    Map<String, Throwable> run() {
        List<Class<?>> classes = listLoaded();
        Map<String, Throwable> problems = new HashMap<String, Throwable>();
        for (int i = 0; i < classes.size(); i += BATCH) {
            List<Class<?>> batch = classes.subList(i, Math.min(i + BATCH, classes.size()));
            try {
                instrumentation.retransformClasses(batch.toArray(new Class<?>[0]));
            } catch (Throwable oneOfThem) {
                for (Class<?> each : batch) {
                    try {
                        instrumentation.retransformClasses(each);
                    } catch (Throwable problem) {
                        problems.put(nameOf(each), problem);
                    }
                }
            }
        }
        return problems;
    }

    private List<Class<?>> listLoaded() {
        List<Class<?>> found = new ArrayList<Class<?>>();
        for (Class<?> each : instrumentation.getAllLoadedClasses())
            if (names.contains(nameOf(each)) && instrumentation.isModifiableClass(each)) found.add(each);
        return found;
    }

    private static void note(Map<String, Throwable> problems, String what) {
        for (Map.Entry<String, Throwable> each : problems.entrySet())
            Recording.note("failed", each.getKey() + "\t" + what + oneLine(each.getValue()));
    }

    private static String nameOf(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    static String oneLine(Throwable problem) {
        return problem.toString().replaceAll("[\t\r\n]+", " ");
    }
}
