import java.util.ArrayDeque;
import java.util.Deque;

/** An interpreter of a little language, expressions on a stack and virtual calls, each as often as it is told. */
class Machine {
    interface Node {
        long value(long x);
    }

    record Constant(long value) implements Node {
        public long value(long x) {
            return value;
        }
    }

    record Variable() implements Node {
        public long value(long x) {
            return x;
        }
    }

    record Sum(Node left, Node right) implements Node {
        public long value(long x) {
            return left.value(x) + right.value(x);
        }
    }

    record Product(Node left, Node right) implements Node {
        public long value(long x) {
            return left.value(x) * right.value(x);
        }
    }

    public static void main(String[] arguments) {
        int depth = Integer.parseInt(arguments[0]);
        long sum = 0;
        Node tree = grow(depth, 1);
        for (int round = 0; round < Integer.parseInt(arguments[1]); round++) sum += tree.value(round);
        int[] code = { 0, 5, 1, 7, 2, 3, 11, 4, 0, 5 };
        sum += run(code, Integer.parseInt(arguments[2]));
        for (int round = 0; round < Integer.parseInt(arguments[3]); round++) sum += postfix("12+34+*56*+7+89*+");
        System.out.println(sum);
    }

    static Node grow(int depth, int seed) {
        if (depth == 0) return seed % 2 == 0 ? new Variable() : new Constant(seed);
        Node left = grow(depth - 1, seed * 3 + 1), right = grow(depth - 1, seed + 2);
        return seed % 3 == 0 ? new Product(left, right) : new Sum(left, right);
    }

    static long run(int[] code, int steps) {
        long accumulator = 1;
        int at = 0;
        for (int step = 0; step < steps; step++) {
            switch (code[at]) {
                case 0 -> accumulator += code[(at + 1) % code.length];
                case 1 -> accumulator *= code[(at + 1) % code.length];
                case 2 -> accumulator ^= accumulator >>> 7;
                case 3 -> accumulator -= code[(at + 1) % code.length];
                default -> accumulator = -accumulator;
            }
            at = (at + 2) % code.length;
        }
        return accumulator;
    }

    static long postfix(String expression) {
        Deque<Long> stack = new ArrayDeque<>();
        for (int i = 0; i < expression.length(); i++) {
            char c = expression.charAt(i);
            if (c >= '0' && c <= '9') stack.push((long) (c - '0'));
            else if (c == '+') stack.push(stack.pop() + stack.pop());
            else stack.push(stack.pop() * stack.pop());
        }
        return stack.pop();
    }
}
