/** Switches over record patterns, which javac merges where neighbors begin with a test of the same component. */
import { describe, expect, test } from 'vitest';
import { jdks } from '../classfile/jdk-modules';
import { checkTypes } from '../agreement/check-types';
import { compareWithJavac } from './against-javac';
import { compileClasses } from './compile';
import { platformOf } from './extract-text';

const TYPES = `
  sealed interface Shape permits Circle, Square, Pair, None {}
  record Circle(double r) implements Shape {}
  record Square(int a, Object b) implements Shape {}
  record Pair(Shape one, Shape two) implements Shape {}
  record None() implements Shape {}
  record Box<T>(T held, int size) {}
  record Two<A, B>(A one, B two) {}
  record Line(Two<Shape, Shape> ends, Object name) {}
  enum Color { RED, GREEN }
`;

/** Bodies of methods that are given o, s, box and two. */
const SWITCHES: Readonly<Record<string, string>> = {
  'first components of different types': `switch (o) {
    case Pair(Circle x, Shape y): return 1;
    case Pair(Square x, Shape y): return 2;
    default: return 3;
  }`,
  'first components of the same type': `return switch (o) {
    case Pair(Circle x, Circle y) -> 1;
    case Pair(Circle x, Square y) -> 2;
    case Pair(Circle x, Shape y) -> 4;
    default -> 3;
  };`,
  'first components partly of the same type': `return switch (o) {
    case Pair(Circle x, Circle y) -> 1;
    case Pair(Circle x, Square y) -> 2;
    case Pair(Square x, Circle y) -> 5;
    case Pair(Square x, Square y) -> 6;
    default -> 3;
  };`,
  'a case of another type between': `return switch (o) {
    case Pair(Circle x, Circle y) -> 1;
    case String text -> 7;
    case Pair(Square x, Square y) -> 2;
    default -> 3;
  };`,
  'a first component that always matches': `return switch (s) {
    case Pair(Circle x, Shape y) -> 1;
    case Pair(Shape x, Circle y) -> 2;
    case Pair(Shape x, Shape y) -> 4;
    default -> 3;
  };`,
  guards: `return switch (o) {
    case Pair(Circle x, Shape y) when x.r() > 3 -> 1;
    case Pair(Circle x, Shape y) -> 2;
    case Pair(Square x, Circle y) when y.r() > 2 -> 4;
    default -> 3;
  };`,
  'nested records': `return switch (o) {
    case Pair(Pair(Circle x, Shape y), Shape z) -> 1;
    case Pair(Pair(Square x, Shape y), Shape z) -> 2;
    case Pair(Square(int a, String b), Shape z) -> 4;
    default -> 3;
  };`,
  'nested records that always match, of generic ones': `return switch (o) {
    case Line(Two<Shape, Shape>(Circle x, Shape y), String name) -> 1;
    case Line(Two<Shape, Shape>(Square x, Shape y), Object name) -> 2;
    case Line(Two<Shape, Shape>(Shape x, Shape y), Object name) -> 4;
    default -> 3;
  };`,
  'all of a sealed type': `return switch (s) {
    case Pair(Circle x, Shape y) -> 1;
    case Pair(Square x, Shape y) -> 2;
    case Pair(Pair x, Shape y) -> 4;
    case Pair(None x, Shape y) -> 5;
    case Circle c -> 6;
    case Square q -> 7;
    case None n -> 8;
  };`,
  'null, and null beside default': `switch (o) {
    case null: return 0;
    case Pair(Circle x, Shape y): return 1;
    case Pair(Square x, Shape y): return 2;
    case Line l: return 5;
    default: return 3;
  }`,
  'primitive components': `return switch (o) {
    case Square(int a, String b) -> a;
    case Square(int a, Integer b) -> a + 1;
    case Square(int a, Object b) -> a + 2;
    default -> 3;
  };`,
  'generic records': `return switch (o) {
    case Box<?>(String held, int size) -> size;
    case Box<?>(Integer held, int size) -> held;
    case Box<?>(Object held, int size) -> size + 2;
    default -> 3;
  };`,
  'cases that go on in the next': `switch (o) {
    case Pair(Circle _, Shape _): System.gc();
    case Pair(Square _, Shape _): return 2;
    default: return 3;
  }`,
  'unnamed components': `return switch (o) {
    case Pair(Circle _, Circle _) -> 1;
    case Pair(Circle _, Square y) -> 2;
    case Pair(_, Square y) -> 4;
    case Pair(_, _) -> 5;
    default -> 3;
  };`,
  'records without components, and those that stand alone': `return switch (s) {
    case None() -> 1;
    case Circle(double r) -> (int) r;
    case Pair(Circle x, Shape y) -> 2;
    case Square(int a, Object b) -> a;
    default -> 3;
  };`,
  'constants of enums by their full names': `return switch (o) {
    case Color.RED -> 1;
    case Pair(Circle x, Shape y) -> 2;
    case Pair(Square x, Shape y) -> 4;
    case Color.GREEN -> 5;
    default -> 3;
  };`,
  'three levels': `return switch (o) {
    case Two<?, ?>(Circle x, Two<?, ?>(Circle y, String z)) -> 1;
    case Two<?, ?>(Circle x, Two<?, ?>(Circle y, Integer z)) -> 2;
    case Two<?, ?>(Circle x, Two<?, ?>(Square y, String z)) -> 4;
    case Two<?, ?>(Circle x, String y) -> 5;
    case Two<?, ?>(Square x, String y) -> 6;
    default -> 3;
  };`,
  'arrows without a value': `switch (o) {
    case Pair(Circle x, Shape y) -> System.gc();
    case Pair(Square x, Shape y) -> System.gc();
    default -> { }
  }
  return 0;`,
  'blocks behind arrows': `switch (o) {
    case Pair(Circle x, Shape y) -> { return 1; }
    case Pair(Square x, Shape y) -> { if (x.a() > 2) return 2; }
    case Pair(None x, Shape y) -> { return 4; }
    case Pair(Pair x, Shape y) -> throw new IllegalStateException();
    default -> { }
  }
  return 0;`,
  'the last of a switch, which breaks': `switch (o) {
    case Pair(Circle x, Shape y): break;
    case Pair(Square x, Shape y): break;
    case Pair(None x, Shape y): System.gc();
    default:
  }
  return 0;`,
  'guards at the end, and primitives alone': `return switch (o) {
    case Circle(double r) when r > 2 -> 1;
    case Circle(double r) when r > 1 -> 2;
    case Circle(double r) -> 4;
    default -> 3;
  };`,
  'records inferred from the selector': `return switch (box) {
    case Box(var held, int size) when held.isEmpty() -> size;
    case Box(String held, int size) -> held.length() + size;
  };`,
  'components of other instances': `return switch (two) {
    case Two(Two(Circle x, Shape y), String z) -> 1;
    case Two(Two(Square x, Shape y), String z) -> 2;
    case Two(Two(Shape x, Circle y), String z) -> 4;
    default -> 3;
  };`,
  'labels with two patterns': `return switch (o) {
    case Pair(Circle _, Shape _), Pair(Square _, Shape _) -> 1;
    case Pair(None x, Shape y) -> 2;
    case Pair(Pair x, Shape y) -> 4;
    default -> 3;
  };`,
};

/** The instructions of javac for values that match nothing, and for accessors that fail; the index of a case is an int. */
const OF_NO_MATCH = /^(?:goto|istore|new|invoke <init>|invoke toString|athrow) /;

/** Code that javac copies to where a case goes on in the next. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  'cases that go on in the next': ['ireturn 2 3'],
};

const referees = jdks.filter(({ version }) => version >= 22);

describe.runIf(referees.length > 0).each(referees)('javac $version', (jdk) => {
  test.each(Object.entries(SWITCHES))('makes of %s what the source says', (name, body) => {
    const text = `class Test {${TYPES}\n  static int of(Object o, Shape s, Box<String> box, Two<Two<Shape, Shape>, String> two) {\n    ${body}\n  }\n}\n`;
    const { differences, agreed } = compareWithJavac(jdk, 'Test.java', text);
    const own = differences.filter(({ place }) => place.startsWith('Test.of('));
    // One variable more is of the failures of accessors.
    const told = own.filter(({ opcode, source, bytecode }) => opcode !== 'astore' || bytecode !== source + 1);
    const lines = told.map(({ opcode, source, bytecode }) => `${opcode} ${source} ${bytecode}`);
    expect(lines.filter((line) => !OF_NO_MATCH.test(line))).toEqual(COPIED[name] ?? []);
    expect(agreed).toBeGreaterThan(20);
  });

  test('agrees by statement', () => {
    const methods = Object.values(SWITCHES).map((body, at) => `  static int of${at}(Object o, Shape s, Box<String> box, Two<Two<Shape, Shape>, String> two) {\n    ${body}\n  }`);
    const text = `class Test {${TYPES}\n${methods.join('\n')}\n}\n`;
    const classes = compileClasses(jdk, 'Test.java', text);
    const { disagreements, groups } = checkTypes({
      files: [{ path: 'Test.java', text }],
      classes: classes.map(({ name, bytes }) => ({ name, read: () => ({ ok: true, value: bytes }) })),
      libraries: platformOf(jdk),
    });
    expect(disagreements).toEqual([]);
    expect(groups.conversion.matched).toBeGreaterThan(60);
  });
}); // prettier-ignore
