import java.util.List;

/** Records, sealed types, patterns, enums. */
class Modern {
  enum Color {
    RED, GREEN(3), BLUE { @Override int weight() { return 9; } };
    final int weight;
    Color() { this(1); }
    Color(int weight) { this.weight = weight; }
    int weight() { return weight; }
  }

  record Point(int x, long y) {
    static int made;
    Point {
      if (x < 0) throw new IllegalArgumentException("negative " + x);
      made++;
    }
    Point(int x) { this(x, 0); }
    double length() { return Math.sqrt(x * x + y * y); }
  }

  sealed interface Shape permits Circle, Square { }
  record Circle(double radius) implements Shape { }
  record Square(double side) implements Shape { }

  int colors(Color c) {
    switch (c) {
      case RED: return 1;
      case GREEN: return 2;
      default: return c.ordinal();
    }
  }

  int patterns(Object o, List<?> list) {
    if (o instanceof String s && s.length() > 2) return s.length();
    if (!(o instanceof Integer i)) return 0;
    if (list.get(0) instanceof Point p) return p.x() + i;
    return i + Color.valueOf("RED").weight;
  }

  String text(int x) {
    var lines = """
        one
        two""";
    var list = List.of(1, 2, 3);
    for (var i : list) x += i;
    return lines + x;
  }
}
