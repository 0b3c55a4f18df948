/** Where a run begins: what the text shows, what the user names, and names that are nearly right. */
import { describe, expect, it } from 'vitest';
import { finish } from '../../server/src/base/steps';
import { CALL_WEIGHTS } from '../../server/src/flow/program/call-weights';
import {
  chooseEntries,
  NO_WISHES,
  type EntryWishes,
  type Reach,
} from '../../server/src/flow/program/entry-points';
import { describeEntryPoints, describeUnmatched } from '../../server/src/lines/entry-text';

const MAIN = 'org/x/Main.main([Ljava/lang/String;)V';
const TOOL = 'org/x/Tool.main([Ljava/lang/String;)V';
const WEB = 'org/x/web/Shop.list()Ljava/util/List;';
const TEST = 'org/x/MainTest.adds()V';
const API = 'org/x/api/Maker.make(I)V';
const INNER = 'org/x/api/Maker.part(I)V';
const CLASS = 'org/x/api/Maker.<clinit>@Maker.all';
const TASK = 'org/x/Poll.run()V';

const REACHES: Readonly<Record<string, Reach>> = {
  [MAIN]: 'main',
  [TOOL]: 'main',
  [WEB]: 'handler',
  [TEST]: 'test',
  [API]: 'public',
  [INNER]: 'inner',
  [CLASS]: 'inner',
  [TASK]: 'public',
};

function choose(keys: readonly string[], wishes: Partial<EntryWishes> = {}, isCreated = true) {
  const members = keys.map((key) => ({
    key,
    overrides: key === TASK ? 'java/lang/Runnable' : '',
    reach: REACHES[key] ?? 'inner',
  }));
  const callers = { isCalled: () => true, isCreated: () => isCreated };
  const all = { ...NO_WISHES, ...wishes };
  const { calls, points } = finish(chooseEntries(members, callers, all, CALL_WEIGHTS));
  return { calls: Object.fromEntries(keys.map((key, index) => [key, calls[index]])), points };
}

const { handler, aside, unreached, initializer } = CALL_WEIGHTS;

describe('without a wish', () => {
  it('a program begins at main methods and at what frameworks call; its tests count less', () => {
    const { calls, points } = choose([MAIN, TOOL, WEB, TEST, API, INNER, CLASS]);
    expect(calls).toEqual({
      ...{ [MAIN]: 1, [TOOL]: 1, [WEB]: handler, [TEST]: aside },
      ...{ [API]: unreached, [INNER]: unreached, [CLASS]: initializer },
    });
    expect(describeEntryPoints(points)).toBe(
      'main of org.x.Main and 1 other, 1 method called by a framework, 1 test method with less weight',
    );
  });

  it('main methods that a launch configuration names go before others', () => {
    const { calls, points } = choose([MAIN, TOOL], { mainClasses: ['shop/org.x.Tool', 'org.x.Gone'] });
    expect(calls).toEqual({ [MAIN]: aside, [TOOL]: 1 });
    expect(describeEntryPoints(points)).toBe('main of org.x.Tool');
  });

  it('a library begins at its public methods, and at its tests', () => {
    const { calls, points } = choose([API, INNER, TEST]);
    expect(calls).toEqual({ [API]: 1, [INNER]: unreached, [TEST]: 1 });
    expect(describeEntryPoints(points)).toBe('1 public method, 1 test method');
  });

  it('a web application begins at its handlers', () => {
    expect(describeEntryPoints(choose([WEB, API]).points)).toBe('org.x.web.Shop.list, called by a framework');
  });

  it('somebody starts tasks whose objects the program does not make', () => {
    expect(choose([MAIN, TASK], {}, false).calls[TASK]).toBe(1);
    expect(choose([MAIN, TASK], {}, true).calls[TASK]).toBe(unreached);
  });

  it('nothing at all is described, too', () => {
    expect(describeEntryPoints(choose([]).points)).toBe('methods that no other one calls');
  });
});

describe('patterns', () => {
  it.each([
    ['org.x.api.Maker.part', [INNER]],
    ['org.x.api.Maker', [API]],
    ['org.x.api.*', [API]],
    ['org.*.api.*', [API]],
    ['org.x.**', [MAIN, API]],
    ['**.main', [MAIN]],
    ['org.x.Main.main(String[])', [MAIN]],
    ['Main.main(java.lang.String...)', [MAIN]],
    [' Maker.make( int ) ', [API]],
    // A type variable of the text is erased in the key.
    ['Maker.part(T)', [INNER]],
    ['Maker', [API]],
  ])('%s names methods, classes and packages', (pattern, expected) => {
    const { calls, points } = choose([MAIN, API, INNER, CLASS], { patterns: [pattern] });
    expect(Object.keys(calls).filter((key) => calls[key] === 1 && key !== CLASS)).toEqual(expected);
    expect(points).toMatchObject({ basis: 'set', count: expected.length, unmatched: [] });
  });

  it('that match nothing are named with similar names, and the others count', () => {
    const { points } = choose([MAIN, API, INNER], { patterns: ['org.x.api.Makr.make', 'org.x.Main.main'] });
    expect(describeEntryPoints(points)).toBe('org.x.Main.main');
    expect(describeUnmatched(points)).toEqual([
      'no method fits the entry point "org.x.api.Makr.make"; similar names: org.x.api.Maker.make, org.x.api.Maker.part, org.x.api.Maker',
    ]);
  });

  it('tell overloads apart by their parameters', () => {
    const [one, two] = ['A.put(Ljava/util/Map;[[J)V', 'A.put(Ljava/lang/Object;)V'];
    const chosen = (pattern: string) => choose([one, two], { patterns: [pattern] }).points;
    expect(chosen('A.put')).toMatchObject({ count: 2 });
    expect(choose([one, two], { patterns: ['A.put(Map<K, V[]>, long[][])'] }).calls[one]).toBe(1);
    expect(chosen('A.put(Map<K, V[]>, long[][])')).toMatchObject({ count: 1, unmatched: [] });
    expect(chosen('A.put(int, int, int)')).toMatchObject({
      basis: 'library',
      unmatched: [{ pattern: 'A.put(int, int, int)', nearest: ['A.put(Map, long[][])', 'A.put(Object)'] }],
    });
  });

  it('of short names that match nothing are told of methods with the last part', () => {
    const { points } = choose([MAIN, TOOL, API], { patterns: ['T.main'] });
    expect(points.unmatched[0]?.nearest).toContain('org.x.Main.main');
  });

  it('that are no names leave what the text shows', () => {
    const patterns = ['', '((((', '[', '!(*)'.repeat(1000), 'org.x.Gone'];
    const { calls, points } = choose([MAIN, API], { patterns });
    expect(calls[MAIN]).toBe(1);
    expect(points.unmatched).toHaveLength(patterns.length);
  });
});
