import java.util.List;
import java.util.Map;

/** Loops, branches, jumps, switches, exceptions. */
class Control {
  int n;

  void loops(int[] a, List<String> names, List<Integer> numbers, Map<String, long[]> map, Iterable<?> any) {
    for (int i = 0; i < a.length; i++) n += a[i];
    for (int i = 0, j = 9; i < j; i++, j--) n = i;
    for (;;) {
      if (n++ > 3) break;
    }
    for (int x : a) n += x;
    for (long x : a) n += x;
    for (String s : names) n += s.length();
    for (int x : numbers) n += x;
    for (Integer x : numbers) n += x;
    for (Map.Entry<String, long[]> e : map.entrySet()) n += e.getValue()[0];
    for (Object o : any) n += o.hashCode();
    for (char c : "abc".toCharArray()) n += c;
    while (n > 3) n--;
    do n++; while (n < 9);
    do {
      if (n == 2) continue;
      n += 2;
    } while (n != 0 && a[n] > 0);
    while (n > 0) {
      if (n == 5) continue;
      if (n == 7) break;
      n--;
    }
    outer:
    for (int i = 0; i < 10; i++) {
      for (int j = 0; j < i; j++) {
        if (a[j] == 3) continue outer;
        if (a[j] == 4) break outer;
        n++;
      }
    }
    block: {
      if (n == 3) break block;
      n = 4;
    }
  }

  int branches(int x) {
    if (x > 0) n = 1;
    if (x > 1) {
      n = 2;
    } else {
      n = 3;
    }
    if (x > 2) n = 2; else if (x > 3) n = 3; else n = 4;
    if (x == 4) { } else n = 2;
    if (x == 5) n = 1; else { }
    if (x > 6) {
      if (x > 7) return 1;
    } else {
      n = 9;
    }
    if (x > 9) throw new IllegalStateException("no");
    if (x == 11) return n; else n = 4;
    return -1;
  }

  void early(int x) {
    if (x > 2) {
      n = 3;
      return;
    }
    n = x;
    while (true) {
      if (n++ > x) return;
    }
  }

  int switches(int x, String s, char c, Integer boxed) {
    switch (x) {
      case 1:
        n = 1;
        break;
      case 2:
      case 3:
        n = 2;
      case 4:
        n++;
        break;
      default:
        n = 0;
    }
    switch (x) {
      case 100: n = 1; break;
      case 2000: n = 2; break;
    }
    switch (s) {
      case "a": n = 1; break;
      case "bb": n = 2; break;
      case "Aa": case "BB": n = 3; break;
      default: n = 4;
    }
    switch (c) {
      case 'a' -> n = 1;
      case 'b', 'c' -> { n = 2; }
      default -> throw new IllegalArgumentException();
    }
    switch (boxed) {
      case 1: return 2;
      default: break;
    }
    int y = switch (x) {
      case 1 -> 2;
      case 2 -> { n = 4; yield n; }
      default -> x + 1;
    };
    long w = switch (s) { case "q": yield 1; default: yield x; };
    return switch (y) { case 3 -> 1; default -> 0; };
  }

  enum Color { RED, GREEN, BLUE }

  int tries(String s) {
    int r = 0;
    try {
      r = Integer.parseInt(s);
    } catch (NumberFormatException e) {
      r = 1;
    } catch (RuntimeException e) {
      throw e;
    }
    try {
      r++;
      return r;
    } catch (IllegalStateException | IllegalArgumentException e) {
      n = 1;
    }
    return r;
  }

  void asserts(int x) {
    n = x;
  }
}
