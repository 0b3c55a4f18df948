/**
 * The energy that samples of a run give to counted lines for what they call of code that is not counted, and for the
 * work that they make the runtime do: as the report of the run shows it.
 *
 * Stands beside a side's counts, because methods and lines are matched by what was counted.
 */
import { combineEnergies } from '../../cost/pricing/combine-energies';
import { listRowPrices, partsOfRow } from '../../cost/pricing/counted-rows';
import type { CostModel } from '../../cost/model/cost-model';
import { type MethodName, methodOfPath } from '../../base/method-name';
import type { Joules, JoulesSquared } from '../../base/units';
import { accountForRuns } from '../../runs/account-for-runs';
import { calleeOf, isRuntimeWork, NOT_COUNTED } from '../../profile/account/called-lines';
import type { ProfileDocument, ProfiledMethod } from '../../profile/document/profile-document';

/** A line and one method that it calls, or one kind of the runtime's work. */
export interface CalledCode {
  readonly line: number;
  readonly operation: string;
  /** The method; absent for the runtime's work. */
  readonly callee?: MethodName;
  readonly executions: number;
  readonly energy: Joules;
  /** The variance by the samples alone. */
  readonly variance: JoulesSquared;
}

export type CalledRows = ReadonlyMap<ProfiledMethod, readonly CalledCode[]>;

/** The operations of methods where followed work is on the lines that call it, and no longer in the JDK's methods. */
export type LaidRows = ReadonlyMap<ProfiledMethod, ProfiledMethod['operations']>;

/**
 * The rows by the methods of `profile`.
 *
 * @param laid the profile with these rows among its operations.
 * @param model the costs of `laid`.
 */
export function listCalledRows(
  profile: ProfileDocument,
  laid: ProfileDocument,
  model: CostModel,
): CalledRows {
  const found = new Map<ProfiledMethod, readonly CalledCode[]>();
  if (laid === profile) return found;
  const prices = listRowPrices(laid.keys, model);
  // Rows spread as runs do, as all of their own work does: what is left is the error of their samples.
  const { workDeviation = 0 } = (laid.measurement && accountForRuns(laid.measurement)) ?? {};
  for (const [owner, { methods }] of profile.classes.entries())
    for (const [index, method] of methods.entries()) {
      const operations = laid.classes[owner]?.methods[index]?.operations ?? [];
      const rows = operations.flatMap(([key, line, executions, sizes]): readonly CalledCode[] => {
        const [operation, price] = [laid.keys[key], prices[key]];
        if (operation?.family !== NOT_COUNTED || price === undefined) return [];
        const { mean, variance } = combineEnergies(model, partsOfRow(price, executions, sizes));
        return [
          {
            ...{ line, operation: operation.name, executions, energy: mean },
            variance: Math.max(0, variance - (mean * workDeviation) ** 2),
            ...(isRuntimeWork(operation.name) ? {} : { callee: methodOfPath(calleeOf(operation)) }),
          },
        ];
      });
      if (rows.length > 0) found.set(method, rows);
    }
  return found;
}

/**
 * The operations that `laid` has otherwise than `profile`, by the methods of `profile`: of methods that call into followed classes, and
 * of the methods of these classes.
 */
export function listLaidRows(profile: ProfileDocument, laid: ProfileDocument): LaidRows {
  return new Map(
    profile.classes.flatMap(({ methods }, owner) =>
      methods.flatMap((method, index): [ProfiledMethod, ProfiledMethod['operations']][] => {
        const rows = laid.classes[owner]?.methods[index]?.operations ?? method.operations;
        return rows === method.operations ? [] : [[method, rows]];
      }),
    ),
  );
}

/** The operations of a method whose energy is its lines'. */
export function operationsOnLines(
  method: ProfiledMethod | undefined,
  { apart, laid }: { readonly apart: ReadonlySet<number>; readonly laid: LaidRows },
): ProfiledMethod['operations'] {
  const operations = (method && laid.get(method)) ?? method?.operations ?? [];
  return apart.size === 0 ? operations : operations.filter(([key]) => !apart.has(key));
}

/** The sums of some rows. */
export interface CalledSum {
  readonly energy: Joules;
  readonly variance: JoulesSquared;
}

export function sumCalled(rows: readonly CalledCode[] = []): CalledSum {
  return rows.reduce<CalledSum>(
    (sum, { energy, variance }) => ({ energy: sum.energy + energy, variance: sum.variance + variance }),
    { energy: 0, variance: 0 },
  );
}

/** The rows with energies times a factor. */
export function timesCalled(called: CalledRows, factor: number): CalledRows {
  return new Map(
    Array.from(called, ([method, rows]) => [
      method,
      rows.map((row) => ({
        ...row,
        energy: row.energy * factor,
        variance: row.variance * factor ** 2,
      })),
    ]),
  );
}
