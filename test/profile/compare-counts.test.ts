/** Counts that vary from run to run are found, and nothing else. */
import { describe, expect, it } from 'vitest';
import { compareClasses } from '../../server/src/profile/document/describe-counts';
import type { ProfiledClass, ProfiledMethod } from '../../server/src/profile/document/profile-document';

function classOf(method: Partial<ProfiledMethod>): readonly ProfiledClass[] {
  const { calls = 1, lines = [], operations = [] } = method;
  const rest = { blocks: [], instructions: [], invocations: [] };
  return [
    {
      name: 'Main',
      hash: 1,
      supertypes: [],
      lines,
      methods: [{ name: 'run', descriptor: '()V', calls, lines, operations, ...rest }],
    },
  ];
}

describe('two counted runs', () => {
  it('that did the same are one', () => {
    const run = classOf({ lines: [[1, 5]], operations: [[0, 1, 5]] });
    expect(compareClasses(run, run)).toEqual(run);
  });

  it('differ in what ran more often, less often, or in one of them alone', () => {
    const first = classOf({
      lines: [
        [1, 5],
        [2, 1],
      ],
      operations: [
        [0, 1, 5],
        [1, 2, 1],
        [2, 1, 5, 40],
      ],
    });
    const second = classOf({
      calls: 2,
      lines: [
        [1, 5],
        [3, 7],
      ],
      operations: [
        [0, 1, 6],
        [2, 1, 5, 41],
        [1, 3, 7],
      ],
    });
    expect(compareClasses(first, second)[0]?.methods[0]?.varying).toEqual({
      calls: 2,
      lines: [
        [2, 0],
        [3, 7],
      ],
      operations: [
        [0, 1, 6],
        [1, 2, 0],
        [2, 1, 5, 41],
        [1, 3, 7],
      ],
    });
  });
});
