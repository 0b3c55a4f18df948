import java.util.PriorityQueue;

/** Packs texts by Huffman's codes and unpacks them: `Huffman LENGTH ROUNDS`. */
class Huffman {
    private static final class Node implements Comparable<Node> {
        final int symbol;
        final long weight;
        final Node zero;
        final Node one;

        Node(int symbol, long weight, Node zero, Node one) {
            this.symbol = symbol;
            this.weight = weight;
            this.zero = zero;
            this.one = one;
        }

        @Override
        public int compareTo(Node other) {
            return weight == other.weight ? symbol - other.symbol : Long.compare(weight, other.weight);
        }
    }

    public static void main(String[] arguments) {
        byte[] text = text(Integer.parseInt(arguments[0]));
        long bits = 0;
        for (int round = 0; round < Integer.parseInt(arguments[1]); round++) {
            text[round] ^= 1;
            Node tree = tree(text);
            String[] codes = new String[256];
            name(tree, "", codes);
            byte[] packed = new byte[text.length * 2];
            int length = pack(text, codes, packed);
            byte[] unpacked = unpack(tree, packed, length, text.length);
            if (!java.util.Arrays.equals(text, unpacked)) throw new IllegalStateException("differs");
            bits += length;
        }
        System.out.println(bits);
    }

    private static byte[] text(int length) {
        byte[] text = new byte[length];
        int state = 1;
        for (int i = 0; i < length; i++) {
            state = state * 1103515245 + 12345;
            int value = state >>> 16 & 255;
            text[i] = (byte) ('a' + value * value / 2600);
        }
        return text;
    }

    private static Node tree(byte[] text) {
        long[] counts = new long[256];
        for (byte each : text) counts[each & 255]++;
        PriorityQueue<Node> nodes = new PriorityQueue<>();
        for (int symbol = 0; symbol < 256; symbol++)
            if (counts[symbol] > 0) nodes.add(new Node(symbol, counts[symbol], null, null));
        int next = 256;
        while (nodes.size() > 1) {
            Node zero = nodes.poll();
            Node one = nodes.poll();
            nodes.add(new Node(next++, zero.weight + one.weight, zero, one));
        }
        return nodes.poll();
    }

    private static void name(Node node, String code, String[] codes) {
        if (node.zero == null) {
            codes[node.symbol] = code;
            return;
        }
        name(node.zero, code + "0", codes);
        name(node.one, code + "1", codes);
    }

    private static int pack(byte[] text, String[] codes, byte[] packed) {
        int at = 0;
        for (byte each : text) {
            String code = codes[each & 255];
            for (int i = 0; i < code.length(); i++) {
                if (code.charAt(i) == '1') packed[at >> 3] |= (byte) (1 << (at & 7));
                at++;
            }
        }
        return at;
    }

    private static byte[] unpack(Node tree, byte[] packed, int bits, int length) {
        byte[] text = new byte[length];
        int to = 0;
        Node node = tree;
        for (int at = 0; at < bits; at++) {
            node = (packed[at >> 3] >> (at & 7) & 1) == 0 ? node.zero : node.one;
            if (node.zero == null) {
                text[to++] = (byte) node.symbol;
                node = tree;
            }
        }
        return text;
    }
}
