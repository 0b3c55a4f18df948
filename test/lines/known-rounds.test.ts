/** Java text to the rounds of its loops, as far as other members tell them. */
import { describe, expect, it, test } from 'vitest';
import type { MemberRecord } from '../../server/src/analysis/file-operations';
import { finish } from '../../server/src/base/steps';
import { regionsWithin } from '../../server/src/flow/source/frequencies';
import type { Region } from '../../server/src/flow/source/region';
import { GIVEN_NUMBER } from '../../server/src/flow/source/assumptions';
import { KnownRounds, tellSame } from '../../server/src/lines/known-rounds';
import { newAnalyzer, operationsOf } from '../support/analyze-text';

type Files = Readonly<Record<string, string>>;

function membersIn(files: Files): ReadonlyMap<string, readonly MemberRecord[]> {
  const analyzer = newAnalyzer();
  for (const [path, text] of Object.entries(files)) analyzer.setHeaders(path, text);
  return new Map(
    Object.entries(files).map(([path, text]) => [path, operationsOf(analyzer, path, text).members]),
  );
}

function firstBlockIn(body: Region): number {
  return Math.min(...regionsWithin(body).flatMap((part) => (part.kind === 'block' ? [part.block] : [])));
}

/** The rounds of the loops in each method, in the order of the text; those that nobody tells are "?". */
function roundsIn(members: readonly MemberRecord[]): Readonly<Record<string, string>> {
  const all = members.map(({ name, operations }): [string, string] => {
    const loops = regionsWithin(operations.region)
      .filter((region) => region.kind === 'loop')
      .map((loop) => ({ ...loop, place: firstBlockIn(loop.body) }))
      .sort((one, other) => one.place - other.place)
      .map(({ basis, trips }) => (basis === 'default' ? '?' : String(Number(trips.toFixed(2)))));
    return [/(\w+)\(/.exec(name)?.[1] ?? name, loops.join(' ')];
  });
  return Object.fromEntries(all.filter(([, loops]) => loops !== ''));
}

function knownRounds(files: Files): Readonly<Record<string, string>> {
  const members = membersIn(files);
  const rounds = new KnownRounds();
  finish(rounds.update(members));
  return roundsIn([...members.values()].flatMap((each) => rounds.settleAll(each)));
}

const inClass = (body: string): Files => ({ 'A.java': `import java.util.*;\nclass A {\n${body}\n}` });
const MAIN = 'public static void main(String[] args)';

describe('rounds of loops', () => {
  test.each<[string, string, Readonly<Record<string, string>>]>([
    [
      'a constant that reaches a parameter',
      `${MAIN} { go(500); } static void go(int n) { for (int i = 0; i < n; i++) f(); }`,
      { go: '500' },
    ],
    [
      'an argument of the program, and the number that stands in for it',
      `${MAIN} { int n = args.length > 0 ? Integer.parseInt(args[0]) : 1000; go(n); }
       static void go(int n) { for (int i = 0; i < n; i++) f(); }`,
      { go: '1000' },
    ],
    [
      'a number that is assigned later only where the program is given one',
      `${MAIN} { int n = 1000; if (args.length > 0) n = Integer.parseInt(args[0]); for (int i = 0; i < n; i++) f(); }`,
      { main: '1000' },
    ],
    [
      'a program that must be given a number',
      `${MAIN} { int n = Integer.parseInt(args[0]); for (int i = 0; i < n; i++) f(); }`,
      { main: String(GIVEN_NUMBER) },
    ],
    [
      'a field that a constructor sets, by a parameter',
      `final int size; A(int size) { this.size = size; } ${MAIN} { new A(64).go(); }
       void go() { for (int i = 0; i <= size; i++) f(); }`,
      { go: '65' },
    ],
    [
      'what a method returns',
      `static int width() { return 12; } void go() { for (int i = width() - 1; i >= 0; i -= 2) f(); }`,
      { go: '6' },
    ],
    [
      'an array that a caller makes, its rows and their lengths',
      `${MAIN} { go(new int[30][20]); }
       static void go(int[][] a) { int n = a.length; for (int i = 0; i < n; i++) for (int each : a[i]) f(); }`,
      { go: '30 20' },
    ],
    [
      'texts and lists that are written out',
      `${MAIN} { go("abcdef", List.of(1, 2, 3)); }
       static void go(String s, List<Integer> list) { for (char c : s.toCharArray()) f(); for (int each : list) f(); }`,
      { go: '6 3' },
    ],
    [
      'a list that a loop fills',
      `${MAIN} { List<String> all = new ArrayList<>(); for (int i = 0; i < 40; i++) all.add("x"); go(all); }
       static void go(List<String> all) { for (String each : all) f(); }`,
      { main: '40', go: '40' },
    ],
    [
      'the constants of an enum',
      `enum Color { RED, GREEN, BLUE } void go() { for (Color each : Color.values()) f(); }`,
      { go: '3' },
    ],
    [
      'no round at all',
      `${MAIN} { go(0); for (String each : new ArrayList<String>(List.of())) f(); } static void go(int n) { for (int i = 0; i < n; i++) f(); }`,
      { main: '0', go: '0' },
    ],
    [
      'numbers in texts that are written out, and in those that the program is given',
      `${MAIN} { go(Integer.parseInt("20"), Integer.valueOf("1000"), Integer.valueOf(args[0])); }
       static void go(int a, int b, int c) { for (int i = 0; i < a; i++) f(); for (int i = 0; i < b; i++) f(); for (int i = 0; i < c; i++) f(); }`,
      { go: `20 1000 ${GIVEN_NUMBER}` },
    ],
    [
      'random numbers below a bound, whose mean is half of it',
      `${MAIN} { int n = java.util.concurrent.ThreadLocalRandom.current().nextInt(60); for (int i = 0; i < n; i++) f(); }`,
      { main: '30' },
    ],
    [
      'a map of keys and values',
      `void go() { for (String each : Map.of("a", 1, "b", 2).keySet()) f(); }`,
      { go: '2' },
    ],
    [
      'half of what is around, where one loop begins at the counter of another',
      `${MAIN} { go(100); } static void go(int n) { for (int i = 0; i < n; i++) for (int j = i; j < n; j++) f(); }`,
      { go: '100 50' },
    ],
    [
      'while loops that count',
      `${MAIN} { go(90); } static void go(int n) { int i = 0; while (i < n) { f(); i += 3; } while (n-- > 0) f(); }`,
      { go: '30 90' },
    ],
    [
      'loops that double, and those that halve what they search',
      `${MAIN} { go(new int[1024]); }
       static void go(int[] a) { for (int i = 1; i < a.length; i *= 2) f(); }
       static void find(int[] a) { int low = 0, high = a.length; while (low < high) { int m = (low + high) / 2; if (a[m] < 5) low = m; else high = m; } }
       static void both() { find(new int[1024]); }`,
      { go: '10', find: '10' },
    ],
    // What a run of such loops in Java counted.
    [
      'whole rounds, of loops that step, double, halve and quarter',
      `void go() { int z = 0; while (z < 7) z += 2; }
       void halve() { int n = 100; while (n > 0) n >>= 1; for (int i = 100; i > 1; i /= 2) f(); }
       void twice() { for (int i = 1; i < 100; i *= 2) f(); for (int i = 1; i < 64; i *= 2) f(); for (int i = 1; i <= 64; i *= 2) f(); }
       void quarter() { for (int i = 100; i >= 4; i /= 4) f(); }
       void tested() { int i = 0; do { f(); } while (++i < 9); }`,
      { go: '4', halve: '7 6', twice: '7 6 7', quarter: '3', tested: '9' },
    ],
    [
      'half of what is around, by loops down and in steps',
      `${MAIN} { down(100); steps(100); }
       static void down(int n) { for (int i = n; i > 0; i--) for (int j = 0; j < i; j++) f(); }
       static void steps(int n) { for (int i = 0; i < n; i += 2) for (int j = i; j < n; j++) f(); }`,
      { down: '100 50', steps: '50 50' },
    ],
    [
      'a way from somewhere, whose length is known',
      `${MAIN} { go(args[0].indexOf('x'), 12); }
       static void go(int from, int length) {
         for (int i = from; i < from + length; i++) f();
         int end = from + length - 2; for (int i = from + 1; i <= end; i++) f();
         for (int i = from + 8; i > from; i--) f();
         while (from < end) from++; }`,
      { go: '12 10 8 10' },
    ],
    [
      'a list that a loop fills, in spite of a branch in another one',
      `void go() { List<String> all = new ArrayList<>();
         for (int i = 0; i < 40; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue; f(); } all.add("x"); }
         for (String s : all) f(); }`,
      { go: '40 5 40' },
    ],
    [
      'different call sites: the mean of their orders of magnitude',
      `${MAIN} { go(9); go(999); } static void go(int n) { for (int i = 0; i < n; i++) f(); }`,
      { go: '99' },
    ],
    [
      'methods that override what is called',
      `interface Shape { void draw(int n); int corners(); }
       static class Square implements Shape {
         public void draw(int n) { for (int i = 0; i < n; i++) f(); }
         public int corners() { return 4; } }
       static void go(Shape shape) { shape.draw(7); for (int i = 0; i < shape.corners(); i++) f(); }`,
      { draw: '7', go: '4' },
    ],
  ])('%s', (_, body, expected) => {
    expect(knownRounds(inClass(`static void f() {}\n${body}`))).toEqual(expected);
  });

  test.each([
    ['a field that counts', 'int n = 5; void add() { n++; } void go() { for (int i = 0; i < n; i++) f(); }'],
    [
      'lists that a condition fills',
      'void go(boolean b) { List<String> all = new ArrayList<>(); for (int i = 0; i < f(); i++) if (b) all.add(""); for (String s : all) f(); }',
    ],
    [
      'lists that a round may leave out',
      'void go(boolean b) { List<String> all = new ArrayList<>(); for (int i = 0; i < f(); i++) { if (b) continue; all.add(""); } for (String s : all) f(); }',
    ],
    [
      'no limit at all',
      `${MAIN} { go(Integer.MAX_VALUE); } static void go(int n) { for (int i = 0; i < n; i++) f(); }`,
    ],
    ['parameters that nobody gives', 'static void go(int n) { for (int i = 0; i < n; i++) f(); }'],
    [
      'results in a circle',
      'int a() { return b(); } int b() { return a(); } void go() { for (int i = 0; i < a(); i++) f(); }',
    ],
    ['a variable that hangs on itself', 'void go() { int n = n + 1; for (int i = 0; i < n; i++) f(); }'],
    [
      'a loop that another one takes on',
      'static void go() { int i = 0; while (f() > 1) { while (i < 100) i++; } }',
    ],
  ])('stay open: %s', (_, body) => {
    const rounds = knownRounds(
      inClass(`static int f() { return new java.util.ArrayList<String>().indexOf("x"); }\n${body}`),
    );
    expect(new Set(Object.values(rounds).join(' ').split(' '))).toEqual(new Set(['?']));
  });

  it('settle where recursion hands a number down', () => {
    const { go } = knownRounds(
      inClass(`static void f() {} ${MAIN} { go(100, 64); }
        static void go(int n, int m) { for (int i = 0; i < n; i++) f(); if (m > 0) go(n, m / 2); }`),
    );
    expect(go).toBe('100');
  });

  it('end for methods of 64 KB and chains of a thousand methods', () => {
    const calls = Array.from({ length: 4000 }, (_, index) => `go(${index});`).join(' ');
    const sum = Array.from({ length: 3000 }, () => 'n').join(' + ');
    const chain = Array.from(
      { length: 1000 },
      (_, i) => `static int c${i}() { return c${i + 1}() + 1; }`,
    ).join('\n');
    const rounds = knownRounds(
      inClass(`static void f() {} ${MAIN} { ${calls} int n = 3; for (int i = 0; i < ${sum}; i++) f(); }
        static void go(int n) { for (int i = 0; i < n; i++) f(); }
        ${chain} static int c1000() { return 0; }
        void last() { for (int i = 0; i < c0(); i++) f(); }`),
    );
    expect(rounds['last']).toBe('1000');
    expect(Number(rounds['go'])).toBeGreaterThan(10);
  });
});

describe('an edit', () => {
  const GO = { 'Go.java': 'class Go { static void go(int n) { for (int i = 0; i < n; i++) System.gc(); } }' };
  const main = (n: number): Files => ({ 'Main.java': `class Main { ${MAIN} { Go.go(${n}); } }` });

  it('of one file changes the rounds of another, and keeps all else', () => {
    const before = new Map([...membersIn({ ...GO, ...main(20) })]);
    const rounds = new KnownRounds();
    const brokenOff = rounds.update(before);
    for (let step = 0; step < 3; step++) brokenOff.next();
    expect(finish(rounds.update(before))).toBe(true);
    const go = before.get('Go.java') ?? [];
    const settled = rounds.settleAll(go);
    expect(roundsIn(settled)).toEqual({ go: '20' });
    expect(finish(rounds.update(before))).toBe(false);
    expect(rounds.settleAll(go)).toBe(settled);
    const edited = membersIn({ ...GO, ...main(30) }).get('Main.java') ?? [];
    expect(tellSame(before.get('Main.java') ?? [], edited)).toBe(false);
    expect(finish(rounds.update(new Map([...before, ['Main.java', edited]])))).toBe(true);
    expect(roundsIn(rounds.settleAll(go))).toEqual({ go: '30' });
    finish(rounds.update(new Map([['Go.java', go]])));
    expect(roundsIn(rounds.settleAll(go))).toEqual({ go: '?' });
  });
});

it('are found in steps, however many small files there are', () => {
  const one = [
    ...membersIn(
      inClass(`${MAIN} { go(500); } static void go(int n) { for (int i = 0; i < n; i++) f(); }`),
    ).values(),
  ].flat();
  const files = Array.from({ length: 9000 }, (_, index) => [`${index}.java`, [...one]] as const);
  const steps = new KnownRounds().update(files);
  let rests = 0;
  while (steps.next().done !== true) rests++;
  // One for each file that is read, one before all is solved, and more while files are added.
  expect(rests).toBeGreaterThan(files.length + 3);
});
