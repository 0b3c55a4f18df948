/** Calls of tasks that several contexts make together, where not all of them are known. */
import { type CallRow, buildMethodTree } from '../../server/src/compare/trees/method-tree';
import { describe, expect, test } from 'vitest';
import { buildTaskTree } from '../../server/src/compare/trees/task-tree';

/** `app.main` calls `app.a` and `app.b`, and both call a framework's `put`; `calls` of each `put`. */
function callsOfPut(...calls: readonly (number | undefined)[]): number | undefined {
  const row = (parent: number, owner: string, name: string, each: number | undefined): CallRow => ({
    parent,
    method: { class: owner, name, descriptor: '' },
    exclusive: 1,
    ...(each === undefined ? {} : { calls: each }),
  });
  const rows = [
    row(-1, 'app.Main', 'main', 1),
    row(0, 'app.Main', 'a', 1),
    row(0, 'app.Main', 'b', 1),
    ...calls.map((each, index) => row(1 + (index % 2), 'java.util.Map', 'put', each)),
  ];
  const tree = buildTaskTree(buildMethodTree(rows), {
    isApplication: (name) => name.startsWith('app.'),
    extends: () => false,
  });
  const at = tree.frames.findIndex((method) => tree.names[method]?.name === 'put');
  expect(tree.exclusive[at]).toBe(calls.length);
  return tree.calls[at];
}

describe('calls of a task', () => {
  test('are those of all contexts that it merged from', () => {
    expect(callsOfPut(2, 5)).toBe(7);
  });

  test('are not told where those of one are not known: the others are a part of them', () => {
    expect(callsOfPut(2, undefined)).toBeNaN();
    expect(callsOfPut(undefined, 5)).toBeNaN();
    expect(callsOfPut(undefined, undefined)).toBeNaN();
  });
});
