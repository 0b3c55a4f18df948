import { reachedFrom } from '../../server/src/flow/program/call-frequencies';
import { describe, expect, it } from 'vitest';
import { finish } from '../../server/src/base/steps';
import { doubtOfCalls, exactCalls, sharedWays } from '../../server/src/flow/program/call-doubts';
import type { ProgramCall, ProgramMember } from '../../server/src/flow/program/call-graph';
import { CALL_WEIGHTS } from '../../server/src/flow/program/call-weights';
import { ProgramGraph } from '../../server/src/flow/program/program-graph';

const MAIN = 'A.main([Ljava/lang/String;)V';

function call(key: string, count = 1, more: Partial<ProgramCall> = {}): ProgramCall {
  return { key, dispatch: 'direct', count, isGuess: false, ...more };
}

function member(key: string, ...calls: readonly ProgramCall[]): ProgramMember {
  const type = key.slice(0, key.indexOf('.'));
  const supertypes = type === 'Sub' ? ['A', 'java/lang/Object'] : ['java/lang/Object'];
  return { key, supertypes, overrides: '', reach: 'inner', joinsTexts: false, calls };
}

function graphOf(members: readonly ProgramMember[]) {
  return finish(new ProgramGraph().update([members], CALL_WEIGHTS.callback));
}

describe('calls that follow from the text', () => {
  function exactly(...members: readonly ProgramMember[]): Readonly<Record<string, number>> {
    const graph = graphOf(members);
    const entries = Float64Array.from(members, (_, index) => (index === 0 ? 1 : CALL_WEIGHTS.unreached));
    const exact = exactCalls(graph, new Set([0]), reachedFrom(graph, entries, CALL_WEIGHTS));
    return Object.fromEntries(members.map(({ key }, index) => [key, exact[index] ?? 0]));
  }

  it('multiply from an entry point on', () => {
    const calls = exactly(
      member(MAIN, call('A.a()V', 3)),
      member('A.a()V', call('A.b()V', 2)),
      member('A.b()V'),
    );
    expect(calls).toEqual({ [MAIN]: 1, 'A.a()V': 3, 'A.b()V': 6 });
  });

  it('are none of code that no entry point leads to', () => {
    const calls = exactly(
      member(MAIN, call('A.a()V', 3)),
      member('A.a()V'),
      member('A.dead()V', call('A.a()V', 1e9), call('A.other()V')),
      member('A.other()V'),
    );
    expect(calls).toEqual({ [MAIN]: 1, 'A.a()V': 3, 'A.dead()V': NaN, 'A.other()V': NaN });
  });

  it('end at a guess, and below it', () => {
    const guess = { isGuess: true };
    const calls = exactly(
      member(MAIN, call('A.a()V', 10, guess), call('A.b()V')),
      member('A.a()V', call('A.b()V')),
      member('A.b()V'),
    );
    expect(calls).toEqual({ [MAIN]: 1, 'A.a()V': NaN, 'A.b()V': NaN });
  });

  it('are unknown of what calls itself, what several bodies share, and what nobody calls', () => {
    const calls = exactly(
      member(MAIN, call('A.a()V'), call('A.b()V', 1, { dispatch: 'virtual' })),
      member('A.a()V', call('A.a()V')),
      member('A.b()V'),
      member('Sub.b()V'),
      member('A.c()V'),
    );
    expect(Object.values(calls).slice(1)).toEqual([NaN, NaN, NaN, NaN]);
  });
});

describe('the doubt about calls', () => {
  const factors = ({ below, above }: ReturnType<typeof doubtOfCalls>): readonly number[] =>
    [-below, above].map((square) => Math.sign(square) * Math.sqrt(Math.abs(square)));

  it('is none where they follow from the text', () => {
    expect(doubtOfCalls(6, 'exact')).toEqual({ below: 0, above: 0 });
  });

  it('is less after runs, and more where calls are shared', () => {
    const [, learned = 0] = factors(doubtOfCalls(10, 'learned'));
    const [, guessed = 0] = factors(doubtOfCalls(10, 'guessed'));
    const [, shared = 0] = factors(doubtOfCalls(10, 'shared'));
    expect(learned).toBeLessThan(guessed / 2);
    expect(guessed).toBeLessThan(shared);
  });

  it('reaches down for what seems frequent, and up for what seems rare', () => {
    const ends = [1e-5, 1, 1e5].map((calls) => factors(doubtOfCalls(calls, 'guessed')));
    expect(ends.map(([below = 0]) => below)).toEqual([-0.5, -0.5, -3]);
    const above = ends.map(([, end = 0]) => end);
    expect(above).toEqual([...above].sort((a, b) => b - a));
  });
});

describe('ways that are shared', () => {
  it('are those over a call of several bodies, and all below', () => {
    const members = [
      member(MAIN, call('A.a()V'), call('A.b()V', 1, { dispatch: 'virtual' })),
      member('A.a()V', call('A.a()V', 5)),
      member('A.b()V'),
      member('Sub.b()V', call('A.c()V')),
      member('A.c()V', call('A.d()V')),
      member('A.d()V', call('A.c()V', 9)),
    ];
    expect([...sharedWays(graphOf(members), new Float64Array(6).fill(1), CALL_WEIGHTS)].slice(0, 4)).toEqual([
      0, 0, 1, 1,
    ]);
  });
});
