/**
 * The parts that matched tasks do on one side only: counted as they are listed, wherever tasks within them have their
 * partners.
 */
import { buildMethodTree } from '../../server/src/compare/trees/method-tree';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPartLists } from '../../server/src/compare/match/task-parts';
import { compareTasks } from '../../server/src/compare/match/tasks';

const owners = ['app.A', 'app.B', 'lib.C', 'lib.D', 'lib.E'];
const trees = fc
  .array(fc.tuple(fc.nat(30), fc.constantFrom(...owners), fc.constantFrom('run', 'call')), { maxLength: 24 })
  .map((rows) =>
    buildMethodTree(
      rows.map(([parent, owner, name], at) => ({
        parent: (parent % (at + 1)) - 1,
        method: { class: owner, name, descriptor: '' },
        exclusive: 1,
        calls: 1,
      })),
    ),
  );

it('contexts of one side only are those of the parts that are listed', () => {
  const naming = { isApplication: (name: string) => name.startsWith('app.'), extends: () => false };
  const sum = (parts: readonly { readonly contexts: number }[]): number =>
    parts.reduce((all, { contexts }) => all + contexts, 0);
  fc.assert(
    fc.property(trees, trees, (one, other) => {
      const compared = compareTasks(one, other, naming, 'auto');
      const partsOf = createPartLists(compared.trees, compared.partners);
      for (const { first, second, missing, extra } of compared.matched) {
        const parts = partsOf(first.row, second.row);
        // No more parts are listed.
        if (parts.missing.length < 10) expect(missing).toBe(sum(parts.missing));
        if (parts.extra.length < 10) expect(extra).toBe(sum(parts.extra));
      }
    }),
    { numRuns: 2000 },
  );
});
