/** Every operator over every type, constants folded and not, compound assignments and steps. */
class Arithmetic {
  static final int K = 6;
  static final long BIG = 1L << 40;
  static final String NAME = "n" + K;
  byte b;
  short sh;
  char ch;
  long wide;
  float real;
  static int shared;
  static double[] table = {1, 2.5, K};
  Integer boxed = 4;

  int ints(int x, int y) {
    int sum = x + y - x * y / (y % 7);
    sum = sum & x | y ^ ~x;
    sum = -sum + +x << 2 >> y >>> 1;
    final int local = 3;
    return sum + local + K + (int) BIG + K * 7;
  }

  long longs(long x, int y, byte z) {
    long sum = x + y - z * x / (x % 7L);
    sum = sum & x | y ^ ~x;
    sum <<= y;
    sum >>>= x;
    sum = y << x;
    sum += 1.5;
    return -sum + BIG;
  }

  double reals(float f, double d, int i, long l, char c) {
    float g = f * i + l;
    double h = d / f % i - c;
    g += d;
    g++;
    --h;
    h = i / 2;
    return (float) d + (int) f * (long) h;
  }

  void narrow(byte x, short y, char z, int w) {
    x += w;
    x++;
    ++y;
    z--;
    y = x;
    z = (char) x;
    x = (byte) w;
    x = 5;
    y -= 3;
    x *= y;
    w += 3;
    w -= 40000;
    w += 'a';
    w -= -3;
    w = (byte) (w + z);
    w += wide;
    b++;
    sh += 2;
    ch = 'x';
    ch += 1;
    wide++;
    real -= 1;
    shared *= 2;
    long k = shared++ + --shared;
    this.wide = k;
  }

  void arrays(int[] a, byte[] bs, long[][] grid, double[] ds, char[] cs, boolean[] flags, String[] names, short[] ss, float[] fs, int i) {
    a[i] = a[i + 1] + a[0];
    a[i]++;
    a[i++] += 3;
    bs[i] += 2;
    bs[i] = (byte) i;
    grid[i][0] = a.length;
    grid[1][i] <<= 2;
    ds[i] = i;
    ds[i] += i;
    cs[0]++;
    flags[i] = i > 3;
    flags[0] |= flags[1];
    names[i] = "x";
    names[0] += i;
    ss[0] = 3;
    fs[1] = i;
    a[a[0]] = a[i] = 3;
  }

  void boxes(Integer p, Long q, Double r, Character c, Boolean t, Object o) {
    int i = p + 1;
    long l = q + p;
    Long sum = q + 1;
    Integer copy = 3;
    copy++;
    ++copy;
    copy += i;
    i = copy--;
    boxed++;
    boxed += 2;
    double d = r * i;
    d = p;
    char x = c;
    o = i;
    o = 'c';
    Byte small = 7;
    Short half = (short) i;
    i = (int) o;
    i = (Integer) o;
    if (t) i++;
    if (p == 3) i++;
    if (p < q) i++;
    if (p == copy) i++;
    boolean z = !t;
    Object either = t ? 1 : "one";
    long mixed = t ? p : l;
    Integer maybe = t ? p : copy;
  }

  boolean logic(boolean x, boolean y, int i, long l, double d, Object o, String s) {
    boolean z = x && y || !x;
    z = x & y | x ^ y;
    z &= i < 3;
    z = i < 3 && l >= i || d != 0 || !(o == null);
    z = o != s & i == 0;
    z = (i > 0) == (l < 0L);
    z = x == false;
    z = true != y;
    z = x ? y : i <= 0;
    if (x ? y : i > 3) z = false;
    if (!(x && (y || i == K))) z = true;
    if (null == o) z = x;
    if (K > 3) z = y;
    if (K < 3) z = y; else z = x;
    if (o instanceof String && !(s instanceof Comparable)) z = o instanceof Integer;
    while (true && i > 0) i--;
    return x && y ? i == l : d < i;
  }

  int choose(int i, byte b, long l) {
    int r = i > 0 ? i : -i;
    l = i > 0 ? i : l;
    b = i > 0 ? b : (byte) 1;
    float f = i == 3 ? i : b;
    return i == 0 ? 1 : i == 1 ? 2 : 3;
  }
}
