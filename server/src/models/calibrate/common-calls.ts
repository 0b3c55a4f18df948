/**
 * Methods of texts, boxes, numbers and arrays that programs call most.
 *
 * Sits in `models/`, beside `library-calls.ts`. These are the overloads that
 * most of the 12,231 classes of twelve libraries name (commons-lang3, -math3,
 * -collections4, -compress, -text, -csv, guava, jackson-databind, spring-core,
 * groovy, bcel, velocity), without those of reflection, files and streams of
 * bytes; and those that parse and print numbers. All are in Java 8, so that
 * every JDK compiles them.
 */
import { type LibraryBenchmark, SIZES } from './library-calls';

const TWO_TEXTS = [
  'String s = text(n), t = text(n);',
  'boolean z = false;',
  'int r = 0;',
  'String u = null;',
];
const APPENDED = 'StringBuilder s = new StringBuilder();';
const SHORT = ['12', '-1.5e3', '3.14159265', '0.001'];

/**
 * The benchmark of appending one piece to a builder that is emptied as soon as it is full: its text grows, as in
 * programs.
 */
function append(type: string, locals: string, argument: string): LibraryBenchmark {
  return {
    title: `StringBuilder.append of ${type}`,
    isWhole: true,
    locals: [locals, 'String r = null;'],
    round: [APPENDED, `for (int j = 0; j < 12; j++) s.append(${argument});`, 'r = s.toString();'],
  };
}

export const COMMON_CALLS: readonly LibraryBenchmark[] = [
  {
    title: 'texts',
    locals: TWO_TEXTS,
    round: [
      'z = s.endsWith("yz");',
      'u = s.substring(1, 3);',
      'u = s.substring(n / 2);',
      'u = String.valueOf(s);',
      'r = new String(s).hashCode();',
      'z = s.equals("abx");',
    ],
    sizes: [16],
  },
  {
    title: 'whole texts',
    locals: TWO_TEXTS,
    round: [
      'z = s.equalsIgnoreCase(t);',
      'r = s.lastIndexOf(97);',
      'r = s.indexOf("?b");',
      'u = s.concat(t);',
      "u = s.replace('b', 'c');",
      'u = s.replace("bc", "c");',
      'u = s.toLowerCase();',
      'u = s.toUpperCase();',
      'z = s.contains("?d");',
    ],
    sizes: [24],
  },
  {
    title: 'String.split over sizes',
    locals: ['String s = text(n).replace("k", ",").replace("e", ",");', 'String[] r = null;'],
    round: ['r = s.split(",");'],
    sizes: [16, 64],
  },
  {
    title: 'CharSequence',
    locals: ['CharSequence s = Inputs.text;', 'int r = 0;', 'String t = null;'],
    round: ['r = s.charAt(1);', 'r = s.length();', 't = s.toString();'],
  },
  {
    title: 'String.format',
    locals: ['String r = null;', 'Integer i = Inputs.aI;'],
    round: ['r = String.format("%s is %d", "x", i);'],
  },
  {
    title: 'String of chars',
    locals: ['char[] c = text(n).toCharArray();', 'String r = null;'],
    round: ['r = new String(c, 0, n);', 'r = String.valueOf(c);'],
    sizes: [4, 64],
  },
  append('int', 'int a = Inputs.aI;', 'a'),
  append('long', 'long a = Inputs.aL;', 'a'),
  append('double', 'double a = Inputs.aD;', 'a'),
  append('boolean', 'boolean a = Inputs.yes;', 'a'),
  append('Object', 'Integer a = Inputs.aI;', 'a'),
  append('short String', 'String a = Inputs.text;', 'a'),
  {
    title: 'StringBuilder of a size',
    locals: ['StringBuilder s = null;', 'int r = 0;', 'char c = 0;'],
    round: ['s = new StringBuilder(40);', 's = new StringBuilder();', 's = new StringBuilder("text");'],
  },
  {
    title: 'StringBuilder by places',
    locals: ['StringBuilder s = new StringBuilder(text(n));', 'int r = 0;'],
    round: ['r = s.length();', 'r = s.charAt(3);', "s.setCharAt(2, 'x');", 's.setLength(n);', 's.reverse();'],
    sizes: [16],
  },
  {
    title: 'StringBuilder.insert',
    isWhole: true,
    locals: ['int r = 0;'],
    round: [
      APPENDED,
      "for (int j = 0; j < 8; j++) s.insert(0, 'x');",
      's.deleteCharAt(3);',
      'r = s.length();',
    ],
  },
  ...SHORT.map((number): LibraryBenchmark => ({
    title: `Double.parseDouble of ${number}`,
    locals: [`String s = "${number}";`, 'double r = 0;'],
    round: ['r = Double.parseDouble(s);'],
  })),
  ...['7', '-4711', '123456'].map((number): LibraryBenchmark => ({
    title: `parsed ${number}`,
    locals: [`String s = "${number}" + Inputs.zeroI;`, 'int r = 0;', 'long l = 0;'],
    round: ['r = Integer.parseInt(s);', 'l = Long.parseLong(s);', 'r = Integer.parseInt(s, 16);'],
  })),
  {
    title: 'printed numbers',
    locals: [
      'int a = Inputs.aI;',
      'long b = Inputs.aL;',
      'double d = Inputs.aD;',
      'Object o = Inputs.bR;',
      'String r = null;',
    ],
    round: [
      'r = Integer.toString(a);',
      'r = Integer.toHexString(a);',
      'r = Long.toString(b);',
      'r = Double.toString(d);',
      'r = String.valueOf(d);',
      'r = String.valueOf(b);',
      'r = String.valueOf(o);',
      "r = String.valueOf('x');",
      'r = o.toString();',
    ],
  },
  {
    title: 'boxed',
    locals: [
      'int a = Inputs.aI;',
      'Integer i = a, j = a + 1000;',
      'Long l = Inputs.aL;',
      'Double d = Inputs.aD;',
      'Character c = null;',
      'Boolean b = Inputs.yes;',
      'Number m = i;',
      'Object o = i;',
      'boolean z = false;',
      'int r = 0;',
      'double f = 0;',
    ],
    round: [
      'i = a + 5000;',
      "c = (char) (a + 'a');",
      'r = c == null ? 1 : c.charValue();',
      'z = b.booleanValue();',
      'f = m.doubleValue();',
      'r = m.intValue();',
      'z = i.equals(o);',
      'r = i.hashCode();',
      'r = i.compareTo(j);',
      'r = l.compareTo(l);',
      'z = Double.isNaN(f);',
      'z = o.equals(j);',
    ],
  },
  {
    title: 'Objects',
    locals: ['Object a = Inputs.bR, b = a, o = null;', 'boolean z = false;', 'int r = 0;'],
    round: [
      'o = java.util.Objects.requireNonNull(a);',
      'o = java.util.Objects.requireNonNull(a, "none");',
      'z = java.util.Objects.equals(a, b);',
      'r = java.util.Objects.hash(a, b);',
      'r = java.util.Objects.hashCode(a);',
      'o = a.getClass();',
      'z = a.equals(b);',
    ],
  },
  {
    title: 'further mathematics',
    locals: [
      'double a = Inputs.aD, b = Inputs.bD, r = 0;',
      'float f = Inputs.aF, g = Inputs.bF;',
      'long l = Inputs.aL, m = Inputs.bL;',
      'int i = Inputs.aI, j = Inputs.bI;',
    ],
    round: [
      'r = Math.tan(a);',
      'r = Math.atan2(a, b);',
      'r = Math.atan(a);',
      'r = Math.asin(b / a);',
      'r = Math.cbrt(a);',
      'r = Math.hypot(a, b);',
      'r = Math.log10(a);',
      'r = Math.signum(a);',
      'r = Math.toRadians(a);',
      'l = Math.max(l, m);',
      'l = Math.min(l, m);',
      'l = Math.abs(m);',
      'f = Math.max(f, g);',
      'f = Math.abs(g);',
      'i = Math.round(f);',
      'i = Math.floorMod(i, j);',
      'i = Math.floorDiv(i, j);',
      'i = Integer.signum(i);',
      'i = Long.bitCount(l);',
      'i = Long.numberOfTrailingZeros(l);',
      'i = Integer.numberOfLeadingZeros(i);',
      'i = Integer.highestOneBit(j);',
      'i = Float.floatToIntBits(f);',
      'i = Long.hashCode(l);',
      'i = Character.getNumericValue(55);',
    ],
  },
  {
    title: 'Character by itself',
    locals: ["char c = 'x';", 'boolean z = false;', 'int r = 0;'],
    round: [
      'z = Character.isUpperCase(c);',
      'c = Character.toLowerCase(c);',
      'c = Character.toUpperCase(c);',
      'r = Character.digit(c, 36);',
      'z = Character.isJavaIdentifierPart(c);',
    ],
  },
  {
    title: 'arrays',
    locals: [
      'int[] x = new int[n], y = new int[n], r = x;',
      'long[] l = new long[n];',
      'double[] d = new double[n];',
      'byte[] b = new byte[n], c = b;',
      'Object[] o = new Object[n], p = o;',
      'boolean z = false;',
      'int h = 0;',
    ],
    round: [
      'java.util.Arrays.fill(l, 3L);',
      'java.util.Arrays.fill(d, 0.5);',
      'java.util.Arrays.fill(o, null);',
      'z = java.util.Arrays.equals(x, y);',
      'h = java.util.Arrays.hashCode(x);',
      'r = java.util.Arrays.copyOfRange(x, 0, n);',
      'c = java.util.Arrays.copyOf(b, n);',
      'p = java.util.Arrays.copyOf(o, n);',
      'c = b.clone();',
      'd = d.clone();',
      'System.arraycopy(o, 0, p, 0, n);',
    ],
    sizes: [8, 128],
  },
  {
    title: 'Arrays.sort of what is in no order',
    isWhole: true,
    locals: [
      'int[] from = new int[n], x = new int[n];',
      'for (int j = 0; j < n; j++) from[j] = (j * 7919 + 13) % 1009;',
    ],
    round: ['System.arraycopy(from, 0, x, 0, n);', 'java.util.Arrays.sort(x);'],
    sizes: SIZES,
  },
  {
    title: 'Arrays.binarySearch',
    locals: ['int[] x = new int[n];', 'for (int j = 0; j < n; j++) x[j] = j * 3;', 'int r = 0;'],
    round: ['r = java.util.Arrays.binarySearch(x, 7);'],
    sizes: [64],
  },
  {
    title: 'Arrays.sort of texts',
    isWhole: true,
    locals: [
      'String[] from = new String[n], x = new String[n];',
      'for (int j = 0; j < n; j++) from[j] = "k" + (j * 7919 + 13) % 1009;',
    ],
    round: ['System.arraycopy(from, 0, x, 0, n);', 'java.util.Arrays.sort(x);'],
    sizes: [8, 64],
  },
];
