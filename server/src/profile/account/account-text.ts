/**
 * The account of a measured profile in words.
 *
 * Sits in `profile/`, so that editor and reports say the same.
 */
import type { Joules } from '../../base/units';
import { energyOfRun } from '../../runs/summarize-runs';
import { formatEnergy, type EnergyUnit } from '../../words/energy-text';
import type { MeasuredProfile } from './measured-profile';

export interface AccountText {
  /** The measured total: the energy, the number of runs, and the meter. */
  readonly total: string;
  /** {@link listAccount} as a sum. */
  readonly parts: string;
  /** How well a line can be known; empty where nothing but its interval says so. */
  readonly limits: string;
}

/** One of the parts that add up to the total; `undefined` energy is not told apart, and within others. */
export interface AccountPart {
  readonly name: string;
  readonly energy: Joules | undefined;
  readonly provenance: 'measured' | 'modeled';
}

/** In the order of the sum. */
export function listAccount({ account, measurement }: MeasuredProfile): readonly AccountPart[] {
  const { runtime, lines, library, leftOut, uncounted, idle, unattributed } = account;
  const modeled = (name: string, energy: Joules | undefined): AccountPart => {
    return { name, energy, provenance: 'modeled' };
  };
  return [
    modeled('lines', lines),
    modeled('library', library),
    ...(leftOut === undefined ? [] : [modeled('methods left out', leftOut)]),
    modeled('not counted', uncounted),
    modeled('runtime: collections', runtime.garbageCollection),
    modeled('runtime: compilation', runtime.compilation),
    modeled('runtime: thread switching', runtime.threadSwitching),
    { name: 'runtime: start-up', energy: runtime.startUp, provenance: 'measured' },
    // CPU time has none.
    ...(measurement.source.isProxy ? [] : [{ name: 'idle', energy: idle, provenance: 'measured' } as const]),
    modeled('unattributed', unattributed),
  ];
}

/** The energy of a run where there is little room: "800 mJ", "4.1 J (proxy)"; undefined if no run counts. */
export function nameEnergy(
  { measurement }: Pick<MeasuredProfile, 'measurement'>,
  unit: EnergyUnit,
): string | undefined {
  const { energy, source } = measurement;
  return energy && `${formatEnergy(energyOfRun(energy).energy, unit)}${source.isProxy ? ' (proxy)' : ''}`;
}

/** "4 J to 4.2 J", the 95 % interval of the mean of several runs; empty if there is none. */
export function intervalOfRuns(
  { measurement: { energy } }: Pick<MeasuredProfile, 'measurement'>,
  unit: EnergyUnit,
): string {
  const interval = energy && energyOfRun(energy).interval;
  return interval === undefined
    ? ''
    : `${formatEnergy(interval.low, unit)} to ${formatEnergy(interval.high, unit)}`;
}

export function describeAccount(measured: MeasuredProfile, unit: EnergyUnit): AccountText {
  const { account, measurement, transferError } = measured;
  const { energy, source } = measurement;
  const joules = (value: Joules | undefined): string =>
    value === undefined ? 'not told apart' : formatEnergy(value, unit);
  const parts = listAccount(measured);
  // Idling stands last: all others are the energy that a run is said to take.
  const told = parts.flatMap(({ name, energy: part }) =>
    part === undefined || name === 'idle' ? [] : [`${name} ${joules(part)}`],
  );
  const { idle, total } = account;
  const withIdle = source.isProxy ? '' : `; with idle ${joules(idle)} = ${joules(total)}`;
  const untold = parts.flatMap(({ name, energy: part }) => (part === undefined ? [name] : []));
  const run = energy && energyOfRun(energy);
  const interval = intervalOfRuns(measured, unit);
  const range = interval === '' ? '' : ` (${interval})`;
  return {
    total: [
      `${source.isProxy ? 'proxy ' : ''}${joules(run?.energy)}${range} a run above idle`,
      run?.because ?? '',
      ...(energy === undefined || energy.runs < 2
        ? []
        : [
            `minimum ${joules(energy.minimum)}, median ${joules(energy.median)}, maximum ${joules(energy.maximum)}`,
          ]),
      ...(measurement.fewer === undefined ? [] : [`fewer runs than asked for: ${measurement.fewer}`]),
      source.description,
    ].join('; '),
    parts: [
      `${told.join(' + ')} = ${joules(total - idle)}${withIdle}`,
      ...(untold.length === 0 ? [] : [`not told apart: ${untold.join(', ')}`]),
    ].join('; '),
    limits:
      transferError === undefined
        ? ''
        : `the model's costs were not fitted to this program as the JVM compiled it: take ranks and shares of lines; their energies may be off by ${Math.round(transferError * 100)} %`,
  };
}
