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
