/** Calls of a whole program, from entry points down: small programs whose calls can be worked out by hand. */
import { describe, expect, it } from 'vitest';
import { finish } from '../../server/src/base/steps';
import { callFrequencies } from '../../server/src/flow/program/call-frequencies';
import { chooseEntries, NO_WISHES } from '../../server/src/flow/program/entry-points';
import { callersIn, type ProgramMember } from '../../server/src/flow/program/call-graph';
import { ProgramGraph } from '../../server/src/flow/program/program-graph';
import { CALL_WEIGHTS, type CallWeights, weightsFor } from '../../server/src/flow/program/call-weights';
import { weighCalls } from '../../server/src/flow/program/weigh-calls';

/** Calls add up as they are: nothing is uncertain. */
const CERTAIN: CallWeights = { ...CALL_WEIGHTS, callers: 1, repeated: 1, seldom: 1, shares: 1, unreached: 0 };

const MAIN = 'Main.main([Ljava/lang/String;)V';

function member(
  key: string,
  calls: Readonly<Record<string, number>> = {},
  more: Partial<ProgramMember> = {},
): ProgramMember {
  return {
    key,
    supertypes: ['java/lang/Object'],
    overrides: '',
    reach: key === MAIN ? 'main' : 'public',
    joinsTexts: false,
    calls: Object.entries(calls).map(([call, count]) => {
      const [dispatch = '', ...rest] = call.split(' ');
      const kind = dispatch as ProgramMember['calls'][number]['dispatch'];
      return { key: rest.join(' '), dispatch: kind, count, isGuess: false };
    }),
    ...more,
  };
}

/** `known` are the calls that runs know, by member. */
function callsOf(
  members: readonly ProgramMember[],
  weights = CERTAIN,
  known: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const graph = finish(new ProgramGraph().update([members], weights.callback));
  const entries = finish(chooseEntries(members, callersIn(graph), NO_WISHES, weights));
  const ofRuns = Float64Array.from(members, ({ key }) => known[key] ?? NaN);
  const calls = finish(callFrequencies(graph, entries.calls, weights, { calls: ofRuns, areCounted: true }));
  return Object.fromEntries(members.map(({ key }, index) => [key, Number(calls[index]?.toPrecision(6))]));
}

describe('calls of a program', () => {
  it('are those of code that only runs know, too, though no entry point leads to it', () => {
    const members = [
      member(MAIN, { 'direct Work.each()V': 10 }),
      member('Work.each()V'),
      member('Found.byName()V', { 'direct Work.each()V': 3 }),
    ];
    expect(callsOf(members)['Work.each()V']).toBe(10);
    expect(callsOf(members, CERTAIN, { 'Found.byName()V': 7 })['Work.each()V']).toBe(31);
  });

  it('multiply down the graph, from its main method', () => {
    const calls = callsOf([
      member(MAIN, { 'direct Work.each()V': 10 }),
      member('Work.each()V', { 'direct Work.inner(I)I': 5, 'direct Work.seldom()V': 0.5 }),
      member('Work.inner(I)I'),
      member('Work.seldom()V', { 'direct Work.inner(I)I': 2 }),
      member('Work.unused()V', { 'direct Work.inner(I)I': 1000 }),
    ]);
    expect(calls).toEqual({
      [MAIN]: 1,
      'Work.each()V': 10,
      'Work.inner(I)I': 60,
      'Work.seldom()V': 5,
      'Work.unused()V': 0,
    });
  });

  it('begin at all public methods, where nothing is a main method', () => {
    const calls = callsOf([
      member('Api.open()V', { 'direct Inner.work()V': 3 }),
      member('Api.close()V', { 'direct Inner.work()V': 1 }),
      member('Inner.work()V', {}, { reach: 'inner' }),
    ]);
    expect(calls['Inner.work()V']).toBe(4);
  });

  it('of a virtual method are shared by the objects that the program creates', () => {
    const shape = ['Shape', 'java/lang/Object'];
    const calls = callsOf([
      member(MAIN, {
        'creation Circle.<init>()V': 3,
        'creation Square.<init>()V': 1,
        'virtual Shape.area()D': 100,
      }),
      member('Circle.<init>()V', {}, { supertypes: shape }),
      member('Square.<init>()V', {}, { supertypes: shape }),
      member('Circle.area()D', {}, { supertypes: shape }),
      member('Square.area()D', {}, { supertypes: shape }),
      member('Blob.area()D', {}, { supertypes: shape }),
      member('Blob.<init>()V', {}, { supertypes: shape }),
    ]);
    expect(calls).toMatchObject({ 'Circle.area()D': 75, 'Square.area()D': 25, 'Blob.area()D': 0 });
  });

  it('reach an inherited body, and one whose parameter is a type argument', () => {
    const calls = callsOf([
      member(MAIN, {
        'creation Leaf.<init>()V': 1,
        'virtual Leaf.name()V': 2,
        'virtual Visitor.visit(Ljava/lang/Object;)V': 7,
      }),
      member('Leaf.<init>()V', {}, { supertypes: ['Node', 'Visitor', 'java/lang/Object'] }),
      member('Node.name()V'),
      member('Leaf.visit(LNode;)V', {}, { supertypes: ['Node', 'Visitor', 'java/lang/Object'] }),
    ]);
    expect(calls).toMatchObject({ 'Node.name()V': 2, 'Leaf.visit(LNode;)V': 7 });
  });

  it('of constructors run initializers, unless another constructor does', () => {
    const calls = callsOf([
      member(MAIN, { 'creation Box.<init>()V': 4, 'creation Box.<init>(I)V': 6 }),
      member('Box.<init>()V', { 'direct Box.<init>(I)V': 1 }),
      member('Box.<init>(I)V'),
      member('Box.<init>@Box.items', {}, { reach: 'inner' }),
    ]);
    expect(calls['Box.<init>@Box.items']).toBe(10);
  });

  it('of library types reach the classes that override them', () => {
    const iterator = {
      supertypes: ['java/util/Iterator', 'java/lang/Object'],
      overrides: 'java/util/Iterator',
    };
    const members = [
      member(MAIN, { 'creation Lines.<init>()V': 1, 'library java.util.Iterator.next/0': 50 }),
      member('Lines.<init>()V', {}, { supertypes: iterator.supertypes }),
      member('Lines.next()Ljava/lang/Object;', {}, iterator),
    ];
    const calls = callsOf(members, { ...CERTAIN, library: 0.5, callback: 2 });
    expect(calls['Lines.next()Ljava/lang/Object;']).toBe(27);
  });

  it('of library types within types reach them, too', () => {
    const entry = {
      supertypes: ['java/util/Map$Entry', 'java/lang/Object'],
      overrides: 'java/util/Map$Entry',
    };
    const calls = callsOf(
      [
        member(MAIN, { 'library java.util.Map.Entry.getKey/0': 10 }),
        member('Pair.getKey()Ljava/lang/Object;', {}, entry),
      ],
      { ...CERTAIN, library: 0.5 },
    );
    expect(calls['Pair.getKey()Ljava/lang/Object;']).toBe(5);
  });

  it('in a circle stay finite, and grow with how often the circle is gone round', () => {
    const circle = (times: number): readonly ProgramMember[] => [
      member(MAIN, { 'direct Tree.walk()V': 1 }),
      member('Tree.walk()V', { 'direct Tree.child()V': times }),
      member('Tree.child()V', { 'direct Tree.walk()V': 1 }),
    ];
    const [few = 0, many = 0] = [0.5, 8].map((times) => callsOf(circle(times), CALL_WEIGHTS)['Tree.walk()V']);
    // x = 1 + (0.5 ** 0.3 · x ** 0.7) ** 0.7 has this solution.
    const solve = (factor: number): number => {
      let x = 1;
      for (let round = 0; round < 200; round++) x = 1 + (factor * x ** 0.7) ** 0.7;
      return x;
    };
    expect(few).toBeCloseTo(solve(0.5 ** 0.3), 3);
    expect(many).toBeCloseTo(solve(8 ** 0.8), 3);
    expect(many).toBeGreaterThan(few);
  });

  it('survive cyclic hierarchies, missing classes and counts that are no numbers', () => {
    const calls = callsOf([
      member(MAIN, { 'virtual Missing.gone()V': 5, 'virtual A.go()V': NaN, 'direct B.go()V': Infinity }),
      member('A.go()V', {}, { supertypes: ['B', 'A'] }),
      member('B.go()V', {}, { supertypes: ['A', 'B'] }),
      member('A.go()V', {}, { supertypes: ['B', 'A'] }),
    ]);
    expect(calls[MAIN]).toBe(1);
    expect(Number.isNaN(calls['B.go()V'])).toBe(false);
  });
});

/** How many times the calls of each member count after they are weighed. */
function factorsOf(members: readonly ProgramMember[], weights = CERTAIN): Readonly<Record<string, number>> {
  const graph = finish(new ProgramGraph().update([members], weights.callback));
  const { calls: entries } = finish(chooseEntries(members, callersIn(graph), NO_WISHES, weights));
  const ones = new Float64Array(members.length).fill(1);
  const weighed = finish(weighCalls(members, graph, { calls: ones, entries }, weights));
  return Object.fromEntries(
    members.map(({ key }, index) => [key.slice(0, key.indexOf('.')), weighed[index] ?? 0]),
  );
}

describe('what text and ways say of calls', () => {
  /** Each calls the next, `seldom` in one of a hundred calls. */
  const far = (last: readonly ProgramMember[]): readonly ProgramMember[] => [
    member(MAIN, { 'direct A.a()V': 1 }),
    member('A.a()V', { 'direct B.b()V': 1 }),
    member('B.b()V', { 'direct C.c()V': 1 }),
    member('C.c()V', { 'direct D.d()V': 1 }),
    member('D.d()V', Object.fromEntries(last.map(({ key }) => [`direct ${key}`, 1]))),
    ...last,
  ];

  it('is that methods of integers are hot, and those that join texts are not', () => {
    const factors = factorsOf(
      far([
        member('Index.of(J)I'),
        member('Plain.of(I)V'),
        member('Message.of()V', {}, { joinsTexts: true }),
        member('Both.of()I', {}, { joinsTexts: true }),
      ]),
      CALL_WEIGHTS,
    );
    expect(factors['Plain']).toBe(1);
    expect(factors['Index']).toBeCloseTo(CALL_WEIGHTS.integers);
    expect(factors['Message']).toBeCloseTo(CALL_WEIGHTS.texts);
    expect(factors['Both']).toBeCloseTo(CALL_WEIGHTS.integers * CALL_WEIGHTS.texts);
  });

  it('counts little near an entry point, and not at what that calls itself', () => {
    const members = [
      member(MAIN, { 'direct Near.a()I': 1 }),
      member('Near.a()I', { 'direct Next.b()I': 1 }),
      member('Next.b()I'),
    ];
    const factors = factorsOf(members, CALL_WEIGHTS);
    expect(factors).toMatchObject({ Main: 1, Near: 1 });
    expect(factors['Next']).toBeCloseTo(CALL_WEIGHTS.integers ** (1 / CALL_WEIGHTS.distance));
  });

  it('is that an unlikely way leads to little, a likely one beside it to more', () => {
    const seldom = member('Seldom.a()V', { 'direct Deep.b()V': 1 });
    const [one, two] = [[], [member('Often.a()V', { 'direct Deep.b()V': 0.25 })]].map((more) => {
      const members = [
        ...far([member('Hub.h()V', { 'direct Seldom.a()V': 0.01, 'direct Often.a()V': 1 })]),
        ...[seldom, member('Deep.b()V'), ...more],
      ];
      return factorsOf(members, CALL_WEIGHTS)['Deep'];
    });
    expect(one).toBeCloseTo((0.01 ** CALL_WEIGHTS.branches) ** CALL_WEIGHTS.ways);
    expect(two).toBeCloseTo((0.25 ** CALL_WEIGHTS.branches) ** CALL_WEIGHTS.ways);
  });

  it('is that one of many bodies is called less than the only one', () => {
    const shape = { supertypes: ['Shape', 'java/lang/Object'] };
    const factors = factorsOf(
      [
        ...far([member('Hub.h()V', { 'virtual Shape.area()V': 1 })]),
        ...['Circle', 'Square', 'Blob'].map((name) => member(`${name}.area()V`, {}, shape)),
      ],
      CALL_WEIGHTS,
    );
    expect(factors['Circle']).toBeCloseTo(3 ** CALL_WEIGHTS.bodies);
  });

  it('stays a number where methods call each other in a circle, or nobody calls them', () => {
    const factors = factorsOf([
      member(MAIN, { 'direct A.a()V': Infinity }),
      member('A.a()V', { 'direct B.b()V': 1e300 }),
      member('B.b()V', { 'direct A.a()V': 1e300, 'direct B.b()V': NaN }),
      member('Lost.c()V', {}, { reach: 'inner' }),
    ]);
    for (const factor of Object.values(factors)) expect(Number.isFinite(factor)).toBe(true);
  });
});

describe('weights', () => {
  it('change little with one member more, from small programs to large ones', () => {
    expect([1, 50].map((members) => weightsFor(members).callers)).toEqual([0.85, 0.85]);
    expect([400, 20_000].map((members) => weightsFor(members))).toEqual([CALL_WEIGHTS, CALL_WEIGHTS]);
    for (let members = 1; members < 500; members++) {
      const step = weightsFor(members).callers - weightsFor(members + 1).callers;
      expect(step).toBeGreaterThanOrEqual(0);
      expect(step).toBeLessThan(0.002);
    }
  });
});
