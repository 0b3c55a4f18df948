import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON parser, and the front end of a compiler of small expressions. */
class Parsers {
    static long json() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < 900; i++)
            text.append(i == 0 ? "" : ",").append("{\"id\": ").append(i).append(", \"name\": \"item \\u0041").append(i)
                .append("\", \"tags\": [true, false, null, -1.5e3], \"nested\": {\"a\": [], \"b\": {}}}");
        Json parser = new Json(text.append(']').toString());
        return ((List<?>) parser.value()).size();
    }

    static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            space();
            switch (text.charAt(at)) {
                case '{': return object();
                case '[': return array();
                case '"': return string();
                case 't': at += 4; return true;
                case 'f': at += 5; return false;
                case 'n': at += 4; return null;
                default: return number();
            }
        }

        private Map<String, Object> object() {
            Map<String, Object> fields = new LinkedHashMap<>();
            at++;
            space();
            while (text.charAt(at) != '}') {
                String name = string();
                space();
                at++;
                fields.put(name, value());
                space();
                if (text.charAt(at) == ',') at++;
                space();
            }
            at++;
            return fields;
        }

        private List<Object> array() {
            List<Object> items = new ArrayList<>();
            at++;
            space();
            while (text.charAt(at) != ']') {
                items.add(value());
                space();
                if (text.charAt(at) == ',') at++;
                space();
            }
            at++;
            return items;
        }

        private String string() {
            StringBuilder letters = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char letter = text.charAt(at);
                if (letter != '\\') {
                    letters.append(letter);
                } else if (text.charAt(++at) == 'u') {
                    letters.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    letters.append(text.charAt(at));
                }
            }
            at++;
            return letters.toString();
        }

        private double number() {
            int start = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            return Double.parseDouble(text.substring(start, at));
        }

        private void space() {
            while (at < text.length() && text.charAt(at) <= ' ') at++;
        }
    }

    static long compiler() {
        StringBuilder source = new StringBuilder();
        for (int i = 0; i < 700; i++)
            source.append("let v").append(i).append(" = (").append(i).append(" + 3 * x) - y / (2 + ").append(i % 7).append("); ");
        return new Compiler(source.toString()).compile();
    }

    static final class Compiler {
        private final List<String> tokens = new ArrayList<>();
        private final List<int[]> code = new ArrayList<>();
        private final Map<String, Integer> names = new LinkedHashMap<>();
        private int at;

        Compiler(String source) {
            int i = 0;
            while (i < source.length()) {
                char letter = source.charAt(i);
                int start = i++;
                if (letter <= ' ') continue;
                if (Character.isLetterOrDigit(letter)) while (i < source.length() && Character.isLetterOrDigit(source.charAt(i))) i++;
                tokens.add(source.substring(start, i));
            }
        }

        long compile() {
            while (at < tokens.size()) {
                at++;
                String name = tokens.get(at);
                at += 2;
                sum();
                at++;
                emit(1, slot(name));
            }
            long hash = 0;
            for (int[] instruction : code) hash = hash * 31 + instruction[0] * 7 + instruction[1];
            return hash;
        }

        private void sum() {
            product();
            while (tokens.get(at).equals("+") || tokens.get(at).equals("-")) {
                int operation = tokens.get(at++).charAt(0);
                product();
                emit(2, operation);
            }
        }

        private void product() {
            atom();
            while (tokens.get(at).equals("*") || tokens.get(at).equals("/")) {
                int operation = tokens.get(at++).charAt(0);
                atom();
                emit(2, operation);
            }
        }

        private void atom() {
            String token = tokens.get(at++);
            if (token.equals("(")) {
                sum();
                at++;
            } else if (Character.isDigit(token.charAt(0))) {
                emit(3, Integer.parseInt(token));
            } else {
                emit(4, slot(token));
            }
        }

        private int slot(String name) {
            return names.computeIfAbsent(name, key -> names.size());
        }

        private void emit(int operation, int operand) {
            code.add(new int[] {operation, operand});
        }
    }
}
