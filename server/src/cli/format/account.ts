/**
 * The account of a profile's measured energy, which says where the energy went,
 * for people and for machines.
 *
 * Sits in `cli/`. Every figure says whether it was measured, modeled,
 * or stands in for a meter.
 */
import { withDefined } from '../../base/check';
import { describeAccount } from '../../profile/account/account-text';
import { counted } from '../../base/counted';
import { figuresOf, type EnergyUnit, formatEnergy, formatShare, JOULES } from '../../words/energy-text';
import type { MeasuredProfile } from '../../profile/account/measured-profile';
import { energyOfRun } from '../../runs/summarize-runs';
import type { ProfileDocument } from '../../profile/document/profile-document';

/** Name and text of each row. */
export function accountRows(
  measured: MeasuredProfile,
  unit: EnergyUnit,
): readonly (readonly [string, string])[] {
  const { total, parts, limits } = describeAccount(measured, unit);
  return [
    ['measured:', total],
    ['of it:', parts],
    ...(limits === '' ? [] : [['', limits] as const]),
    ...measured.notes.map((note): readonly [string, string] => ['note:', note]),
  ];
}

/** Described in docs/reference/formats.md. `null` is what is not told apart: no zero. */
export function accountFigures({
  account,
  measurement,
  modeled,
  factor,
  transferError,
  notes,
}: MeasuredProfile): object {
  const { source, energy, requested, fewer } = measurement;
  const { lines, library, leftOut, uncounted, runtime, idle, unattributed, total } = account;
  return {
    source,
    requested,
    ...withDefined({ fewer }),
    ...withDefined({ energy: energy && { ...energy, headline: { kind: 'mean', ...energyOfRun(energy) } } }),
    account: {
      total,
      lines: lines ?? null,
      library: library ?? null,
      ...withDefined({ leftOut }),
      uncounted: uncounted ?? null,
      runtime: {
        garbageCollection: runtime.garbageCollection ?? null,
        compilation: runtime.compilation ?? null,
        threadSwitching: runtime.threadSwitching ?? null,
        startUp: runtime.startUp ?? null,
      },
      idle,
      unattributed,
    },
    modeled: figuresOf(modeled),
    factor: factor ?? null,
    transferError: transferError ?? null,
    notes,
  };
}

/** More are in the profile. */
const MOST_METHODS = 20;

export function formatBaselines(compared: NonNullable<ProfileDocument['baselines']>): string {
  const { model, measured, estimate, averageCost, pathInsensitive, unpriced, methods } = compared;
  const rows: readonly (readonly [string, number])[] = [
    ...(measured === undefined
      ? []
      : [[measured.isProxy ? 'measured (proxy: CPU time)' : 'measured', measured.energy] as const]),
    [`model ${model}: E_S`, estimate],
    ['one average cost', averageCost],
    ['path-insensitive', pathInsensitive],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, energy], index) => {
    const ratio =
      measured === undefined || index === 0 || measured.energy <= 0
        ? ''
        : `  ${(energy / measured.energy).toPrecision(3)} × measured`;
    return `${name.padEnd(width)}  ${formatEnergy(energy, JOULES)}${ratio}\n`;
  });
  const note = unpriced === 0 ? '' : `without a cost, in no estimate: ${counted(unpriced, 'execution')}\n`;
  const shown = methods.slice(0, MOST_METHODS).map(({ name, energy }) => {
    const share = estimate > 0 ? formatShare(energy / estimate) : '';
    return `E_M ${formatEnergy(energy, JOULES).padStart(10)}  ${share.padStart(7)}  ${name}\n`;
  });
  const rest = methods.length - shown.length;
  return lines.join('') + note + shown.join('') + (rest > 0 ? `and ${counted(rest, 'more method')}\n` : '');
}
