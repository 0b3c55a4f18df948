/**
 * The energies of the paper's patterns on several devices, as the table that `fit --method bayes` reads.
 *
 * Sits in `models/`. Section 3.1.2 of the probabilistic energy profiler: the mean energy of the empty loop is
 * subtracted from each measurement of a pattern. A statement such as `r = a + b` also runs an assignment, which is a
 * pattern itself and is modeled by itself: its mean on the same device is subtracted, too, so that no program pays
 * twice.
 */
import { present } from '../../base/check';
import { groupBy } from '../../base/groups';
import { meanOf } from '../../base/statistics';
import type { Joules, Seconds } from '../../base/units';
import { cellsOf, type MeasuredPattern } from '../../cost/model/additive-mapping';
import type { Benchmark, PatternLevels } from './benchmark';
import type { CalibrationJournal } from './journal';

export interface MeasuredDevice {
  readonly device: string;
  readonly journal: CalibrationJournal;
}

/** The operations that a round of a pattern executes beside the loop around it. */
interface PatternRound {
  readonly levels: PatternLevels;
  /** Executions of the pattern's own operation. */
  readonly own: number;
  readonly beside: readonly (readonly [cell: MeasuredPattern, count: number])[];
}

/** A row for each measurement of each pattern on each device; energies are of one execution, in joules. */
export function writePatternEnergies(
  devices: readonly MeasuredDevice[],
  benchmarks: readonly Benchmark[],
): string {
  const lines = devices.flatMap(({ device, journal }) => {
    const energies = new PatternEnergies(journal, benchmarks);
    return benchmarks.flatMap(({ name, levels }) =>
      levels === undefined
        ? []
        : energies
            .samplesOf(name)
            .map((energy) =>
              [
                name,
                levels.operation,
                levels.size,
                levels.type === 'none' ? '' : levels.type,
                device.replaceAll(/[",\n]/g, ' '),
                String(energy),
              ].join(','),
            ),
    );
  });
  return ['pattern,operation,size,type,device,energy [J]', ...lines, ''].join('\n');
}

/** No processor executes an instruction in less: at 5 GHz, six instructions begin in a cycle. */
const QUICKEST: Seconds = 3e-11;

/** The patterns that the device's compiler removed, since nothing uses what they compute: they take no time. */
export function findRemoved(
  journal: CalibrationJournal,
  benchmarks: readonly Benchmark[],
): readonly string[] {
  const measurements = journal.measurements.map((each) => ({ ...each, energy: each.cpu }));
  const perExecution = new PatternEnergies({ ...journal, measurements }, benchmarks);
  return benchmarks.flatMap(({ name }) => (perExecution.wholeOf(name) < QUICKEST ? [name] : []));
}

/** The energies of one device's patterns, each less what runs beside it. */
class PatternEnergies {
  private readonly rounds: ReadonlyMap<string, PatternRound>;
  private readonly perRound: ReadonlyMap<string, readonly Joules[]>;
  private readonly emptyLoop: Joules;
  private readonly known = new Map<string, Joules>();

  constructor({ counts, rounds, measurements }: CalibrationJournal, benchmarks: readonly Benchmark[]) {
    const grouped = groupBy(measurements, ({ name }) => name);
    this.perRound = new Map(
      Array.from(grouped, ([name, own]) => [name, own.map((each) => each.energy / each.rounds)]),
    );
    const baseline = present(
      benchmarks.find(({ kind }) => kind === 'baseline'),
      'the empty loop',
    ).name;
    this.emptyLoop = meanOf(this.perRound.get(baseline) ?? []);
    const cellsIn = (name: string): CellCounts =>
      cellCounts(name, counts, counts?.rounds ?? present(rounds.get(name), name));
    const loop = cellsIn(baseline);
    this.rounds = new Map(
      benchmarks.flatMap(({ name, levels }): readonly (readonly [string, PatternRound])[] => {
        if (levels === undefined || !this.perRound.has(name)) return [];
        const beside: (readonly [MeasuredPattern, number])[] = [];
        let own = 0;
        for (const [key, { cell, count }] of cellsIn(name)) {
          const extra = count - (loop.get(key)?.count ?? 0);
          if (cell.operation === levels.operation) own += extra;
          else if (extra > 0) beside.push([cell, extra]);
        }
        return own > 0 ? [[name, { levels, own, beside }]] : [];
      }),
    );
  }

  /** The mean of an execution with all that runs beside it, but for the loop; NaN where nothing was measured. */
  wholeOf(name: string): Joules {
    const own = this.rounds.get(name)?.own;
    return own === undefined ? NaN : (meanOf(this.perRound.get(name) ?? []) - this.emptyLoop) / own;
  }

  samplesOf(name: string): readonly Joules[] {
    const round = this.rounds.get(name);
    if (round === undefined) return [];
    const { own, beside } = round;
    const less = beside.reduce((sum, [cell, count]) => sum + count * this.costBeside(cell), this.emptyLoop);
    return present(this.perRound.get(name), name).map((energy) => (energy - less) / own);
  }

  /**
   * The mean energy of a pattern that runs beside another. Few are not measured in this size and type, such as the
   * assignment of a reference: they cost what the operation does in its other types.
   */
  private costBeside({ operation, size, type }: MeasuredPattern): Joules {
    const own = [...this.rounds].filter(([, { levels }]) => levels.operation === operation);
    const sized = own.filter(([, { levels }]) => levels.size === size);
    const typed = sized.filter(([, { levels }]) => levels.type === (type ?? 'none'));
    const nearest = [typed, sized, own].find((some) => some.length > 0) ?? [];
    return nearest.length === 0 ? 0 : meanOf(nearest.map(([name]) => this.costOf(name)));
  }

  private costOf(name: string): Joules {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    // Patterns need each other only where a single round was counted, with what runs once around it: one costs nothing then.
    this.known.set(name, 0);
    const cost = meanOf(this.samplesOf(name));
    this.known.set(name, cost);
    return cost;
  }
}

type CellCounts = ReadonlyMap<string, { readonly cell: MeasuredPattern; readonly count: number }>;

/** The model's cells that one round executes, in whole numbers: what runs once around all rounds counts for nothing. */
function cellCounts(name: string, counts: CalibrationJournal['counts'], rounds: number): CellCounts {
  const cells = new Map<string, { readonly cell: MeasuredPattern; readonly count: number }>();
  for (const [index, executed] of counts?.operations[name] ?? []) {
    const count = Math.round(executed / rounds);
    const key = counts?.keys[index];
    if (key === undefined || count === 0) continue;
    for (const cell of cellsOf(key) ?? []) {
      const id = [cell.operation, cell.size, cell.type].join('|');
      cells.set(id, { cell, count: count + (cells.get(id)?.count ?? 0) });
    }
  }
  return cells;
}
