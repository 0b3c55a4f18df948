/**
 * All operations of a workspace by name: how often each runs, how much energy that takes, and the place that
 * takes the most.
 *
 * Sits in `lines/`: figure 3 of "Fine-grained energy modeling" (Li and Gallagher), but with library functions
 * apart, which section 6.1 counts among them. It is filled file by file, so that its caller can pause between
 * files.
 */
import { at, outside } from '../base/check';
import type { CostModel, Energy, Price } from '../cost/model/cost-model';
import { createAccumulator, type CountedPrice } from '../cost/pricing/combine-energies';
import { withRange } from '../cost/pricing/frequency-range';
import {
  costMember,
  type CostSettings,
  hasUnmodeledElements,
  meanOf,
  priceIndexOf,
  UNMODELED_ELEMENTS,
} from '../cost/pricing/price-member';
import type { MemberRecord } from '../analysis/file-operations';
import type { MemberOperations, OperationGroup, OperationKey } from '../operations/catalogue/operation';
import { amountOf, blockOf, countSites, keyOf, offsetOf } from '../operations/catalogue/site-table';
import type { Joules, LineIndex, Offset } from '../base/units';
import type { KnownFile } from './energy-session';
import { divideOfPlace, type FileEvidence, type OperationsOn } from './file-evidence';

export interface HotOperation {
  /** Empty for what recordings have of lines without a modeled operation. */
  readonly name: string;
  readonly group: OperationGroup | '';
  /** Expected or counted, as the file's energies are; NaN for recordings, which do not tell them. */
  readonly executions: number;
  /**
   * The energy of all executions, or the amount of a recording in its unit, with a variance of NaN; absent if the
   * model has no cost for the operation.
   */
  readonly energy?: Energy;
  /**
   * The file of the place at which the operation takes the most energy; if the model has no cost for it, the
   * place at which it runs most often.
   */
  readonly path: string;
  readonly line: LineIndex;
}

interface OperationTally {
  add(path: string, known: KnownFile): void;
  finish(): readonly HotOperation[];
}

interface Tally {
  readonly name: string;
  readonly group: OperationGroup;
  readonly prices: Map<string, CountedPrice>;
  executions: number;
  isModeled: boolean;
  /** How much less and more energy there is as frequencies may be. */
  lessEnergy: Joules;
  moreEnergy: Joules;
  most: number;
  path: string;
  line: LineIndex;
}

export function tallyOperations(settings: CostSettings): OperationTally {
  const tallies = new Map<string, Tally>();
  const model = settings.model;

  function tallyOf(name: string, { group }: OperationKey, isModeled: boolean): Tally {
    const id = isModeled ? name : `${name} not modeled`;
    const known = tallies.get(id);
    if (known !== undefined) return known;
    const made: Tally = {
      ...{ name, group, prices: new Map(), executions: 0, isModeled, lessEnergy: 0, moreEnergy: 0 },
      ...{ most: -1, path: '', line: 0 },
    };
    tallies.set(id, made);
    return made;
  }

  return {
    add(path, { file, lines }) {
      for (const [operations, bodyStart] of file.members.flatMap(operationsOf)) {
        const { pricing } = costMember(operations, settings);
        const { sites, keys } = operations;
        const rows: TalliedPrice[] = [];
        for (let site = 0; site < countSites(sites); site++) {
          const key = keys[keyOf(sites, site)];
          const block = blockOf(sites, site);
          const runs = pricing.frequencies[block] ?? outside(site);
          if (key === undefined || runs === 0) continue;
          const index = priceIndexOf(operations, site, pricing);
          const size = index < keys.length ? undefined : amountOf(sites, site)?.value;
          const row = (rows[index] ??= rowOf(key, pricing.prices[index], { model, size }));
          const put = (tally: Tally, takes: number): void => {
            tally.executions += runs;
            if (takes <= tally.most) return;
            tally.most = takes;
            tally.path = path;
            tally.line = lines.lineAt(bodyStart + offsetOf(sites, site));
          };
          const tally = (row.tally ??= tallyOf(key.name, key, row.price !== undefined));
          put(tally, runs * row.takes);
          if (pricing.range !== undefined) {
            tally.lessEnergy += row.takes * (runs - at(pricing.range.least, block));
            tally.moreEnergy += row.takes * (at(pricing.range.most, block) - runs);
          }
          row.runs += runs;
          if (hasUnmodeledElements(operations, site, pricing))
            put(tallyOf(`${key.name}, ${UNMODELED_ELEMENTS}`, key, false), runs);
        }
        for (const { price, runs, identity, tally } of Object.values(rows)) {
          if (price === undefined || tally === undefined) continue;
          const before = tally.prices.get(identity)?.count ?? 0;
          tally.prices.set(identity, { price, count: before + runs });
        }
      }
    },
    finish() {
      const accumulator = createAccumulator(model);
      return Array.from(
        tallies.values(),
        ({ name, group, executions, isModeled, path, line, prices, ...tally }): HotOperation => {
          const row = { name, group, executions, path, line };
          if (!isModeled) return row;
          accumulator.clear();
          for (const { price, count } of prices.values()) accumulator.add(price, count);
          return { ...row, energy: withRange(accumulator.energy(), tally.lessEnergy, tally.moreEnergy) };
        },
      );
    },
  };
}

/** The operations of a member's lines, and those of libraries that stand apart, with the place that offsets count from. */
function operationsOf({ operations, apart, bodyStart }: MemberRecord): readonly [MemberOperations, Offset][] {
  return [operations, ...(apart === undefined ? [] : [apart])].map((each) => [each, bodyStart]);
}

interface DividedTally {
  add(path: string, evidence: Pick<FileEvidence, 'lines'>, operationsOn: OperationsOn): void;
  finish(): readonly HotOperation[];
}

/**
 * The amounts that recordings have of lines and methods, divided over the operations there in the proportions of the
 * model. The rows add up to the amounts: what has no modeled operation is a row without a name.
 */
export function tallyDivided(): DividedTally {
  const rows = new Map<string, { readonly row: HotOperation; readonly most: number }>();
  const put = (given: HotOperation, mean: number | undefined): void => {
    const id = mean === undefined ? `${given.name} not modeled` : given.name;
    const { row, most } = rows.get(id) ?? { row: given, most: -1 };
    const takes = mean ?? 0;
    const { path, line } = takes > most ? given : row;
    const sum = mean === undefined ? {} : { energy: { mean: (row.energy?.mean ?? 0) + mean, variance: NaN } };
    rows.set(id, { row: { ...row, path, line, ...sum }, most: Math.max(takes, most) });
  };
  return {
    add(path, { lines }, operationsOn) {
      for (const { line, places } of lines) {
        for (const place of places) {
          if (place.amount === undefined) continue;
          const { operations, parts } = divideOfPlace(place, operationsOn);
          const groups = new Map(operations.map(({ name, group }) => [name, group]));
          const at = { path, line, executions: NaN };
          const found = parts.length > 0 ? parts : [{ name: '', mean: place.amount.mean }];
          for (const { name, mean } of found)
            put({ ...at, name, group: groups.get(name) ?? (name === '' ? '' : 'library function') }, mean);
          const known = new Set(parts.map(({ name }) => name));
          for (const { name, group, energy } of operations)
            if (energy === undefined && !known.has(name)) put({ ...at, name, group }, undefined);
        }
      }
    },
    finish: () => Array.from(rows.values(), ({ row }) => row),
  };
}

interface TalliedPrice {
  readonly price: Price | undefined;
  /**
   * The energy of one execution in joules; 1 if it is not known, so that places are compared by how often
   * they run.
   */
  readonly takes: Joules;
  /** The identity of the key and its size: those that are alike share it, and have the same cost. */
  readonly identity: string;
  tally: Tally | undefined;
  runs: number;
}

function rowOf(
  key: OperationKey,
  price: Price | undefined,
  { model, size }: { readonly model: CostModel; readonly size: number | undefined },
): TalliedPrice {
  return {
    price,
    takes: price === undefined ? 1 : meanOf(price, model),
    identity: `${key.size} ${key.operands.join(',')} ${key.place ?? ''} ${size ?? ''}`,
    tally: undefined,
    runs: 0,
  };
}
