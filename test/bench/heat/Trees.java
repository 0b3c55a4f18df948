import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A library for JSON: "a" mostly reads trees, "b" mostly writes objects and reads them as lists and arrays. */
public class Trees {
    public static class Item {
        public int id;
        public String name;
        public double[] values;
        public Map<String, Integer> counts = new LinkedHashMap<>();
    }

    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Item item = new Item();
            item.id = i;
            item.name = "name \"" + i;
            item.values = new double[] {i, i / 3.0, -i};
            item.counts.put("k" + i % 5, i);
            items.add(item);
        }
        String text = mapper.writeValueAsString(items);
        long sum = 0;
        for (int i = 0; i < 22; i++) {
            if (arguments[0].equals("a") == i < 20) {
                for (JsonNode node : mapper.readTree(text)) sum += node.get("id").asInt() + node.path("values").size();
            } else {
                sum += mapper.writeValueAsString(items).length();
                sum += mapper.readValue(text, List.class).size();
                sum += mapper.readValue(text, Item[].class)[3].values.length;
            }
        }
        System.out.println(sum);
    }
}
