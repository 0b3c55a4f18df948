/**
 * Common methods of the platform, and lines of Java that call them.
 *
 * Sits in `models/`, under `library-benchmarks.ts`.
 */

export interface LibraryBenchmark {
  readonly title: string;
  readonly locals: readonly string[];
  readonly round: readonly string[];
  /**
   * True where the lines need each other; otherwise each is measured by itself, since their costs can't be told
   * apart together.
   */
  readonly isWhole?: true;
  /** `n` in the locals; without sizes it is measured once. */
  readonly sizes?: readonly number[];
}

export const SIZES = [4, 16, 64, 256];

export const LIBRARY_CALLS: readonly LibraryBenchmark[] = [
  ...(['sqrt', 'sin', 'cos', 'exp', 'log', 'abs', 'floor', 'ceil'] as const).map((name) => ({
    title: `Math.${name}`,
    locals: ['double a = Inputs.aD, r = 0;'],
    round: [`r = Math.${name}(a);`, `r = Math.${name}(a);`],
  })),
  {
    title: 'Math.pow',
    locals: ['double a = Inputs.aD, b = Inputs.bD, r = 0;'],
    round: ['r = Math.pow(a, b);'],
  },
  {
    title: 'Math.max of int',
    locals: ['int a = Inputs.aI, b = Inputs.bI, r = 0;'],
    round: ['r = Math.max(a, b);', 'r = Math.min(a, b);', 'r = Math.abs(a);'],
  },
  {
    title: 'Math.max of double',
    locals: ['double a = Inputs.aD, b = Inputs.bD, r = 0;'],
    round: ['r = Math.max(a, b);', 'r = Math.min(a, b);'],
  },
  {
    title: 'Integer.valueOf',
    locals: ['int a = Inputs.aI;', 'Integer r = a;'],
    round: ['r = Integer.valueOf(a);', 'a = r.intValue();'],
  },
  {
    title: 'Integer.parseInt',
    locals: ['String s = "" + Inputs.aI;', 'int r = 0;'],
    round: ['r = Integer.parseInt(s);'],
  },
  {
    title: 'Integer.toString',
    locals: ['int a = Inputs.aI;', 'String r = null;'],
    round: ['r = Integer.toString(a);'],
  },
  { title: 'Integer.bitCount', locals: ['int a = Inputs.aI, r = 0;'], round: ['r = Integer.bitCount(a);'] },
  {
    title: 'String.charAt',
    locals: ['String s = Inputs.text;', 'int r = 0;'],
    round: ['r = s.charAt(1);', 'r = s.charAt(2);', 'r = s.length();'],
  },
  {
    title: 'String.equals',
    locals: ['String s = text(n), t = text(n);', 'boolean r = false;'],
    round: ['r = s.equals(t);'],
    sizes: SIZES,
  },
  {
    title: 'String.indexOf',
    locals: ['String s = text(n);', 'int r = 0;'],
    round: ["r = s.indexOf('?');"],
    sizes: SIZES,
  },
  {
    title: 'String.substring',
    locals: ['String s = text(n + 1), r = null;'],
    round: ['r = s.substring(1);'],
    sizes: SIZES,
  },
  {
    title: 'String.hashCode',
    locals: ['String s = Inputs.text;', 'int r = 0;'],
    round: ['r = s.hashCode();'],
  },
  {
    title: 'String.compareTo',
    locals: ['String s = text(n), t = text(n);', 'int r = 0;'],
    round: ['r = s.compareTo(t);'],
    sizes: SIZES,
  },
  {
    title: 'StringBuilder.append of char',
    isWhole: true,
    locals: ['int r = 0;'],
    round: [
      'StringBuilder s = new StringBuilder();',
      "for (int j = 0; j < n; j++) s.append('x');",
      'r = s.length();',
    ],
    sizes: [4, 16],
  },
  {
    title: 'StringBuilder.append of String',
    isWhole: true,
    locals: ['String t = text(n);', 'String r = null;'],
    round: ['StringBuilder s = new StringBuilder();', 's.append(t);', 'r = s.toString();'],
    sizes: SIZES,
  },
  {
    title: 'Arrays.fill',
    locals: ['int[] x = new int[n];'],
    round: ['java.util.Arrays.fill(x, 1);'],
    sizes: SIZES,
  },
  {
    title: 'Arrays.copyOf',
    locals: ['int[] x = new int[n], r = x;'],
    round: ['r = java.util.Arrays.copyOf(x, n);'],
    sizes: SIZES,
  },
  {
    title: 'System.arraycopy',
    locals: ['int[] x = new int[n], y = new int[n];'],
    round: ['System.arraycopy(x, 0, y, 0, n);'],
    sizes: SIZES,
  },
  {
    title: 'array clone',
    locals: ['long[] x = new long[n], r = x;'],
    round: ['r = x.clone();'],
    sizes: SIZES,
  },
];
