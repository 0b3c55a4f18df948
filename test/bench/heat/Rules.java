import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** A checker of rules looks at Java files: "a" by Sun's rules, "b" by Google's. */
public class Rules {
    public static void main(String[] arguments) throws Exception {
        StringBuilder text = new StringBuilder("package x;\nimport java.util.*;\npublic class A {\n");
        for (int i = 0; i < 120; i++)
            text.append("  /** Adds. */\n  public int add").append(i)
                    .append("(int a,int b) {\n    for (int i = 0; i < a; i++) { b+=i*").append(i)
                    .append("; }\n    if (a > 3) return a; else return new ArrayList<Integer>(b).size();\n  }\n");
        Path folder = Files.createTempDirectory("rules");
        Path file = Files.writeString(folder.resolve("A.java"), text.append("}\n"));
        Configuration rules = ConfigurationLoader.loadConfiguration(
                arguments[0].equals("a") ? "/sun_checks.xml" : "/google_checks.xml",
                new PropertiesExpander(new Properties()));
        Checker checker = new Checker();
        checker.setModuleClassLoader(Checker.class.getClassLoader());
        checker.configure(rules);
        int found = 0;
        for (int i = 0; i < 3; i++) found += checker.process(List.of(file.toFile()));
        checker.destroy();
        Files.delete(file);
        Files.delete(folder);
        System.out.println(found);
    }
}
