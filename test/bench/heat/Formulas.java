import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads formulas, simplifies them, takes derivatives and draws their curves: `Formulas COUNT POINTS`. */
class Formulas {
    private interface Expression {
        double valueAt(double x);

        Expression derivative();

        default Expression simplified() {
            return this;
        }
    }

    private record Constant(double value) implements Expression {
        public double valueAt(double x) {
            return value;
        }

        public Expression derivative() {
            return new Constant(0);
        }
    }

    private record Variable() implements Expression {
        public double valueAt(double x) {
            return x;
        }

        public Expression derivative() {
            return new Constant(1);
        }
    }

    private record Sum(Expression left, Expression right) implements Expression {
        public double valueAt(double x) {
            return left.valueAt(x) + right.valueAt(x);
        }

        public Expression derivative() {
            return new Sum(left.derivative(), right.derivative());
        }

        public Expression simplified() {
            Expression a = left.simplified();
            Expression b = right.simplified();
            if (a instanceof Constant c && c.value() == 0) return b;
            if (b instanceof Constant c && c.value() == 0) return a;
            return new Sum(a, b);
        }
    }

    private record Product(Expression left, Expression right) implements Expression {
        public double valueAt(double x) {
            return left.valueAt(x) * right.valueAt(x);
        }

        public Expression derivative() {
            return new Sum(new Product(left.derivative(), right), new Product(left, right.derivative()));
        }

        public Expression simplified() {
            Expression a = left.simplified();
            Expression b = right.simplified();
            for (Expression each : List.of(a, b)) if (each instanceof Constant c && c.value() == 0) return c;
            if (a instanceof Constant c && c.value() == 1) return b;
            return b instanceof Constant c && c.value() == 1 ? a : new Product(a, b);
        }
    }

    private record Sine(Expression inner, boolean isCosine) implements Expression {
        public double valueAt(double x) {
            return isCosine ? Math.cos(inner.valueAt(x)) : Math.sin(inner.valueAt(x));
        }

        public Expression derivative() {
            Expression outer = new Sine(inner, !isCosine);
            return new Product(new Product(new Constant(isCosine ? -1 : 1), outer), inner.derivative());
        }
    }

    private final String text;
    private int at;

    private Formulas(String text) {
        this.text = text;
    }

    public static void main(String[] arguments) {
        Map<String, Expression> known = new HashMap<>();
        List<String> curves = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            String text = i % 9 + "*x*x+sin(x*" + i % 7 + "+(1+x)*0)*(x+" + i % 5 + ")*1";
            Expression expression = known.computeIfAbsent(text, key -> new Formulas(key).sum());
            Expression slope = expression.derivative().simplified().derivative().simplified();
            curves.add(draw(slope, Integer.parseInt(arguments[1])));
        }
        System.out.println(known.size() + " " + curves.hashCode());
    }

    private Expression sum() {
        Expression left = product();
        while (at < text.length() && text.charAt(at) == '+') {
            at++;
            left = new Sum(left, product());
        }
        return left;
    }

    private Expression product() {
        Expression left = operand();
        while (at < text.length() && text.charAt(at) == '*') {
            at++;
            left = new Product(left, operand());
        }
        return left;
    }

    private Expression operand() {
        if (text.startsWith("sin", at)) {
            at += 3;
            return new Sine(operand(), false);
        }
        char first = text.charAt(at++);
        if (first == 'x') return new Variable();
        if (first == '(') {
            Expression inner = sum();
            at++;
            return inner;
        }
        int start = at - 1;
        while (at < text.length() && Character.isDigit(text.charAt(at))) at++;
        return new Constant(Double.parseDouble(text.substring(start, at)));
    }

    private static String draw(Expression expression, int points) {
        double least = Double.MAX_VALUE;
        double most = -Double.MAX_VALUE;
        double[] values = new double[points];
        for (int i = 0; i < points; i++) {
            values[i] = expression.valueAt(i * 10.0 / points);
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        StringBuilder curve = new StringBuilder();
        for (double value : values) curve.append((char) ('0' + (int) (9 * (value - least) / (most - least + 1e-9))));
        return curve.toString();
    }
}
