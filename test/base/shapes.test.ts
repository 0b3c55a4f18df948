/** Definitions of stored formats: what is wrong in a value is named by its place. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  count,
  findWrong,
  fittingMembers,
  list,
  optional,
  parseJson,
  readDocument,
  readShape,
  rows,
  text,
} from '../../server/src/base/shapes';
import { profileSchema } from '../../server/src/profile/document/profile-document';
import { importSchema } from '../../server/src/recordings/document/import-document';
import { UNPLACED_REASONS } from '../../server/src/recordings/place/place-frame';

const method = v.object({ name: text('The name.'), calls: count(), note: optional(text()) });
const definition = v.object({
  methods: list(method),
  lines: rows<readonly [number, number]>((row) => row.length === 2, '[line, executions]'),
});

describe('the place of what is wrong', () => {
  test.each<[unknown, string | undefined]>([
    [{ methods: [{ name: 'a', calls: 1 }], lines: [[1, 2]] }, undefined],
    [{ methods: [{ name: 'a', calls: 1, more: 1 }], lines: [], more: 1 }, undefined],
    [{ methods: [{ name: 'a', calls: 1 }, { name: 'b' }], lines: [] }, 'methods[1].calls'],
    [{ methods: [{ name: 7, calls: 1 }], lines: [] }, 'methods[0].name'],
    [{ methods: [{ name: 'a', calls: 1, note: null }], lines: [] }, 'methods[0].note'],
    [{ methods: [], lines: [[1, 2], [3]] }, 'lines'],
    [{ methods: {}, lines: [] }, 'methods'],
    [{ lines: [] }, 'methods'],
    [7, ''],
  ])('of %j is %s', (value, place) => {
    expect(findWrong(definition, value)).toBe(place);
  });

  test('is told where a file is damaged, and what is whole stays as it is', () => {
    const whole = { methods: [], lines: [], more: 1 };
    expect(readShape(definition, { methods: [] })).toMatchObject({
      problem: { message: 'is damaged: lines is missing or not what it should be' },
    });
    const read = readShape(definition, whole);
    expect(read.ok && read.value).toBe(whole);
  });

  test('of a profile is that of the member, however deep it stands', () => {
    expect(
      findWrong(v.object({ program: profileSchema.entries.program }), { program: { command: [1] } }),
    ).toBe('program.command[0]');
  });
});

/** A saved import with members of every kind that definitions have. */
const saved = {
  ...{ format: 'jouleline-import', version: 1, generator: { name: 'j', version: '1' }, order: ['measured'] },
  recordings: [
    {
      source: { format: 'jfr', name: 'a.jfr', date: '2026-01-01' },
      measures: [{ name: 'CPU', unit: 'samples', provenance: 'measured', isProxy: true, total: 5 }],
      ...{ lineTrust: 'exact', problems: [{ place: { kind: 'line', at: 1 }, message: 'what' }] },
      accounts: [
        { total: 5, placed: 5, unplaced: Object.fromEntries(UNPLACED_REASONS.map((name) => [name, 0])) },
      ],
      unplaced: [{ name: 'a', reason: 'library', candidates: ['b'], values: [1] }],
      texts: [{ path: 'A.java', lines: '' }],
      power: [{ channel: 'dram', inTotal: true, from: 'counter', start: 0, ends: [1, 2], watts: [1, null] }],
      frames: [
        { kind: 'java', name: 'A.b', line: 1, place: { kind: 'line', path: 'A.java', line: 1 } },
        { kind: 'java', name: 'A.c', place: { kind: 'unplaced', reason: 'library', candidates: ['d'] } },
        {
          ...{ kind: 'java', name: 'A.e' },
          place: { kind: 'overloads', path: 'A.java', methods: [{ name: 'A.e', first: 1, last: 2 }] },
        },
      ],
      ...{ contexts: [[-1, -1, 0]], variances: [[0, 0, 1]] },
    },
  ],
};

test('the quick check and valibot judge alike wherever a value is another one', () => {
  expect(findWrong(importSchema, saved)).toBeUndefined();
  const wrong = [null, 1, -1, 0.5, 1e999, '', 'a', 'line', true, [], [1], {}, { kind: 'line' }];
  const verdicts = { right: 0, wrong: 0 };
  for (const path of pathsOf(saved))
    for (const value of [...wrong, undefined]) {
      const changed = replaceAt(saved, path, value);
      const isRight = v.is(importSchema, changed);
      verdicts[isRight ? 'right' : 'wrong']++;
      expect(
        findWrong(importSchema, changed) === undefined,
        `${path.join('.')}: ${JSON.stringify(value)}`,
      ).toBe(isRight);
    }
  expect(verdicts.right).toBeGreaterThan(100);
  expect(verdicts.wrong).toBeGreaterThan(500);
});

/** The paths of all members and elements, at every depth. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    [key],
    ...pathsOf(each).map((rest) => [key, ...rest]),
  ]);
}

/** The same value with another one at a path, or without that member or element if the other one is undefined. */
function replaceAt(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy: unknown = structuredClone(value);
  const members = copy as Record<string, unknown>;
  if (rest.length > 0) members[key] = replaceAt(members[key], rest, by);
  else if (by === undefined && Array.isArray(copy)) copy.splice(Number(key), 1);
  else if (by === undefined) Reflect.deleteProperty(members, key);
  else members[key] = by;
  return copy;
}

test.each([0, 1, 2 ** 64])('%d is a count', (value) => {
  expect(findWrong(count(), value)).toBeUndefined();
});

test.each([-1, 2 ** 65, NaN, Infinity, '1', null])('%j is none', (value) => {
  expect(findWrong(count(), value)).toBe('');
});

test('members that do not fit are left out', () => {
  expect(fittingMembers(method, { name: 'a', calls: 'many', more: 1 })).toEqual({ name: 'a' });
  expect(fittingMembers(method, null)).toEqual({});
});

test('JSON may have a byte order mark', () => {
  expect(parseJson('\uFEFF[1]')).toEqual({ ok: true, value: [1] });
});

test.each([
  ['[', /^is no JSON: /],
  ['[]', /^is no import of Jouleline$/],
  ['{"format":"f"}', /^is an import without a version$/],
  ['{"format":"f","version":0.5}', /^is an import without a version$/],
  ['{"format":"f","version":3}', /^is an import of version 3; this Jouleline reads up to 2$/],
])('a document %s is refused', (json, message) => {
  const read = readDocument(json, { format: 'f', version: 2, kind: 'an import' });
  expect(read.ok ? '' : read.problem.message).toMatch(message);
});
