/**
 * The data of eCalc's figure 2 as a table, and the program's energy by methods
 * (its table I: E_S, and E_M of each). Sits in `cli/`.
 */
import type { ProfileDocument } from '../../profile/document/profile-document';
import { formatCount, formatEnergy, formatShare, JOULES } from '../../words/energy-text';

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
  const note = unpriced === 0 ? '' : `without a cost, in no estimate: ${formatCount(unpriced)} executions\n`;
  const shown = methods.slice(0, MOST_METHODS).map(({ name, energy }) => {
    const share = estimate > 0 ? formatShare(energy / estimate) : '';
    return `E_M ${formatEnergy(energy, JOULES).padStart(10)}  ${share.padStart(7)}  ${name}\n`;
  });
  const rest = methods.length - shown.length;
  return lines.join('') + note + shown.join('') + (rest > 0 ? `and ${formatCount(rest)} more methods\n` : '');
}
