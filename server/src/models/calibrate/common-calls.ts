/**
 * Methods of texts, boxes, numbers and arrays that programs call most.
 *
 * Sits in `models/`, beside `library-benchmarks.ts`. These are the overloads that
 * most of the 12,231 classes of twelve libraries name (commons-lang3, -math3,
 * -collections4, -compress, -text, -csv, guava, jackson-databind, spring-core,
 * groovy, bcel, velocity), without those of reflection, files and streams of
 * bytes; and those that parse and print numbers. All are in Java 8, so that
 * every JDK compiles them.
 */
import { readBenchmarks } from './benchmark';

/**
 * The benchmark of appending one piece to a builder that is emptied as soon as it is full: its text grows, as in
 * programs.
 */
function append(type: string, locals: string): string {
  return `StringBuilder.append of ${type} | whole
  ${locals}  String r = null;
  > StringBuilder s = new StringBuilder();  for (int j = 0; j < 12; j++) s.append(a);  r = s.toString();`;
}

const PARSED_DOUBLES = ['12', '-1.5e3', '3.14159265', '0.001'].map(
  (number) => `Double.parseDouble of ${number}
  String s = "${number}";  double r = 0;
  > r = Double.parseDouble(s);`,
);

const PARSED_INTEGERS = ['7', '-4711', '123456'].map(
  (number) => `parsed ${number}
  String s = "${number}" + Inputs.zeroI;  int r = 0;  long l = 0;
  > r = Integer.parseInt(s);  l = Long.parseLong(s);  r = Integer.parseInt(s, 16);`,
);

export const COMMON_CALLS = readBenchmarks(`
texts | 16
  String s = text(n), t = text(n);  boolean z = false;  int r = 0;  String u = null;
  > z = s.endsWith("yz");
  > u = s.substring(1, 3);
  > u = s.substring(n / 2);
  > u = String.valueOf(s);
  > r = new String(s).hashCode();
  > z = s.equals("abx");
whole texts | 24
  String s = text(n), t = text(n);  boolean z = false;  int r = 0;  String u = null;
  > z = s.equalsIgnoreCase(t);
  > r = s.lastIndexOf(97);
  > r = s.indexOf("?b");
  > u = s.concat(t);
  > u = s.replace('b', 'c');
  > u = s.replace("bc", "c");
  > u = s.toLowerCase();
  > u = s.toUpperCase();
  > z = s.contains("?d");
String.split over sizes | 16 64
  String s = text(n).replace("k", ",").replace("e", ",");  String[] r = null;
  > r = s.split(",");
CharSequence
  CharSequence s = Inputs.text;  int r = 0;  String t = null;
  > r = s.charAt(1);  r = s.length();  t = s.toString();
String.format
  String r = null;  Integer i = Inputs.aI;
  > r = String.format("%s is %d", "x", i);
String of chars | 4 64
  char[] c = text(n).toCharArray();  String r = null;
  > r = new String(c, 0, n);  r = String.valueOf(c);
${append('int', 'int a = Inputs.aI;')}
${append('long', 'long a = Inputs.aL;')}
${append('double', 'double a = Inputs.aD;')}
${append('boolean', 'boolean a = Inputs.yes;')}
${append('Object', 'Integer a = Inputs.aI;')}
${append('short String', 'String a = Inputs.text;')}
StringBuilder of a size
  StringBuilder s = null;  int r = 0;  char c = 0;
  > s = new StringBuilder(40);  s = new StringBuilder();  s = new StringBuilder("text");
StringBuilder by places | 16
  StringBuilder s = new StringBuilder(text(n));  int r = 0;
  > r = s.length();  r = s.charAt(3);  s.setCharAt(2, 'x');  s.setLength(n);  s.reverse();
StringBuilder.insert | whole
  int r = 0;
  > StringBuilder s = new StringBuilder();
  > for (int j = 0; j < 8; j++) s.insert(0, 'x');
  > s.deleteCharAt(3);
  > r = s.length();
${PARSED_DOUBLES.join('\n')}
${PARSED_INTEGERS.join('\n')}
printed numbers
  int a = Inputs.aI;  long b = Inputs.aL;  double d = Inputs.aD;  Object o = Inputs.bR;  String r = null;
  > r = Integer.toString(a);
  > r = Integer.toHexString(a);
  > r = Long.toString(b);
  > r = Double.toString(d);
  > r = String.valueOf(d);
  > r = String.valueOf(b);
  > r = String.valueOf(o);
  > r = String.valueOf('x');
  > r = o.toString();
boxed
  int a = Inputs.aI;
  Integer i = a, j = a + 1000;
  Long l = Inputs.aL;
  Double d = Inputs.aD;
  Character c = null;
  Boolean b = Inputs.yes;
  Number m = i;
  Object o = i;
  boolean z = false;
  int r = 0;
  double f = 0;
  > i = a + 5000;
  > c = (char) (a + 'a');
  > r = c == null ? 1 : c.charValue();
  > z = b.booleanValue();
  > f = m.doubleValue();
  > r = m.intValue();
  > z = i.equals(o);
  > r = i.hashCode();
  > r = i.compareTo(j);
  > r = l.compareTo(l);
  > z = Double.isNaN(f);
  > z = o.equals(j);
Objects
  Object a = Inputs.bR, b = a, o = null;  boolean z = false;  int r = 0;
  > o = java.util.Objects.requireNonNull(a);
  > o = java.util.Objects.requireNonNull(a, "none");
  > z = java.util.Objects.equals(a, b);
  > r = java.util.Objects.hash(a, b);
  > r = java.util.Objects.hashCode(a);
  > o = a.getClass();
  > z = a.equals(b);
further mathematics
  double a = Inputs.aD, b = Inputs.bD, r = 0;
  float f = Inputs.aF, g = Inputs.bF;
  long l = Inputs.aL, m = Inputs.bL;
  int i = Inputs.aI, j = Inputs.bI;
  > r = Math.tan(a);
  > r = Math.atan2(a, b);
  > r = Math.atan(a);
  > r = Math.asin(b / a);
  > r = Math.cbrt(a);
  > r = Math.hypot(a, b);
  > r = Math.log10(a);
  > r = Math.signum(a);
  > r = Math.toRadians(a);
  > l = Math.max(l, m);
  > l = Math.min(l, m);
  > l = Math.abs(m);
  > f = Math.max(f, g);
  > f = Math.abs(g);
  > i = Math.round(f);
  > i = Math.floorMod(i, j);
  > i = Math.floorDiv(i, j);
  > i = Integer.signum(i);
  > i = Long.bitCount(l);
  > i = Long.numberOfTrailingZeros(l);
  > i = Integer.numberOfLeadingZeros(i);
  > i = Integer.highestOneBit(j);
  > i = Float.floatToIntBits(f);
  > i = Long.hashCode(l);
  > i = Character.getNumericValue(55);
Character by itself
  char c = 'x';  boolean z = false;  int r = 0;
  > z = Character.isUpperCase(c);
  > c = Character.toLowerCase(c);
  > c = Character.toUpperCase(c);
  > r = Character.digit(c, 36);
  > z = Character.isJavaIdentifierPart(c);
arrays | 8 128
  int[] x = new int[n], y = new int[n], r = x;
  long[] l = new long[n];
  double[] d = new double[n];
  byte[] b = new byte[n], c = b;
  Object[] o = new Object[n], p = o;
  boolean z = false;
  int h = 0;
  > java.util.Arrays.fill(l, 3L);
  > java.util.Arrays.fill(d, 0.5);
  > java.util.Arrays.fill(o, null);
  > z = java.util.Arrays.equals(x, y);
  > h = java.util.Arrays.hashCode(x);
  > r = java.util.Arrays.copyOfRange(x, 0, n);
  > c = java.util.Arrays.copyOf(b, n);
  > p = java.util.Arrays.copyOf(o, n);
  > c = b.clone();
  > d = d.clone();
  > System.arraycopy(o, 0, p, 0, n);
Arrays.sort of what is in no order | whole | 4 16 64 256
  int[] from = new int[n], x = new int[n];  for (int j = 0; j < n; j++) from[j] = (j * 7919 + 13) % 1009;
  > System.arraycopy(from, 0, x, 0, n);  java.util.Arrays.sort(x);
Arrays.binarySearch | 64
  int[] x = new int[n];  for (int j = 0; j < n; j++) x[j] = j * 3;  int r = 0;
  > r = java.util.Arrays.binarySearch(x, 7);
Arrays.sort of texts | whole | 8 64
  String[] from = new String[n], x = new String[n];
  for (int j = 0; j < n; j++) from[j] = "k" + (j * 7919 + 13) % 1009;
  > System.arraycopy(from, 0, x, 0, n);  java.util.Arrays.sort(x);
`);
