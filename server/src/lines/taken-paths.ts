/**
 * The paths of a counted file's methods that ran, and the energy of each.
 *
 * Sits in `lines/`. Paths are those of Ball and Larus, as a profile of `--record paths` or `trace` has them.
 * The energy of a path is the sum over its blocks of what one execution of each runs; a call counts as an
 * operation, without what the callee takes. A path that an exception ends within a block is given all of that
 * block.
 */
import { combineEnergies } from '../cost/pricing/combine-energies';
import { listRowPrices, partsOfRow, sizesByPlace } from '../cost/pricing/counted-rows';
import type { CostModel, Energy } from '../cost/model/cost-model';
import type { PathEnd, PathStart, ProfiledMethod } from '../profile/document/profile-document';
import type { LineIndex, Offset } from '../base/units';
import type { CountedPath, FileOperations } from '../analysis/file-operations';
import type { LineIndexOf } from '../base/line-index';
import type { CountedNames } from './counted-operations';

export interface TakenPath {
  readonly executions: number;
  readonly start: PathStart;
  readonly end: PathEnd;
  readonly lines: readonly LineIndex[];
  /** The energy of all executions of the path. */
  readonly energy: Energy;
}

/** Undefined where the profile does not know paths, or what their blocks hold. */
export function countedPaths(
  methods: readonly ProfiledMethod[],
  { keys, has }: Pick<CountedNames, 'keys' | 'has'>,
  offsetOf: (line: number) => Offset,
): readonly CountedPath[] | undefined {
  const all = methods.flatMap(({ paths = [], code, blocks, operations: counted }): readonly CountedPath[] => {
    if (code === undefined || code.length === 0) return [];
    const sizeOf = sizesByPlace(counted);
    const rowsOf = new Map<number, typeof code>();
    for (const row of code) rowsOf.set(row[0], [...(rowsOf.get(row[0]) ?? []), row]);
    return paths.map(([, executions, start, end, through]) => {
      const rows = through.flatMap((block) => rowsOf.get(block) ?? []);
      const lines = through.flatMap((block) => {
        const own = (rowsOf.get(block) ?? []).map(([, , line]) => line).filter((line) => line > 0);
        const first = blocks[block]?.[2] ?? 0;
        return own.length > 0 || first === 0 ? own : [first];
      });
      return {
        executions,
        start,
        end,
        places: [...new Set(lines)].map(offsetOf),
        operations: rows.flatMap(([, key, at, count]) => {
          const known = keys[key];
          return known === undefined || !has(known) ? [] : [[known, count, sizeOf(key, at, count)] as const];
        }),
      };
    });
  });
  return all.length === 0 ? undefined : all;
}

/** The paths that run through a line, the hottest first. */
export function findTakenPaths(
  { members }: FileOperations,
  lines: LineIndexOf,
  line: LineIndex,
  model: CostModel,
): readonly TakenPath[] {
  return members
    .flatMap(({ paths = [], bodyStart }) =>
      paths.flatMap(({ places, operations, ...path }): readonly TakenPath[] => {
        const through = places.map((place) => lines.lineAt(bodyStart + place));
        if (!through.includes(line)) return [];
        const prices = listRowPrices(
          operations.map(([key]) => key),
          model,
        );
        const modeled = operations.flatMap(([, count, sizes], row) => {
          const price = prices[row];
          const all = path.executions;
          return price === undefined ? [] : partsOfRow(price, count * all, sizes && sizes * all);
        });
        return [{ ...path, lines: through, energy: combineEnergies(model, modeled) }];
      }),
    )
    .sort((a, b) => b.energy.mean - a.energy.mean || b.executions - a.executions);
}
