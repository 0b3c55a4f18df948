/**
 * Types of expressions, in marked Java: a comment right behind an expression
 * names the type of the longest expression that ends there.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadSignatureIndex } from '../../../server/src/classfile/signatures/signature-index';
import { readBundledSignatures } from '../../../server/src/host/files/bundled-media';
import { describeType } from '../../../server/src/java/types/types';
import { parseDeclarations } from '../../../server/src/java/headers/declarations';
import { createProject, expressionsOf, type TypedBody, typeMember } from './typed-project';

const index = loadSignatureIndex(
  readBundledSignatures(fileURLToPath(new URL('../../../media', import.meta.url))),
);
if (!index.ok) throw new Error(index.problem.message);
const platform = index.value;

/** `/*:int*​/` behind an expression. */
const mark = /\/\*:(.*?)\*\//g;

function check(source: string): void {
  const text = source.includes('class ') ? source : `class T { void m() { ${source} } }`;
  const bodies = createProject([{ path: 'T.java', text }], platform).typedBodies('T.java');
  const found = text.replace(
    mark,
    (_comment, _expected: string, at: number) => `/*:${typeEndingAt(at, bodies)}*/`,
  );
  expect(found).toBe(text);
}

/** The kinds that hold what stands before a mark, and are not meant by it. */
const transparent = new Set(['lambda', 'assignment']);

function typeEndingAt(at: number, bodies: readonly TypedBody[]): string {
  for (const { member, body, typing } of bodies) {
    const ending = expressionsOf(body.root).filter(
      ({ kind, end }) => !transparent.has(kind) && member.body.start + end === at,
    );
    const [longest] = ending.sort((a, b) => a.start - b.start);
    if (longest !== undefined) return describeType(typing.typeOf(longest));
  }
  return 'no expression';
}

describe('names of local classes', () => {
  const text =
    'class T { Object m() { return new Object() { Object n() { class L {} return new L(); } }; } }';

  function namesWith(prefix: string | undefined): readonly string[] {
    const project = createProject([{ path: 'T.java', text }], platform);
    const [typed] = project.typedBodies('T.java');
    if (typed === undefined) throw new Error('no body');
    const context = {
      signatures: project.workspace.source(),
      ...(prefix === undefined ? {} : { localClassPrefix: prefix }),
    };
    const typing = typeMember(typed.member, typed.body, parseDeclarations(text), context);
    return expressionsOf(typed.body.root).flatMap((expression) => {
      const type = typing.typeOf(expression);
      return expression.kind === 'new' && type.kind === 'class' ? [type.name] : [];
    });
  }

  it("start with their class's name, or with what the caller gives", () => {
    expect([...namesWith(undefined)].sort()).toEqual(['T$1', 'T$1$1L']);
    expect([...namesWith('T$m()')].sort()).toEqual(['T$m()$1', 'T$m()$1$1L']);
  });
});

describe('types', () => {
  it('of literals and operators', () => {
    check(`int a = 1/*:int*/; var b = 1L/*:long*/; var c = 'c'/*:char*/; var d = 1f/*:float*/; var e = .5/*:double*/;
      Object t = """
        x"""/*:String*/; Object n = null/*:null*/; boolean p = true/*:boolean*/;
      byte y = 1; short s = 2;
      Object[] all = { y + s/*:int*/, y * b/*:long*/, c + 1/*:int*/, a / d/*:float*/, b - e/*:double*/, -y/*:int*/, ~b/*:long*/,
        y << b/*:int*/, b >>> y/*:long*/, a < b/*:boolean*/, p & p/*:boolean*/, "s" + a/*:String*/, a++/*:int*/,
        p ? a : b/*:long*/, p ? y : s/*:short*/, p ? y : 1/*:byte*/, p ? 1 : 'a'/*:char*/, p ? a : null/*:Integer*/,
        (char) a/*:char*/, (a + b) * 2/*:long*/ };`);
  });

  it('of boxes', () => {
    check(`Integer i = 1; Long l = 2L; Character c = 'c'; boolean p = i > 0;
      Object[] all = { i + l/*:long*/, c + c/*:int*/, i++/*:Integer*/, p ? i : 0/*:int*/, p ? i : l/*:long*/, -i/*:int*/,
        i == l/*:boolean*/ };`);
  });

  it('of generic calls', () => {
    check(`import java.util.*; import java.util.function.*; import java.util.stream.*;
      class T { void m(Map<String, List<int[]>> map, List<? extends Number> wild, List raw, Class<?> type) {
        var list = List.of(1, 2)/*:List<Integer>*/;
        int first = list.get(0)/*:Integer*/;
        for (var entry : map.entrySet()/*:Set<Map.Entry<String, List<int[]>>>*/) entry.getValue().get(0)[1]/*:int*/++;
        var names = map.keySet().stream().map(k -> k.length()/*:int*/).filter(n -> n > 2/*:boolean*/).collect(Collectors.toList())/*:List<Integer>*/;
        Number n = wild.get(0)/*:Number*/; Object o = raw.get(0)/*:Object*/;
        var made = new HashMap<String, Integer>()/*:HashMap<String, Integer>*/;
        Map<Long, String> diamond = new TreeMap<>()/*:TreeMap<Long, String>*/;
        var grouped = names.stream().collect(Collectors.groupingBy(x -> x % 2 == 0, Collectors.counting()))/*:Map<Boolean, Long>*/;
        var sorted = Comparator.comparing(String::length).reversed()/*:Comparator<String>*/;
        var mapped = Optional.of("x").map(String::length).orElse(0)/*:Integer*/;
        var empty = Collections.<String>emptyList()/*:List<String>*/;
        List<String> target = Collections.emptyList()/*:List<String>*/;
        var max = Collections.max(list)/*:Integer*/;
        var array = list.toArray(new Integer[0])/*:Integer[]*/;
        var copy = array.clone()/*:Integer[]*/;
        var kind = "s".getClass()/*:Class<? extends String>*/;
        var mixed = Stream.of(1, 2.0).findFirst().get().doubleValue()/*:double*/;
        Supplier<Supplier<String>> nested = () -> () -> "x"/*:String*/;
        var reduced = list.stream().reduce(0, Integer::sum)/*:Integer*/;
        var sum = list.stream().mapToLong(v -> v * 2L/*:long*/).sum()/*:long*/;
        var joined = Stream.of("a").collect(Collectors.toMap(s -> s, s -> s.length()))/*:Map<String, Integer>*/;
        var caught = type.cast(o)/*:Object*/;
      } }`);
  });

  it('of names', () => {
    check(`package a.b; import static java.lang.Math.*; import java.util.Map.Entry;
      class T<E extends Comparable<E>> { E e; static int count; T<E> next; int[][] grid;
        class Inner { E mine; int count() { return T.this.count/*:int*/; } }
        enum Color { RED, GREEN }
        void m(Entry<String, Long> entry, Inner inner, int... rest) {
          Object[] all = { PI/*:double*/, java.lang.Integer.MAX_VALUE/*:int*/, this.next.next.e/*:E*/, inner.mine/*:E*/, grid[0]/*:int[]*/,
            grid[0][1]/*:int*/, rest.length/*:int*/, Color.RED/*:T.Color*/, T.count/*:int*/, a.b.T.count/*:int*/, entry.getKey()/*:String*/,
            e.compareTo(e)/*:int*/, abs(-2L)/*:long*/, Color.values()/*:T.Color[]*/, int[].class/*:Class<int[]>*/, System.out/*:PrintStream*/ };
          switch (Color.RED) { case GREEN: count++; }
        } }`);
  });

  it('of patterns in the scopes that conditions give them', () => {
    check(`class T { record P<A>(A a, int n) {} sealed interface S permits X, Y {} record X(int v) implements S {} record Y(String w) implements S {}
      int m(Object o, P<String> p, S s) {
        if (!(o instanceof String t)) { return 0; }
        int r = t.length()/*:int*/;
        if (o instanceof Integer i && i > 3/*:boolean*/) r += i/*:Integer*/;
        boolean b = !(o instanceof Long l) || l/*:Long*/ > 2;
        String q = o instanceof Character c ? "" + c/*:String*/ : "";
        if (p instanceof P(var a, var n)) r += a.length() + n/*:int*/;
        while (!(o instanceof int[] array)) { o = null; }
        r += array[0]/*:int*/;
        return r + switch (s) { case X(int v) -> v/*:int*/; case Y(var w) when w.isEmpty()/*:boolean*/ -> 1; case Y y -> y.w().length()/*:int*/; }/*:int*/;
      } }`);
  });

  it('of local and anonymous classes', () => {
    check(`import java.util.*;
      class T { int m(int seed) {
        class Counter { int n = seed; Counter up() { n++; return this/*:T.1Counter*/; } }
        var more = new Object() { long extra = seed; long twice() { return extra * 2/*:long*/; } };
        Iterator<String> it = new Iterator<>() { public boolean hasNext() { return false; } public String next() { return "" + seed; } };
        return new Counter().up().n/*:int*/ + (int) more.twice()/*:int*/ + it.next()/*:String*/.length();
      } }`);
  });

  it('of the arguments of enum constants', () => {
    check(`import java.util.function.*;
      enum Op { ADD((a, b) -> a + b/*:int*/, null), LEN(null, String::length) { int x() { return order()/*:int*/; } };
        Op(IntBinaryOperator op, Function<String, Integer> f) {} int order() { return ordinal()/*:int*/; } }
      class T {}`);
  });

  it('of what a catch, a for and a try declare', () => {
    check(`import java.io.*; import java.util.*;
      class T { void m(Iterable<? extends CharSequence> texts) throws Exception {
        for (var text : texts) text/*:CharSequence*/.length();
        try (var in = new StringReader("x")) { in/*:StringReader*/.read(); }
        catch (FileNotFoundException | EOFException e) { e/*:IOException*/.toString(); }
        for (int i = 0, n = 3; i < n; i++) { long v = i * n/*:int*/; }
      } }`);
  });

  it('are unknown where the code is broken, and known around it', () => {
    check(`class T { int m(Missing x, String s) {
        int a = s.length()/*:int*/ + x.foo()/*:?unknown*/;
        nothing(s.trim()/*:String*/, () -> s.isEmpty()/*:boolean*/)/*:?unknown*/;
        return s.absent + 1/*:?unknown*/;
      } }`);
  });

  it('are what can be said without the class path', () => {
    check(`import org.lib.Thing; import java.util.*;
      class T extends org.lib.Base implements Thing.Part { int m(Thing thing, List<Thing.Part> parts) {
        Object o = new Thing(1)/*:Thing*/; String s = thing.name()/*:?unknown*/;
        for (var part : parts/*:List<Thing.Part>*/) keep((part)/*:Thing.Part*/);
        boolean b = thing/*:Thing*/ == null/*:boolean*/;
        int n = keep(this)/*:int*/ + keep(new T())/*:int*/;
        return s.length()/*:int*/ + Math.abs(thing.size())/*:?unknown*/;
      } int keep(Thing.Part part) { return 1; } int keep(String s) { return 2; } }`);
  });
});
