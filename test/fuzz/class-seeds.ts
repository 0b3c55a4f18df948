/**
 * The class files that fuzzing starts from: a sample of a JDK's own, and small
 * ones with what those rarely have, as each of its compiler's older formats
 * writes it. Without a JDK, a few written by hand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jdks, must, openModules, sample } from '../classfile/jdk-modules';
import { makeClass } from '../classfile/make-class';
import { compileClasses } from '../operations/compile';
import type { Jdk } from '../support/jdks';

export interface ClassSeed {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const SOURCES = join('test', 'operations', 'sources');

/** All kinds of annotation values and places, a record, a sealed interface, nested and local classes. */
const RARE = `package fuzz;
import java.lang.annotation.*;
import java.util.*;
@Retention(RetentionPolicy.RUNTIME) @interface All {
  byte b() default 1; char c() default 'c'; double d() default 1.5; float f() default 2; int i() default -1;
  long l() default 1L << 40; short s() default 2; boolean z() default true; String t() default "t";
  Class<?> type() default int[].class; Thread.State e() default Thread.State.NEW;
  Nested n() default @Nested(names = {"a", "b"}); Nested[] many() default {};
}
@Retention(RetentionPolicy.CLASS) @Target({ElementType.TYPE_USE, ElementType.TYPE, ElementType.METHOD}) @interface Hidden {}
@Retention(RetentionPolicy.RUNTIME) @interface Nested { String[] names() default {}; }
sealed interface Shape permits Circle, Square {}
record Circle(@All(many = {@Nested, @Nested(names = "x")}) double radius) implements Shape {}
record Square(double side) implements Shape {}
@All @Hidden public class Rare<T extends Comparable<? super T> & java.io.Serializable> extends ArrayList<@Hidden T> {
  static final long BIG = 1L << 50; static final float F = 1.5f; static final double D = 1e300; static final String S = "\\u0000\\uD83D\\uDE00";
  class Inner<U> { class Deep { T t; U u; } }
  <X extends Throwable> int choose(Object o, int k, List<? super T>[] lists) throws X {
    class Local { int at = k; }
    Runnable r = () -> System.out.println("k" + k + o + new Local().at);
    int[][][] cube = new int[k][2][];
    switch (k) { case 1: case 2: case 3: return 1; case 1000: return 2; case -5: return 3; default: }
    try { synchronized (this) { r.run(); } } catch (IllegalStateException | IllegalArgumentException e) { return 4; } finally { cube[0][0] = null; }
    assert k > 0 : "positive";
    long sum = 0; for (int i = 0; i < k; i++) { sum += i * 3L; sum <<= 1; sum = (byte) sum; }
    return o instanceof String s && s.length() > 3 ? (int) sum : Objects.hash(o, k, lists, cube);
  }
  String pick(Thread.State state, String word) { switch (state) { case NEW: return "n"; default: } switch (word) { case "a": return "b"; case "c": return "d"; default: return null; } }
}`;

/** A record and a sealed interface need a newer format; all else compiles as Java 8. */
const OLD = RARE.replace(/sealed interface.*\n|record .*\n/g, '').replace('o instanceof String s && s.length() > 3', 'o == null'); // prettier-ignore

export interface SeedCounts {
  readonly fromPlatform: number;
  /** Larger ones are few, and slow. */
  readonly largest: number;
}

export function readClassSeeds({ fromPlatform, largest }: SeedCounts): readonly ClassSeed[] {
  const jdk = jdks.at(-1);
  const written = [
    {
      name: 'hand/Small',
      bytes: makeClass({ name: 'hand/Small', methods: [{ name: 'm', descriptor: '()V' }] }),
    },
    {
      name: 'hand/Generic',
      bytes: makeClass({
        name: 'hand/Generic',
        signature: '<T::Ljava/lang/Comparable<-TT;>;>Ljava/util/Outer<TT;>.Inner<*[I>;',
        fields: [{ name: 'f', descriptor: '[[I', signature: '[[TT;' }],
      }),
    },
  ];
  if (jdk === undefined) return written;
  return [...written, ...compiledSeeds(jdk), ...platformSeeds(jdk, fromPlatform, largest)];
}

function compiledSeeds(jdk: Jdk): readonly ClassSeed[] {
  const texts = readdirSync(SOURCES).map(
    (name) => [name, readFileSync(join(SOURCES, name), 'utf8')] as const,
  );
  const compile = (name: string, text: string, options: readonly string[]): readonly ClassSeed[] =>
    compileClasses(jdk, name, text, options).map((file) => ({
      name: `${file.name} ${options.join(' ')}`,
      // A plain array: slices of a Buffer are no copies.
      bytes: new Uint8Array(file.bytes),
    }));
  return [
    ...texts.flatMap(([name, text]) => compile(name, text, ['-g'])),
    ...compile('Rare.java', RARE, ['-g', '-parameters']),
    ...compile('Rare.java', RARE, ['-g:none']),
    ...compile('Rare.java', OLD, ['-g', '--release', '8']),
  ];
}

function platformSeeds(jdk: Jdk, count: number, largest: number): readonly ClassSeed[] {
  const image = openModules(jdk);
  return sample(
    image.listClasses().filter(({ module }) => module === 'java.base' || module.startsWith('java.')),
    count,
  )
    .map(({ name }) => ({ name, bytes: must(image.readClassFile(name)) }))
    .filter(({ bytes }) => bytes.length <= largest);
}
