/**
 * Frames of real profiles laid on the sources they were made of, and what can't
 * be told from a frame alone.
 */
import { readImport, formatImport } from '../../server/src/recordings/document/import-document';
import { missingOf, placeValues } from '../../server/src/recordings/place/placed-values';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { readFrameName } from '../../server/src/recordings/import/frame-names';
import type { Frame } from '../../server/src/recordings/model/imported-profile';
import { describeKotlinSource } from '../../server/src/recordings/place/kotlin-classes';
import { createPlacer, type Placement } from '../../server/src/recordings/place/place-frame';
import { describeJavaSource } from '../../server/src/recordings/place/source-classes';
import { FIXTURES, importFixture } from './import/import-file';

const sampleRoot = join(FIXTURES, '../sample/src/main/java');
const read = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .map((name) => ({
      path: relative('/', join('/', name)).replaceAll('\\', '/'),
      text: readFileSync(join(root, name), 'utf8'),
    }));
const sources = [...read(sampleRoot), ...read(join(FIXTURES, 'program'))];
const nights = sources.find(({ path }) => path === 'nights/Nights.java');

const lineOf = (part: string): number => {
  const lines = nights?.text.split('\n') ?? [];
  return lines.findIndex((line) => line.includes(part)) + 1;
};

function place(
  frame: Frame,
  files: readonly { path: string; text: string }[] = sources,
  level: 'line' | 'method' = 'line',
): Placement {
  return createPlacer(files.map(({ path, text }) => describeJavaSource(path, text)))(frame, level);
}

describe('real recordings on their own sources', () => {
  const paths = [
    'jfr/nights-17.json.gz',
    'jfr/nights-25.json.gz',
    'collapsed/nights.collapsed',
    'collapsed/nights-descriptors.collapsed',
    'collapsed/nights-lines.collapsed',
    'collapsed/nights-threads.collapsed',
    'pprof/nights-async.pprof',
    'pprof/nights-jfr.pprof',
    'energy/nights.jouleline-energy.json',
    'energy/nights.csv',
    'joularjx/joularjx-result/31873-1795280935120/all/total/calltrees/joularJX-31873-all-call-trees-energy.csv',
  ];

  it.each(paths)('%s: placed and unplaced are the total', (path) => {
    for (const lines of [true, false]) {
      const placed = createRecordingPlacer(sources, lines)(importFixture(path));
      const { accounts, places, unplaced } = placeValues(placed);
      accounts.forEach((account, measure) => {
        expect(Math.abs(missingOf(account))).toBeLessThanOrEqual(1e-9 * account.total);
        const shown = places.reduce((sum, { values }) => sum + (values[measure] ?? 0), 0);
        const listed = unplaced.reduce((sum, { values }) => sum + (values[measure] ?? 0), 0);
        expect(Math.abs(shown + listed - account.total)).toBeLessThanOrEqual(1e-9 * account.total);
      });
    }
  });

  it.each(paths)('%s is the same when it was saved and read', (path) => {
    const placed = createRecordingPlacer(sources, true)(importFixture(path));
    const again = readImport([...formatImport([placed], '1')].join(''));
    if (!again.ok) throw new Error(again.problem.message);
    const recording = { ...placed.recording };
    delete recording.timed;
    expect(again.value.recordings).toEqual([{ ...placed, recording }]);
  });

  it.each(paths.filter((path) => path.endsWith('.collapsed')))(
    '%s: all samples below the program are on its lines, with what they call',
    (path) => {
      const stacks = readFileSync(join(FIXTURES, path), 'utf8').trim().split('\n');
      const countOf = (stack: string): number => Number(stack.slice(stack.lastIndexOf(' ')));
      const below = stacks.filter((stack) => /(?:^|;)(?:nights|skysurvey)\//.test(stack));
      const wanted = below.reduce((sum, stack) => sum + countOf(stack), 0);
      const placed = createRecordingPlacer(sources, true)(importFixture(path));
      const sum = (each: typeof placed): number =>
        placeValues(each).places.reduce((all, { values: [value = 0] }) => all + value, 0);
      expect(wanted).toBeGreaterThan(20);
      expect(sum(placed)).toBe(wanted);
      const [apart] = placeValues({ ...placed, isLibraryApart: true }).accounts;
      expect(sum({ ...placed, isLibraryApart: true })).toBe(apart?.placed);
      expect(apart?.placed).toBeLessThan(0.6 * wanted);
    },
  );

  it('what a result in the shape of vLens has for a library method is on the line that calls it', () => {
    const placed = createRecordingPlacer(sources, true)(importFixture('energy/nights.jouleline-energy.json'));
    const api = placed.recording.measures.findIndex(
      ({ component, level }) => component === 'CPU' && level === 'api',
    );
    const write = placeValues(placed).places.find(
      ({ placement }) => placement.kind === 'line' && placement.path.endsWith('CsvFormat.java'),
    );
    expect(write?.placement).toMatchObject({
      line: 17,
      method: { name: 'skysurvey/catalogue/CsvFormat.write' },
    });
    expect([write?.values[api], write?.called[api]]).toEqual([0.077, 0.077]);
  });

  it('every frame of the program has a place, and its line is one of the method that the frame names', () => {
    const recording = importFixture('jfr/nights-17.json.gz');
    const { placements } = createRecordingPlacer(sources, true)(recording);
    let checked = 0;
    recording.frames.forEach((frame, index) => {
      if (!/^(?:nights|skysurvey)\//.test(frame.class ?? '') || frame.kind !== 'java') return;
      const placement = placements[index];
      expect(placement).toMatchObject({ kind: 'line', line: frame.line });
      checked++;
    });
    expect(checked).toBeGreaterThan(15);
  });

  it('shows methods, not lines, where those are biased', () => {
    const { placements } = createRecordingPlacer(sources, false)(importFixture('jfr/nights-17.json.gz'));
    expect(placements.some(({ kind }) => kind === 'line')).toBe(false);
    expect(placements.some(({ kind }) => kind === 'method')).toBe(true);
  });
});

describe('a frame', () => {
  it('of a lambda, of an anonymous and an inner class is in the method that has its text', () => {
    expect(place(readFrameName('nights/Nights.lambda$inLambda$0'))).toMatchObject({
      kind: 'method',
      method: { name: 'nights/Nights.inLambda', first: lineOf('private double inLambda') },
    });
    const within = lineOf('double sum = start;');
    for (const name of ['nights/Nights$1.applyAsDouble', `nights/Nights$1.applyAsDouble:${within}`])
      expect(place(readFrameName(name), sources, 'method')).toMatchObject({
        kind: 'method',
        method: { name: 'nights/Nights.inAnonymous', first: lineOf('DoubleUnaryOperator inAnonymous') },
      });
    expect(place(readFrameName('nights/Nights$Moon.phase'))).toMatchObject({
      method: { first: lineOf('double phase(') },
    });
    expect(place(readFrameName('nights.Nights.Moon.phase'))).toMatchObject({
      method: { first: lineOf('double phase(') },
    });
  });

  it('of overloads is told by descriptor or line, and else is said to be one of them', () => {
    const first = lineOf('weigh(double rounds)');
    expect(place(readFrameName('nights/Nights.weigh(D)D'))).toMatchObject({
      kind: 'method',
      method: { first },
    });
    expect(place(readFrameName(`nights/Nights.weigh:${first + 3}`))).toMatchObject({
      kind: 'line',
      method: { first },
    });
    expect(place(readFrameName(`nights/Nights.weigh:${first + 3}`), sources, 'method')).toMatchObject({
      kind: 'method',
      method: { first },
    });
    const either = place(readFrameName('nights/Nights.weigh'));
    expect(either.kind === 'overloads' ? either.methods.length : 0).toBe(2);
  });

  it('of constructors and initializers is at their lines', () => {
    expect(place(readFrameName(`nights/Nights.<init>:${lineOf('double[] sky')}`))).toMatchObject({
      kind: 'line',
    });
    expect(place(readFrameName('nights/Nights.<init>'))).toMatchObject({ kind: 'overloads' });
  });

  it('whose line is no longer in its method stays with the method', () => {
    expect(place(readFrameName('nights/Nights.inLambda:9999'))).toMatchObject({
      kind: 'method',
      isStale: true,
    });
    expect(place(readFrameName('nights/Nights.gone:3'))).toMatchObject({ kind: 'class' });
  });

  it('of a class that two modules have is in neither, unless only one has the method', () => {
    const one = { path: 'one/src/a/B.java', text: 'package a;\nclass B { void f() {} void g() {} }' };
    const two = { path: 'two/src/a/B.java', text: 'package a;\nclass B { void f() {} }' };
    expect(place(readFrameName('a/B.f'), [one, two])).toMatchObject({
      reason: 'ambiguous',
      candidates: ['one/src/a/B.java', 'two/src/a/B.java'],
    });
    expect(place(readFrameName('a/B.g'), [one, two])).toMatchObject({
      kind: 'method',
      path: 'one/src/a/B.java',
    });
    expect(place({ ...readFrameName('a/B.f'), file: 'two/src/a/B.java' }, [one, two])).toMatchObject({
      path: 'two/src/a/B.java',
    });
  });

  it('of a class that two modules have is where its types are', () => {
    const one = { path: 'one/a/B.java', text: 'package a;\nclass B { void f(int x) {} void f(long x) {} }' };
    const two = { path: 'two/a/B.java', text: 'package a;\nclass B { void f(int x) {} }' };
    const at = (types: string): Placement => place(readFrameName(`a/B.f(${types})V`), [one, two]);
    expect(at('J')).toMatchObject({ kind: 'method', path: 'one/a/B.java' });
    expect(at('I')).toMatchObject({ reason: 'ambiguous' });
  });

  it('by a file’s name is compared with what is there, whatever folders it claims', () => {
    const at = (file: string): Placement => place({ kind: 'java', name: file, file, line: 22 });
    for (const file of [
      '/etc/x/skysurvey/image/Blur.java',
      '..\\..\\skysurvey\\image\\Blur.java',
      'Blur.java',
    ])
      expect(at(file)).toMatchObject({ kind: 'line', path: 'skysurvey/image/Blur.java', line: 22 });
    expect(at('/etc/passwd')).toEqual({ kind: 'unplaced', reason: 'no place' });
  });

  it('of type variables, arrays and variable arguments matches its descriptor', () => {
    const text =
      'class G<T> { void f(T t, int... n) {} void f(String s, int n) {} <E extends Number> void g(E[] e) {} }';
    const at = (descriptor: string, method: string): Placement =>
      place({ kind: 'java', name: 'G', class: 'G', method, descriptor }, [{ path: 'G.java', text }]);
    expect(at('(Ljava/lang/Object;[I)V', 'f').kind).toBe('method');
    expect(at('(Ljava/lang/String;I)V', 'f').kind).toBe('method');
    expect(at('([Ljava/lang/Number;)V', 'g').kind).toBe('method');
  });
});

describe('Kotlin', () => {
  const text = `package app.feed

import java.util.*

fun load(name: String): Int {
    return name.length { }
}

fun short(x: Int) = x + 1

class Feed(val name: String) {
    init { println("}") }
    fun items(): List<String> {
        return listOf(name).map { it + 1 }
    }
    class Item { fun open() { } }
    companion object {
        fun create() = Feed("a")
    }
}
`;
  const placer = createPlacer([describeKotlinSource('src/feed.kt', text)]);

  it.each([
    ['app/feed/FeedKt.load', 5],
    ['app/feed/FeedKt.short', 9],
    ['app/feed/Feed.items', 13],
    ['app/feed/Feed$Item.open', 16],
    ['app/feed/Feed$Companion.create', 18],
    ['app/feed/FeedKt.load$lambda$0', 5],
    ['app/feed/Feed.items$lambda-3', 13],
    ['app/feed/Feed$items$1.invoke', 13],
    ['app/feed/FeedKt$load$1$2.invokeSuspend', 5],
    ['app/feed/Feed._init_$lambda$1', 12],
  ])('%s', (name, first) => {
    expect(placer(readFrameName(name), 'line')).toMatchObject({ kind: 'method', method: { first } });
  });
});
