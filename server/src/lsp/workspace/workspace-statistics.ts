/**
 * Statistics of the lines of the energy map other than their energy: executions, the share that was measured, groups of
 * operations, the age of the evidence, and the saved profiles in the order of time.
 *
 * Sits in `lsp/`, under `workspace-picture.ts`. What is unknown is left out, and the page says so. Files are gone
 * through in slices, between which requests are answered.
 */
import { join } from 'node:path';
import { at } from '../../base/check';
import { growing } from '../../base/growing';
import type { LineEnergy } from '../../cost/pricing/file-energy';
import type { EnergySession } from '../../lines/energy-session';
import type { EvidenceLine } from '../../lines/file-evidence';
import { PAPER_GROUPS, paperGroupOf } from '../../operations/catalogue/catalogue';
import type { Picture } from '../../pages/picture';
import { encodeStatistic, type StatisticFrame, type StatisticName } from '../../pages/statistic';
import { hotEnd } from '../../words/energy-scale';
import type { ColoredBy } from '../profiles/colored-by';
import { createRests } from '../session/pace';
import { shownLines } from '../views/recordings-view';
import type { WorkspaceFile, WorkspaceFiles } from './workspace-files';
import type { WorkspaceRows } from './workspace-rows';

interface StatisticSources {
  readonly session: Pick<EnergySession, 'price'>;
  readonly rows: Pick<WorkspaceRows, 'lines'>;
  readonly files: Pick<WorkspaceFiles, 'shown' | 'textOf'>;
  readonly coloredBy: Pick<ColoredBy, 'profile' | 'overTime'>;
}

type LineValue = readonly [line: number, value: number];

/** The bytes of a statistic of the lines that a picture has. */
export async function drawStatistic(
  statistic: StatisticName,
  picture: Picture,
  sources: StatisticSources,
): Promise<readonly Uint8Array[]> {
  const values = new Values(picture);
  const names = statistic === 'group' ? PAPER_GROUPS : [];
  const hotEnergy = statistic === 'time' ? await addProfiles(values, sources) : 0;
  if (statistic === 'executions') await addExecutions(values, sources);
  else if (statistic !== 'time') await addOfFiles(values, VALUES[statistic], sources);
  return values.encode({ statistic, names, hotEnergy });
}

/** The values that are known of a picture's lines, frame after frame. */
class Values {
  readonly #picture: Picture;
  readonly #frames: StatisticFrame[] = [];
  readonly #starts: number[] = [0];
  readonly #line = growing((length) => new Uint32Array(length));
  readonly #value = growing((length) => new Float32Array(length));
  /** The absolute paths of files, in their order. */
  readonly paths: readonly string[];

  constructor(picture: Picture) {
    this.#picture = picture;
    const { paths, fileRoot, head } = picture;
    this.paths = paths.map((path, file) => join(at(head.roots, at(fileRoot, file)), path));
  }

  /** Adds the values of a file's lines, which count from 0. Lines that the picture does not have are left out. */
  add(file: number, values: Iterable<LineValue>): void {
    const { fileStart } = this.#picture;
    const start = at(fileStart, file);
    const count = at(fileStart, file + 1) - start;
    for (const [line, value] of values) {
      if (line >= count || Number.isNaN(value)) continue;
      this.#line.push(start + line);
      this.#value.push(value);
    }
  }

  endFrame(frame: StatisticFrame): void {
    this.#frames.push(frame);
    this.#starts.push(this.#line.length);
  }

  encode(head: {
    readonly statistic: StatisticName;
    readonly names: readonly string[];
    readonly hotEnergy: number;
  }): readonly Uint8Array[] {
    return encodeStatistic({
      head: { ...head, lineCount: this.#picture.heat.length, frames: this.#frames },
      frameStart: Uint32Array.from(this.#starts),
      line: this.#line.finish(),
      value: this.#value.finish(),
    });
  }
}

const ONLY: StatisticFrame = { name: '', started: '', provenance: 'modeled' };

async function addExecutions(values: Values, { rows }: StatisticSources): Promise<void> {
  const { lines } = await rows.lines();
  const byPath = new Map(lines.map((file) => [file.path, file.rows]));
  values.paths.forEach((path, file) => {
    const of = byPath.get(path);
    if (of !== undefined)
      values.add(
        file,
        Array.from(of.line, (line, row) => [line, at(of.executions, row)]),
      );
  });
  values.endFrame(ONLY);
}

interface ValueOf {
  readonly modeled: (line: LineEnergy, sources: StatisticSources) => number;
  readonly recorded: (line: EvidenceLine) => number;
}

/** The value of a line by its figures; NaN where it is unknown. */
const VALUES: Readonly<Record<Exclude<StatisticName, 'executions' | 'time'>, ValueOf>> = {
  measured: {
    modeled({ operations }) {
      const of = (isWanted: boolean): number =>
        operations.reduce(
          (sum, { energy, samples }) =>
            sum + (isWanted === (samples !== undefined) ? (energy?.mean ?? 0) : 0),
          0,
        );
      const [sampled, others] = [of(true), of(false)];
      return sampled / (sampled + others);
    },
    recorded: ({ places }) => {
      const known = places.flatMap(({ amount, sayings }) =>
        amount === undefined
          ? []
          : [{ mean: amount.mean, chosen: sayings.filter(({ isChosen }) => isChosen) }],
      );
      const measured = known.filter(
        ({ chosen }) => chosen.length > 0 && chosen.every(({ provenance }) => provenance === 'measured'),
      );
      return sumOf(measured) / sumOf(known);
    },
  },
  group: {
    modeled: groupOf,
    // A recording tells a line's energy, and not that of its operations.
    recorded: () => Number.NaN,
  },
  age: {
    modeled: ({ executions }, { coloredBy }) =>
      executions === undefined ? Number.NaN : dayOf(coloredBy.profile.started ?? ''),
    recorded: ({ places }) => {
      const days = places.flatMap(({ sayings }) =>
        sayings.filter(({ isChosen }) => isChosen).map(({ date }) => dayOf(date)),
      );
      // The oldest of what a figure rests on.
      return days.length === 0 ? Number.NaN : Math.min(...days);
    },
  },
};

function sumOf(known: readonly { readonly mean: number }[]): number {
  return known.reduce((sum, { mean }) => sum + mean, 0);
}

function groupOf({ operations }: LineEnergy): number {
  const sums = PAPER_GROUPS.map(() => 0);
  for (const { name, group, energy } of operations) {
    if (energy === undefined) continue;
    const [family = ''] = name.split('_');
    const index = PAPER_GROUPS.indexOf(paperGroupOf({ family, group }));
    sums[index] = at(sums, index) + energy.mean;
  }
  const most = Math.max(...sums);
  return most > 0 ? sums.indexOf(most) : Number.NaN;
}

const MILLISECONDS_A_DAY = 86_400_000;

/** Days since 1970; NaN for a text that is no date. */
function dayOf(date: string): number {
  return Date.parse(date) / MILLISECONDS_A_DAY;
}

async function addOfFiles(values: Values, valueOf: ValueOf, sources: StatisticSources): Promise<void> {
  const rest = createRests();
  for (const [index, path] of values.paths.entries()) {
    values.add(index, linesOf(await sources.files.shown(path), valueOf, sources));
    await rest();
  }
  values.endFrame(ONLY);
}

function linesOf(
  file: WorkspaceFile,
  { modeled, recorded }: ValueOf,
  sources: StatisticSources,
): readonly LineValue[] {
  switch (file.kind) {
    case 'unknown':
    case 'none':
      return [];
    case 'modeled':
      return sources.session.price(file.known).lines.map((line) => [line.line, modeled(line, sources)]);
    case 'evidence':
      return shownLines(file.evidence).lines.map((line) => [line.line, recorded(line)]);
  }
}

/** Adds the energies of each saved profile; answers the hot end that all have in common. */
async function addProfiles(values: Values, { coloredBy, files }: StatisticSources): Promise<number> {
  const rest = createRests();
  let hot = 0;
  for await (const { name, started, provenance, inText } of coloredBy.overTime()) {
    let [hottest, total] = [0, 0];
    for (const [index, path] of values.paths.entries()) {
      const text = await files.textOf(path);
      const evidence = text === undefined ? undefined : inText(path, text);
      const lines = evidence === undefined ? [] : shownLines(evidence).lines;
      values.add(
        index,
        lines.map(({ line, own }) => [line, own.mean]),
      );
      for (const { own } of lines) {
        hottest = Math.max(hottest, own.mean);
        total += own.mean;
      }
      await rest();
    }
    hot = Math.max(hot, hotEnd(hottest, total));
    values.endFrame({ name, started, provenance });
  }
  return hot;
}
