/**
 * The account of a profile's measured energy, which says where the energy went,
 * for people and for machines.
 *
 * Sits in `cli/`. Every figure says whether it was measured, modeled,
 * or stands in for a meter.
 */
import { describeAccount } from '../../profile/account/account-text';
import { figuresOf, type EnergyUnit } from '../../words/energy-text';
import type { MeasuredProfile } from '../../profile/account/measured-profile';

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
  const { lines, library, runtime, idle, unattributed, total } = account;
  return {
    source,
    requested,
    ...(fewer === undefined ? {} : { fewer }),
    energy,
    account: {
      total,
      lines,
      library: library ?? null,
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
