import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A template engine fills pages: "a" tables of items, "b" macros, assignments and numbers. */
public class Templates {
    private static final String TABLE = "<h1>${title?upper_case}</h1><table><#list items as item><#if item.price gt 10>"
            + "<tr><td>${item_index}</td><td>${item.name?html}</td><td>${item.price?string('0.00')}</td></tr>"
            + "<#else><tr class='cheap'><td>${item.name}</td></tr></#if></#list></table>";
    private static final String MACROS = "<#macro box text><div>${text?cap_first}<#nested></div></#macro><#assign total = 0>"
            + "<#list items as item><#assign total = total + item.price * 2><@box text=item.name>${total}</@box></#list>"
            + "<#list 1..200 as i><#if i % 3 == 0>${i * i}<#elseif i % 5 == 0>${i?c}</#if></#list>";

    public static void main(String[] arguments) throws Exception {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_32);
        List<Map<String, Object>> items = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Map<String, Object> item = new HashMap<>();
            item.put("name", "item <" + i + ">");
            item.put("price", i * 37 % 41);
            items.add(item);
        }
        Map<String, Object> model = new HashMap<>();
        model.put("title", "stock");
        model.put("items", items);
        int length = 0;
        for (int i = 0; i < 30; i++) {
            Template template = new Template("page", new StringReader(arguments[0].equals("a") ? TABLE : MACROS), configuration);
            StringWriter out = new StringWriter();
            template.process(model, out);
            length += out.toString().length();
        }
        System.out.println(length);
    }
}
