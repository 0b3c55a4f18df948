/** Savings by measured pairs: the table is what was measured, and rules name pairs that are in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEASURED_PAIRS } from '../../server/src/advice/measured-pairs';
import {
  callOnceCompiled,
  compiledSaving,
  isOfPair,
  savesCompiled,
  timesOf,
} from '../../server/src/advice/saved-by-pair';
import { newAnalyzer } from '../support/analyze-text';

interface Times {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const kept = JSON.parse(readFileSync(join(__dirname, '../../media/advice-pairs.json'), 'utf8')) as {
  readonly machine: string;
  readonly jvm: string;
  readonly date: string;
  readonly pairs: readonly {
    readonly rule: string;
    readonly kind: string;
    readonly n: number;
    readonly interpreted: Times;
    readonly compiled: Times;
  }[];
};

describe('measured pairs', () => {
  it('are at least sixty, of a named machine and day, and the table has the least times of each', () => {
    expect(Object.keys(MEASURED_PAIRS).length).toBeGreaterThanOrEqual(60);
    expect([kept.machine, kept.jvm]).toEqual([
      expect.stringMatching(/CPU/),
      expect.stringMatching(/OpenJDK/),
    ]);
    expect(kept.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    const rows = kept.pairs.map(({ rule, kind, n, interpreted, compiled }) => [
      `${rule}/${kind}`,
      [
        n,
        ...[interpreted.before, interpreted.after, compiled.before, compiled.after].map((each) =>
          Math.min(...each),
        ),
      ],
    ]);
    const table = Object.entries(MEASURED_PAIRS).flatMap(([pair, sizes]) => sizes.map((row) => [pair, row]));
    expect(table).toEqual(rows);
  });

  it('say what a change saves at the sizes that were measured, and between', () => {
    const [[n = 0, , , before = 0, after = 0] = []] = MEASURED_PAIRS['key-set-get/HashMap'] ?? [];
    expect(timesOf('key-set-get/HashMap', n, 'compiled')).toEqual({ before, after });
    const times = [10, 50, 200, 1000, 5000].map(
      (rounds) => timesOf('key-set-get/HashMap', rounds, 'compiled')?.before ?? 0,
    );
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(timesOf('key-set-get/HashMap', n / 2, 'compiled')?.before).toBeCloseTo(before / 2, 9);
    expect(timesOf('no such pair', 10, 'compiled')).toBeUndefined();
  });

  it('stand in a method with the work that they do not do themselves, in the loop and outside', () => {
    const [[n = 0, , , before = 0, after = 0] = []] = MEASURED_PAIRS['key-set-get/HashMap'] ?? [];
    const share = (inLoop: number, outside: number, rounds = n): number | undefined =>
      compiledSaving('key-set-get/HashMap', { entered: 1, rounds, isKnown: true, part: 1 }, { inLoop, outside })?.shareOfMember; // prettier-ignore
    // At 10 W, as much again as the loop took.
    const same = before * 1e-8;
    expect(share(0, 0)).toBeCloseTo(1 - after / before, 9);
    expect(share(same, 0)).toBeCloseTo((before - after) / (2 * before), 9);
    expect(share(0, same)).toBeCloseTo((before - after) / (2 * before), 9);
    // Three rounds are estimated, and thirty assumed: work outside of the loop is done once.
    const assumed = (inLoop: number, outside: number): number | undefined =>
      compiledSaving('key-set-get/HashMap', { entered: 1, rounds: 3, isKnown: false, part: 1 }, { inLoop, outside })?.shareOfMember; // prettier-ignore
    expect(assumed(same, 0)).toBeCloseTo(assumed(0, 10 * same) ?? 0, 9);
    const isOwn = isOfPair('unsized-collection/ArrayList');
    const operations = [
      'java.util.List.add',
      'java.util.List.add',
      'Increment_int',
      'java.lang.String.length',
    ];
    expect(operations.map(isOwn)).toEqual([true, false, true, false]);
    expect(callOnceCompiled('java.lang.Math.pow')).toBeGreaterThan(
      callOnceCompiled('java.lang.Math.max') ?? 1,
    );
    expect(callOnceCompiled('com.example.Own.call')).toBeUndefined();
  });

  it('tell what a compiler does by itself', () => {
    expect(
      ['bulk-fill/int', 'loop-invariant-call/String.length', 'thin-method/own'].filter(savesCompiled),
    ).toEqual([]);
    const useful = [
      'string-format/texts',
      'compiled-pattern/matches',
      'loop-invariant-call/Math.log',
      'key-set-get/HashMap',
    ];
    expect(useful.filter(savesCompiled)).toEqual(useful);
  });

  it.each(['Advice', 'Experts'])('are those that hints name: %s', (name) => {
    const text = readFileSync(join(__dirname, `../fixtures/advice/${name}.java`), 'utf8');
    const hints = newAnalyzer()
      .advise(`${name}.java`, text, { interpreted: true })
      .flatMap((member) => member.hints);
    const named = hints.flatMap(({ pair }) => pair ?? []);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((pair) => MEASURED_PAIRS[pair] === undefined)).toEqual([]);
    expect(hints.filter(({ pair, rule }) => pair === undefined && rule !== 'thin-method')).toEqual([]);
  });
});
