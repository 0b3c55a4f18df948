/**
 * Advice on a source that says itself what is to be advised on which line; and
 * its changes before javac and the JVM: the program says what it said before.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { ignoringEdit } from '../../server/src/advice/ignored';
import { applyFixes } from '../../server/src/lines/apply-fixes';
import { indexLines } from '../../server/src/base/line-index';
import { type CostedHint, priceHints } from '../../server/src/lines/price-hints';
import { bundledModel, energyOf, newAnalyzer } from '../support/analyze-text';
import { completeModel } from '../../server/src/tasks/load-model';
import { jdks, toolOf } from '../classfile/jdk-modules';
import { compileKept } from '../support/compile-java';

const PATH = 'Advice.java';
const textOf = (name: string): string =>
  readFileSync(join(__dirname, `../fixtures/advice/${name}.java`), 'utf8');
const text = textOf('Advice');
const settings = { model: bundledModel(), mode: 'estimated' as const, ...analysisOptionsOf() };

function adviceOn(source: string, interpreted = true, model = bundledModel()): readonly CostedHint[] {
  const analyzer = newAnalyzer();
  const members = analyzer.advise(PATH, source, { interpreted });
  const { lines } = energyOf(new Map([[PATH, source]]), PATH);
  return priceHints(members, lines, indexLines(source), { ...settings, model, compiled: model });
}

function wantedIn(source: string): readonly string[] {
  return source.split('\n').flatMap((line, index) => {
    const [, isAbove, marks = ''] = /\/\/(v)?! (.*)$/.exec(line) ?? [];
    const place = index + (isAbove === undefined ? 1 : 2);
    return marks === '' ? [] : marks.split(' ').map((mark) => `${place} ${mark}`);
  });
}

describe('advice', () => {
  it.each(['Advice', 'Experts'])('is what %s asks for, on its line, and nothing else', (name) => {
    const found = adviceOn(textOf(name)).map(
      ({ line, rule, fix }) => `${line + 1} ${rule}${fix === undefined ? '' : '!fix'}`,
    );
    expect(found.toSorted()).toEqual(wantedIn(textOf(name)).toSorted());
  });

  it('says what must hold, unless it is proved', () => {
    const asked = adviceOn(text).flatMap(({ rule, fix, preconditions }) =>
      fix === undefined && preconditions.length > 0 ? [rule] : [],
    );
    expect(new Set(asked)).toEqual(
      new Set([
        ...['loop-invariant-call', 'bulk-copy', 'bulk-add', 'thin-method', 'loop-invariant-allocation'],
        'repeated-lookup',
      ]),
    );
    expect(adviceOn(text).filter(({ fix, preconditions }) => fix !== undefined && preconditions.length > 0)).toEqual([]); // prettier-ignore
  });

  it("predicts the order of savings of the paper's example: one bulk put before the limit in a variable", () => {
    const blit = adviceOn(text).filter(({ member }) => member === 'Advice.blit()');
    const [bulk, hoisted] = blit.toSorted(
      (one, other) => (other.saving?.mean ?? 0) - (one.saving?.mean ?? 0),
    );
    expect([bulk?.rule, hoisted?.rule]).toEqual(['bulk-copy', 'loop-invariant-call']);
    expect(hoisted?.saving?.mean).toBeGreaterThan(0);
    // A whole loop is nearly all of its method, less what the bulk call takes.
    expect(bulk?.shareOfMember).toBeGreaterThan(0.5);
    expect(hoisted?.shareOfMember).toBeLessThan(0.5);
  });

  it('leaves what a builder takes in the place of a text that is copied', () => {
    const source = `class Line {
  static String join(String[] words) {
    String all = "";
    for (int i = 0; i < words.length; i++) all += words[i];
    return all;
  }
}
`;
    const model = completeModel(bundledModel(), join(__dirname, '../../media'));
    const hint = adviceOn(source, true, model).find(({ rule }) => rule === 'string-concatenation');
    // Interpreted, the measured pair takes about half of what it took before.
    expect(hint?.shareOfMember).toBeGreaterThan(0.2);
    expect(hint?.shareOfMember).toBeLessThan(0.7);
  });

  it.each([
    ['text is logged', 'void m(String[] all) { for (String each : all) log.info(each, CODE); }'],
    ['text is printed', 'void m(String[] all) { for (String each : all) System.out.println(CODE); }'],
    [
      'a failure is caught',
      'void m(String[] all) { for (String each : all) try { m(all); } catch (RuntimeException e) { to.append(CODE); } }',
    ],
    [
      'a failure is made',
      'void m(String[] all) { for (String each : all) use(new IllegalStateException(CODE)); }',
    ],
    [
      'a failure is answered',
      'void m(String[] all) { for (String each : all) use(Errors.TIMED_OUT, CODE); }',
    ],
    [
      'a program begins',
      'public static void main(String[] all) { for (String each : all) to.append(CODE); }',
    ],
    [
      'a debugger shows it',
      'public String toString() { for (String each : texts()) to.append(CODE); return ""; }',
    ],
    [
      'one of several is meant',
      'void m(String[] all) { for (String each : all) if ("id".equals(each)) to.append(CODE); }',
    ],
    [
      'a failure is looked for',
      'void m(String[] all) { for (String each : all) if (log.isDebugEnabled()) to.append(CODE); }',
    ],
    ['failures are collected', 'void m(String[] all) { for (String each : all) errors.add(CODE); }'],
    [
      'a text tells a failure',
      'void m(String[] all) { for (String each : all) use(String.format("%s: not found in %s", each, "x")); }',
    ],
    ['a call reports', 'void m(String[] all) { for (String each : all) reportBadName(CODE); }'],
    ['a call warns', 'void m(String[] all) { for (String each : all) escalateWarning(CODE); }'],
    [
      'files are opened',
      'void m(String[] all) throws Exception { for (String each : all) { new java.io.FileReader(each).close(); to.append(CODE); } }',
    ],
    [
      'options are described',
      'String describeOptions(String[] all) { for (String each : all) to.append(CODE); return null; }',
    ],
    ['a person is warned', 'void printWarnings() { for (String each : texts()) to.append(CODE); }'],
  ])('says nothing where %s, unless all is asked for', (_, code) => {
    const said = (given: string, interpreted: boolean): readonly string[] =>
      adviceOn(`class A { ${given.replace('CODE', 'String.format("%s: %s", each, "x")')} }`, interpreted).map(({ rule }) => rule); // prettier-ignore
    expect(said(code, true)).toContain('string-format');
    const rare = adviceOn(`class A { ${code.replace('CODE', 'String.format("%s: %s", each, "x")')} }`).filter(({ rule }) => rule === 'string-format'); // prettier-ignore
    expect(rare.map(({ isRare }) => isRare)).toEqual([true]);
    expect(said(code, false)).toEqual([]);
    expect(said('void m(String[] all) { for (String each : all) to.append(CODE); }', false)).toEqual([
      'string-format',
    ]);
  });

  it('says nothing of lists that loops search, nor of messages and names, which are short', () => {
    const rules = (code: string, interpreted: boolean): readonly string[] =>
      adviceOn(`import java.util.*; class A { ${code} }`, interpreted).map(({ rule }) => rule);
    const searched = 'int m(List<String> from, String[] keys) { List<String> all = new ArrayList<>(from); int s = 0; for (String key : keys) if (all.contains(key)) s++; return s; }'; // prettier-ignore
    const indented = (added: string): string => `String m(int depth, String word) { String s = ""; for (int i = 0; i < depth; i++) s += ${added}; return s; }`; // prettier-ignore
    expect(rules(searched, false)).toEqual([]);
    expect(rules(searched, true)).toEqual(['list-contains']);
    expect([`"  "`, `'\\t'`, 'getIndent()'].map((each) => rules(indented(each), false))).toEqual([
      [],
      [],
      [],
    ]);
    expect(rules(indented('word.charAt(i)'), false)).toEqual(['string-concatenation']);
    const message =
      'void m(String[] all) { for (String each : all) use(String.format("%s: %s", each, "x")); }';
    expect([rules(message, false), rules(message, true)]).toEqual([[], ['string-format']]);
    const names =
      'String m(String[] all) { String s = ""; for (String each : all) s += each + " "; return s; }';
    expect([rules(names, false), rules(names, true)]).toEqual([[], ['string-concatenation']]);
  });

  it('says nothing of files whose head says that they are generated', () => {
    const source = 'class A { void m(String[] all) { for (String each : all) to.append(String.format("%s: %s", each, "x")); } }'; // prettier-ignore
    expect(adviceOn(`/* A license. */\n// Generated from A.g4: do not edit\n${source}`, false)).toEqual([]);
    expect(adviceOn(`/* A license. */\n${source} // do not edit`, false)).toHaveLength(1);
  });

  it('knows that sets add the elements of others one by one', () => {
    const rules = (made: string, interpreted: boolean): readonly string[] =>
      adviceOn(`import java.util.*; class A { Object m(List<String> from) { ${made}; for (String each : from) to.add(each); return to; } }`, interpreted).flatMap(({ rule }) => rule === 'bulk-add' ? [rule] : []); // prettier-ignore
    const priced = (made: string): readonly (boolean | undefined)[] =>
      newAnalyzer().advise(PATH, `import java.util.*; class A { Object m(List<String> from) { ${made}; for (String each : from) to.add(each); return to; } }`, { interpreted: true }).flatMap(({ hints }) => hints.flatMap(({ rule, isInterpretedOnly }) => rule === 'bulk-add' ? [isInterpretedOnly] : [])); // prettier-ignore
    const lists = ['List<String> to = new ArrayList<>()', 'List<String> to = make()'];
    const sets = ['Set<String> to = new LinkedHashSet<>()', 'Set<String> to = make()', 'Collection<String> to = make()']; // prettier-ignore
    expect(lists.map(priced)).toEqual([[false], [false]]);
    expect(lists.map((made) => rules(made, false))).toEqual([[], []]);
    expect(sets.map(priced)).toEqual([[true], [true], [true]]);
    expect(sets.map((made) => rules(made, false))).toEqual([[], [], []]);
    expect(sets.map((made) => rules(made, true))).toEqual([['bulk-add'], ['bulk-add'], ['bulk-add']]);
  });

  it('knows how often a loop within a loop is entered, with braces and without', () => {
    const nested = (open: string, close: string): string => `import java.util.List;

class Nested {
    static int look(java.util.Map<String, Integer> all, List<String> keys) {
        int sum = 0;
        for (int i = 0; i < 500; i++) ${open}
            for (String key : keys)
                if (all.containsKey(key)) sum += all.get(key);
        ${close}
        return sum;
    }
}
`;
    const found = (source: string): unknown => {
      const [hint] = adviceOn(source);
      return [hint?.rule, hint?.compiled, hint?.isRare];
    };
    expect(found(nested('', ''))).toEqual(found(nested('{', '}')));
    expect(found(nested('', ''))).toMatchObject(['repeated-lookup', { isKnown: false }, false]);
  });

  it('shows what saves much in each of a few rounds, unless conditions or lines of a file stand before it', () => {
    const isRare = (loop: string): boolean | undefined =>
      adviceOn(`class Few { int m(java.util.List<String> all, java.io.BufferedReader in) throws java.io.IOException { int s = 0; ${loop} return s; } }`) // prettier-ignore
        .find(({ rule }) => rule === 'compiled-pattern')?.isRare;
    const replaced = 's += line.replaceAll("[a-c]+", "b").length();';
    expect(isRare(`for (String line : all) { ${replaced} }`)).toBe(false);
    const under = (more: string): string =>
      `for (String line : all) for (int i = 0; i < 8; i++) if (s < 9 && s > 2) ${more} { ${replaced} }`;
    expect(isRare(under(''))).toBe(false);
    expect(isRare(under('if (s != 5) if (s != 6)'))).toBe(true);
    expect(isRare(`String line; while ((line = in.readLine()) != null) { ${replaced} }`)).toBe(true);
  });

  it('shows sizes of collections that many elements are put in', () => {
    const isRare = (loops: string): boolean | undefined =>
      adviceOn(`import java.util.*; class Sized { int m(List<String> all) { int s = 0; ${loops} return s; } }`) // prettier-ignore
        .find(({ rule }) => rule === 'unsized-collection')?.isRare;
    const filled = 'List<String> to = new ArrayList<>(); for (String each : all) to.add(each + s);';
    expect(isRare(`${filled} s += to.size();`)).toBe(true);
    expect(isRare(`for (int i = 0; i < 50; i++) { ${filled} s += to.size(); }`)).toBe(false);
  });

  it('names the iterator for the way in which a linked list is gone through', () => {
    const walk = (header: string, more = ''): string => {
      const source = `class Walk { int m(java.util.LinkedList<String> x) { int s = 0; for (${header}) { s += x.get(i).length(); ${more} } return s; } }`;
      return (
        adviceOn(source)
          .find(({ rule }) => rule === 'indexed-linked-list')
          ?.message.split('go through it with ')[1] ?? ''
      );
    };
    expect(walk('int i = 0; i < x.size(); i++')).toBe('an iterator (for-each)');
    expect(walk('int i = x.size() - 1; i >= 0; i--')).toBe('its descendingIterator');
    expect(walk('int i = x.size() - 1; i >= 0; i--', 'if (s > 9) x.remove(i);')).toBe('its descendingIterator, which also removes'); // prettier-ignore
    expect(walk('int i = 0; i < x.size(); i++', 'if (s > 9) x.remove(i--);')).toBe('an iterator, which also removes'); // prettier-ignore
  });

  it('shows what saves nothing once compiled on request only, and says so', () => {
    const isSaid = ({ message }: CostedHint): boolean => message.endsWith('(saves nothing once compiled)');
    const usual = adviceOn(text, false);
    expect(usual.filter(isSaid)).toEqual([]);
    const more = adviceOn(text, true).filter(isSaid);
    expect(new Set(more.map(({ rule }) => rule))).toEqual(
      new Set(['loop-invariant-call', 'bulk-copy', 'bulk-fill', 'synchronized-call', 'thin-method']),
    );
    expect(usual.some(({ rule, line }) => rule === 'loop-invariant-call' && more.some((each) => each.line === line))).toBe(false); // prettier-ignore
  });

  it('is left out where a comment ignores it, whatever is named beside it, and nowhere else', () => {
    const loop = (before: string, after = ''): string => `class Sums {
    static int sum(java.util.LinkedList<Integer> all, Integer[] more) {
        Integer sum = 0;
        for (int i = 0; i < all.size(); i++) {
            ${before}
            sum += all.get(i);${after}
        }
        return sum;
    }
}
`;
    const rules = (source: string): readonly string[] => adviceOn(source, false).map(({ rule }) => rule);
    const both = ['indexed-linked-list', 'boxing'];
    expect(rules(loop('')).toSorted()).toEqual(both.toSorted());
    expect(rules(loop('// jouleline: ignore boxing'))).toEqual(['indexed-linked-list']);
    expect(rules(loop('', ' // jouleline: ignore indexed-linked-list, with reason'))).toEqual(['boxing']);
    expect(rules(loop('// jouleline: ignore boxing\n//jouleline:ignore indexed-linked-list'))).toEqual([]);
    expect(rules(loop('// jouleline: ignore boxing indexed-linked-list'))).toEqual([]);
    expect(rules(loop('// jouleline: ignore'))).toEqual([]);
    expect(rules(loop('// jouleline: ignore boxing\nint other = i;'))).toHaveLength(2);
    expect(rules(loop('int other = i; // jouleline: ignore boxing'))).toHaveLength(2);
    expect(rules(loop('// jouleline: ignored'))).toHaveLength(2);
  });

  it('can be ignored by a comment that an edit writes, but not in the middle of a text block', async () => {
    const analyzer = newAnalyzer();
    const placesIn = (source: string): readonly string[] => {
      const lines = indexLines(source);
      return analyzer
        .advise(PATH, source, { interpreted: true })
        .flatMap(({ bodyStart, hints }) =>
          hints.map(({ span, rule }) => `${lines.lineAt(bodyStart + span.start)} ${rule}`),
        );
    };
    for (const source of [text, text.replaceAll('\n', '\r\n')])
      for (const hint of adviceOn(source)) {
        const edit = ignoringEdit(source, hint.start, hint.rule);
        if (edit === undefined) throw new Error(`no comment can stand above line ${hint.line + 1}`);
        const ignored = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
        const left = placesIn(ignored);
        // The test's own messages pass between two files.
        await setImmediate();
        expect(left).not.toContain(`${hint.line + 1} ${hint.rule}`);
      }
    const block = 'String s = \"\"\"\n  a\n  \"\"\" + b.get(i);\nint c;\n';
    expect(ignoringEdit(block, block.indexOf('b.get'), 'boxing')).toBeUndefined();
    expect(ignoringEdit(block, block.indexOf('int c'), 'boxing')).toBeDefined();
  });

  it('finds objects that each round makes anew at a price, unless it changes them', () => {
    const rules = (body: string): readonly string[] =>
      adviceOn(`class A { int m(java.util.Date[] dates, double x) { int s = 0; for (java.util.Date each : dates) { ${body} } return s; } }`, false).map(({ rule, preconditions }) => `${rule} ${preconditions.join()}`); // prettier-ignore
    const format = 'java.text.SimpleDateFormat f = new java.text.SimpleDateFormat("yyyy");';
    expect(rules(`${format} s += f.format(each).length();`)).toEqual(['loop-invariant-allocation ']);
    expect(rules('java.util.Random r = new java.util.Random(); s += r.nextInt(9);')).toEqual([
      'loop-invariant-allocation other random numbers will do',
    ]);
    expect(rules(`${format} f.setLenient(s > 3); s += f.format(each).length();`)).toEqual([]);
    expect(rules(`${format} s += f.format(each).length() + f.hashCode();`)).toEqual([]);
    expect(rules('java.util.Random r = new java.util.Random(s); s += r.nextInt(9);')).toEqual([]);
  });

  it('says once in each loop what several places of it do', () => {
    const source = `class A {
    double ticks(int power, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += Math.pow(10, power) + Math.pow(10, power) * i;
        for (int i = 0; i < n; i++) sum += Math.pow(10, power);
        return sum;
    }
}
`;
    expect(adviceOn(source).map(({ line, rule }) => `${line} ${rule}`)).toEqual([
      '3 loop-invariant-call',
      '4 loop-invariant-call',
    ]);
  });

  it('keeps the names of methods that both classes have', () => {
    const source = `import java.util.*;
class A {
    int printed(String[] words) {
        Vector<String> all = new Vector<>();
        for (String word : words) all.add(word);
        return all.toString().length() + all.size();
    }
}
`;
    const changed = applyFixes(source, adviceOn(source)).text;
    expect(changed).toContain('java.util.ArrayList<String> all = new java.util.ArrayList<>(words.length);');
    expect(changed).toContain('return all.toString().length() + all.size();');
  });

  it('declares a pattern where members of its class stand', () => {
    const nested = `class Outer {
    static class Inner {
        int words(java.util.List<String> lines) {
            int words = 0;
            for (String line : lines) words += line.split("\\\\s+").length;
            return words;
        }
    }
}
`;
    const { text: changed } = applyFixes(nested, adviceOn(nested));
    expect(changed).toMatch(
      /static class Inner \{\n {8}private static final java\.util\.regex\.Pattern \w+ = /,
    );
    // New lines end as the lines around them.
    const onWindows = nested.replaceAll('\n', '\r\n');
    expect(applyFixes(onWindows, adviceOn(onWindows)).text).toBe(changed.replaceAll('\n', '\r\n'));
  });

  it('is found in texts with escapes, at their places, without changes', () => {
    const escaped = text.replace('static int lengths(String text)', 'static int lengths(String \\u0074ext)');
    const there = adviceOn(escaped).filter(({ member }) => member === 'Advice.lengths(String)');
    expect(there.map(({ line, fix }) => [line, fix])).toEqual([
      [text.split('\n').findIndex((each) => each.includes('lengths(String text)')) + 2, undefined],
    ]);
    // Their price is of the same pair, and the same loop.
    const hintsIn = (source: string) => newAnalyzer().advise(PATH, source, { interpreted: true }).flatMap(({ hints }) => hints); // prettier-ignore
    const placed = hintsIn(text).map(({ pair, loop }) => [pair, loop && loop.end - loop.start]);
    expect(hintsIn(escaped).map(({ pair, loop }) => [pair, loop && loop.end - loop.start])).toEqual(placed);
  });
});

describe.runIf(jdks.length > 0)('what advice changes by itself', () => {
  function run(home: string, name: string, source: string): string {
    const sources = { [`${name}.java`]: source };
    const folder = compileKept({ home, sources, options: ['-Xlint:none', '-nowarn'] });
    return execFileSync(toolOf(home, 'java'), ['-cp', folder, name], {
      encoding: 'utf8',
    });
  }

  const programs = jdks.flatMap(({ home, version }) =>
    ['Advice', 'Experts'].map((name) => ({ name, home, version })),
  );

  it.each(programs)(
    'does the same as before, and leaves nothing to change: $name (JDK $version)',
    ({ name, home }) => {
      const before = textOf(name);
      let now = before;
      let changes = 0;
      for (let round = 0; round < 3; round++) {
        const { text: changed, applied } = applyFixes(now, adviceOn(now));
        changes += applied.length;
        now = changed;
      }
      // A loop by index may then have its bound called once.
      expect(changes).toBeGreaterThanOrEqual(wantedIn(before).filter((each) => each.endsWith('!fix')).length);
      expect(adviceOn(now).filter(({ fix }) => fix !== undefined)).toEqual([]);
      expect(run(home, name, now)).toBe(run(home, name, before));
    },
  );
});
