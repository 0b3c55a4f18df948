/**
 * A profile's measured energy laid on its lines: the account of the total, and
 * the cost model scaled to what is left of it for the program's own work.
 *
 * Sits in `engine/`, joining `measurement/` and `cost/`. E_S and E_M are those
 * of eCalc, table I: sums of costs over all that was executed, of the program
 * and of a method. The costs are modelled, their sum is measured.
 */
import { combineEnergies, type PricedCount } from '../cost/combine-energies';
import type { CostModel, Energy } from '../cost/cost-model';
import { standardNormalQuantile } from '../cost/quantile';
import { scaleModel } from '../cost/scale-model';
import { accountForRuns, type RunParts } from '../measurement/account-for-runs';
import { balanceEnergy, type EnergyAccount } from '../measurement/energy-account';
import type { MeasurementRecord } from '../measurement/measurement-record';
import type { OperationRow, ProfileDocument } from '../profile/profile-document';
import type { Share } from '../units';
import { formatCount } from './energy-text';

/**
 * Costs of operations that were fitted in JIT mode missed programs that they were not fitted to by 45 to 77 %
 * (docs/accuracy.md): no line of such a program may seem better known.
 */
const TRANSFER_ERROR: Share = 0.77;

export interface MeasuredProfile {
  readonly account: EnergyAccount;
  readonly measurement: MeasurementRecord;
  /** The program's own work, by the model as it was: what the lines' energies are scaled from. */
  readonly modelled: Energy;
  /** Absent where nothing is left to scale to. */
  readonly factor?: number;
  /** Nothing is narrower than this: costs were not fitted to this program in this mode. */
  readonly transferError?: Share;
  /** What people should know of the account. */
  readonly notes: readonly string[];
}

export interface ScaledModel {
  readonly model: CostModel;
  /** Absent where nothing was measured. */
  readonly measured?: MeasuredProfile;
}

/** The model as it was, where nothing was measured or nothing is left for lines. */
export function scaleToProfile(model: CostModel, profile: ProfileDocument): ScaledModel {
  const { measurement } = profile;
  const parts = measurement === undefined ? undefined : accountForRuns(measurement);
  if (measurement === undefined || parts === undefined) return { model };
  const rows = listOperations(profile);
  const modelled = combineEnergies(model, pricedCounts(rows, profile, model));
  const placed = combineEnergies(
    model,
    pricedCounts(
      rows.filter(([, line]) => line !== 0),
      profile,
      model,
    ),
  );
  const canScale = parts.left > 0 && modelled.mean > 0;
  const factor = canScale ? parts.left / modelled.mean : undefined;
  const transferError =
    isInterpreted(measurement) && model.mode === 'interpreter' ? undefined : TRANSFER_ERROR;
  const account = balanceEnergy(
    {
      lines: factor === undefined ? 0 : placed.mean * factor,
      library: undefined,
      runtime: parts.runtime,
      idle: parts.idle,
    },
    parts.total,
  );
  const measured: MeasuredProfile = {
    account,
    measurement,
    modelled,
    ...(factor === undefined ? {} : { factor }),
    ...(transferError === undefined ? {} : { transferError }),
    notes: [...account.problems, ...describeParts(parts, factor, rows, profile, model)],
  };
  if (factor === undefined) return { model, measured };
  const { source } = measurement;
  const scaled = scaleModel(model, {
    mode: isInterpreted(measurement) ? 'interpreter' : 'jit',
    factor,
    deviation: relativeDeviation(parts, transferError),
    title: `${model.title}, scaled to the measured run`,
    machine: source.isProxy ? 'scaled to CPU time, a proxy' : 'scaled to the measured energy',
  });
  return { model: scaled, measured };
}

function listOperations({ classes }: ProfileDocument): readonly OperationRow[] {
  return classes.flatMap(({ methods }) => methods.flatMap(({ operations }) => operations));
}

function pricedCounts(
  rows: readonly OperationRow[],
  { keys }: ProfileDocument,
  model: CostModel,
): readonly PricedCount[] {
  const prices = keys.map((key) => model.price(key));
  return rows.flatMap(([key, , count]) => {
    const price = prices[key];
    return price === undefined ? [] : [{ price, count }];
  });
}

/** By the JVM's own words; one that said nothing is taken to compile, as JVMs do. */
function isInterpreted({ java }: MeasurementRecord): boolean {
  return java?.mode.startsWith('interpreted') === true;
}

function relativeDeviation({ left, leftVariance }: RunParts, transferError: Share | undefined): Share {
  const ofRuns = Math.sqrt(leftVariance) / left;
  const ofModel = transferError === undefined ? 0 : transferError / standardNormalQuantile(0.95);
  return Math.hypot(ofRuns, ofModel);
}

function describeParts(
  { notes, kernel }: RunParts,
  factor: number | undefined,
  rows: readonly OperationRow[],
  { keys }: ProfileDocument,
  model: CostModel,
): readonly string[] {
  const unpriced = new Set(keys.flatMap((key, index) => (model.price(key) === undefined ? [index] : [])));
  const executions = rows.reduce((sum, [key, , count]) => sum + (unpriced.has(key) ? count : 0), 0);
  return [
    ...(factor === undefined
      ? [
          'nothing is left of the measured energy for the lines: the program does too little to be told from its start-up. Lines are those of the model, not scaled',
        ]
      : []),
    ...(executions > 0
      ? [
          `the library's energy is not told apart: the lines hold what ${formatCount(executions)} operations without a price took, bodies of library methods among them`,
        ]
      : []),
    ...(kernel === undefined
      ? []
      : ['what is not attributed holds the work of the operating system, and code without line numbers']),
    ...notes,
  ];
}
