import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Fields, calls, creation, generics, inner classes, lambdas, strings. */
class Objects<T extends Comparable<T>> {
  static int count = 3;
  static final int LIMIT = 10;
  private final List<T> items = new ArrayList<>(LIMIT);
  Objects<T> next;
  int[] data = {1, 2, 3};
  int[][] grid = {{1}, {2, 3}};
  T value;

  Objects(int size) {
    this(size, null);
    data[0] = size;
  }

  Objects(int size, T value) {
    this.value = value;
    data = new int[size];
  }

  static int twice(int x) { return x * 2; }
  static long sum(int... xs) {
    long total = 0;
    for (int x : xs) total += x;
    return total;
  }
  static void print(String format, Object... parts) { }
  private int hidden(double d) { return (int) d; }
  T first() { return items.get(0); }
  <R> R map(Function<? super T, ? extends R> f) { return f.apply(value); }

  void calls(Objects<String> other, List<? extends Number> numbers) {
    count += twice(3) + Objects.twice(count);
    sum();
    sum(1, 2, count);
    sum(data);
    print("x", 1, "y", 2L);
    hidden(count);
    this.hidden(3);
    String s = other.first();
    other.first().length();
    other.value.length();
    s = other.value;
    Object o = other.first();
    other.first();
    int length = other.map(String::length);
    double d = numbers.get(0).doubleValue();
    next.next.value = null;
    next.data[1]++;
    Objects<T> copy = new Objects<>(3, value);
    T t = copy.first();
    int compared = t.compareTo(value);
    toString();
    super.toString();
    int[] cloned = data.clone();
    Class<?> c = s.getClass();
    c = String.class;
    System.out.println(count);
    System.out.println("x" + count + 'c' + 1 + null + d + s + (s + "z"));
    s += count;
    s = "lit" + LIMIT;
    long[][] cells = new long[3][count];
    long[][] rows = new long[3][];
    String[] words = {"a", s, null};
    Object[] any = new Object[] {1, 'c', words};
    grid[0][1] = rows.length;
    String cast = (String) o;
    Object up = (Object) cast;
    CharSequence wide = (CharSequence) cast;
    List<String> list = (List<String>) o;
    Math.max(count, 3);
    Math.sqrt(count);
  }

  void lambdas(List<String> names, Map<String, Integer> ages) {
    int base = count;
    names.forEach(x -> System.out.println(x));
    names.forEach(System.out::println);
    names.removeIf(x -> x.length() > base);
    Supplier<List<String>> make = ArrayList::new;
    Function<Integer, Integer> add = x -> x + base;
    Runnable run = () -> {
      if (base > 3) return;
      count++;
    };
    Runnable self = this::lambdaTarget;
    Comparator<String> byLength = (a, b) -> a.length() - b.length();
    int r = add.apply(3);
    ages.merge("x", 1, Integer::sum);
    ages.computeIfAbsent("y", k -> k.length());
    int age = ages.get("x");
    names.stream().filter(x -> !x.isEmpty()).map(String::trim).forEach(x -> { });
    Map<String, List<Integer>> groups = new HashMap<>();
    groups.get("x").get(0);
    int deep = groups.get("x").get(0);
    for (int i : groups.get("x")) count += i;
  }

  void lambdaTarget() { }
  Object nulls() { String s = (String) null; Object o = (Object) null; return s == null ? o : s; }

  class Inner {
    int own = count;
    void use() {
      own = data[0];
      Objects.this.value = null;
      value = first();
      lambdaTarget();
    }
    class Deep {
      void use() { own++; data[0]++; new Inner(); new Deep(); }
    }
    class Heir extends Objects<String> {
      Heir() { super(2); }
      int both() { return count + Objects.this.count + Heir.this.count; }
      Object more() { return Objects.this.new Inner(); }
      Inner mine() { return new Inner(); }
    }
  }

  static class Nested extends Objects<String> {
    Nested() { super(1); }
    void make() {
      Inner inner = new Inner();
      Objects<String> o = this;
      Objects<String>.Inner other = o.new Inner();
      value.length();
      int l = first().length();
    }
  }

  void anonymous(int captured, String text) {
    Runnable r = new Runnable() {
      int state = captured;
      @Override public void run() {
        state += captured + text.length();
        count++;
        data[0] = state;
      }
    };
    r.run();
    class Local {
      int get() { return captured + LIMIT; }
    }
    count = new Local().get();
  }
}
