/**
 * The data of eCalc's figure 2 as a table. Sits in `cli/format/`.
 */
import type { BaselineComparison } from '../../engine/compare-baselines';
import { formatCount, formatEnergy, JOULES } from '../../engine/energy-text';

export function formatBaselines(compared: BaselineComparison): string {
  const { model, measured, estimate, averageCost, pathInsensitive, unpriced } = compared;
  const rows: readonly (readonly [string, number])[] = [
    ...(measured === undefined
      ? []
      : [[measured.isProxy ? 'measured (proxy: CPU time)' : 'measured', measured.energy] as const]),
    [`model ${model}`, estimate],
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
  return lines.join('') + note;
}
