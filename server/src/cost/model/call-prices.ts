/**
 * Library calls that `jouleline calibrate` measured on one machine, and the costs of operations on that machine: by
 * their ratio, models of other machines get the calls, too.
 *
 * Sits in `cost/`; `media/bodies/calls-25.json` is such a file. Its energies are in nanojoules.
 */
import * as v from 'valibot';
import { withDefined } from '../../base/check';
import { type Outcome, succeed } from '../../base/outcome';
import { isCount, oneOf, parseJson, readShape, rows, text } from '../../base/shapes';
import type { Joules } from '../../base/units';
import { calibratedName } from '../../operations/catalogue/price-names';
import type { OperationKey } from '../../operations/catalogue/operation';

type CostRow = readonly [name: string, cost: number, perElement?: number];
const costRows = rows<CostRow>(
  ([name, ...costs]) => typeof name === 'string' && costs.length > 0 && costs.every(isCount),
  '[name, nanojoules, nanojoules an element]',
);

const schema = v.object({
  format: oneOf(['jouleline-call-prices']),
  version: v.literal(1),
  machine: text(),
  jvm: text(),
  mode: oneOf(['interpreter', 'jit']),
  date: text(),
  source: text(),
  operations: costRows,
  calls: costRows,
});

export interface MeasuredCall {
  readonly fixed: Joules;
  /** Absent where only one size was measured. */
  readonly perElement?: Joules;
}

export interface CallPrices {
  readonly machine: string;
  readonly date: string;
  readonly mode: 'interpreter' | 'jit';
  /** The cost of an operation on the machine that measured the calls; undefined if it is not known. */
  costOf(operation: OperationKey): Joules | undefined;
  find(call: OperationKey): MeasuredCall | undefined;
}

export function loadCallPrices(json: string): Outcome<CallPrices> {
  const parsed = parseJson(json);
  const read = parsed.ok ? readShape(schema, parsed.value) : parsed;
  if (!read.ok) return read;
  const { machine, date, mode, operations, calls } = read.value;
  const costs = new Map(operations.map(([name, cost]) => [name, cost * 1e-9]));
  const known = new Map(
    calls.map(([name, cost, perElement]): [string, MeasuredCall] => [
      name,
      { fixed: cost * 1e-9, ...withDefined({ perElement: perElement && perElement * 1e-9 }) },
    ]),
  );
  return succeed({
    ...{ machine, date, mode },
    costOf: ({ name }) => costs.get(name),
    find: (call) => known.get(calibratedName(call)),
  });
}
