/**
 * Reads JoularJX's results: `key,value` a line, without a header.
 *
 * Sits in `recordings/`. The agent's own code is the only specification (CsvResultWriter,
 * ShutdownHandler; versions 1 to 3). Methods: `com.example.Primes.isPrime,158.5732`. Call trees, root
 * first: `com.example.Main.main;com.example.Primes.isPrime,1.8575`. Both exist as `total` in joules and as
 * `runtime` in watts of one cycle of about a second; only the file's name and folders tell which
 * (`…-energy.csv` below `total`, `…-power.csv` below `runtime`). Evolution, one file a method:
 * `1758123979,6.5337`, epoch seconds and watts, in any order; only the file's name tells the method, with
 * `<init>` as `_init_`. Overloads are not told apart, and there are no lines.
 */
import { ContextTreeBuilder, ROOT } from '../../base/context-tree';
import { addTo } from '../../base/groups';
import { type MeasureUnit, isAmount } from '../../base/measure';
import type { Seconds } from '../../base/units';
import type { Frame } from '../model/imported-profile';
import { linesOf } from './collapsed';
import { readFrameName } from './frame-names';
import {
  type FormatResult,
  StackImporter,
  atLine,
  type ImportContext,
  type ImportFormat,
} from './stack-importer';
import { formatCalendarTime } from '../../base/time-columns';

const TOOL = 'JoularJX';
const ROW = /^(.+),(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|-?NaN|-?Infinity)$/;
const METHOD = /^[\p{L}_$][^\s,;"]*\.(?:[\p{L}_$][\p{L}\p{N}_$-]*|<init>|<clinit>|_init_|_clinit_)$/u;
const EVOLUTION = /^\d{9,11},-?\d+\.\d{4}$/;
const EVOLUTION_NAME = /^joularJX-\d+-(.+)-evolution\.csv$/;
/** JoularJX reads its meter once a second. A longer step between rows means that the method did not run then. */
const CYCLE: Seconds = 1;

export const joularFormat: ImportFormat = {
  id: 'joularjx',
  title: 'JoularJX methods or call trees',
  recognizes(head) {
    const lines = linesOf(head);
    return lines.length > 0 && lines.every((line) => keysOf(line)?.every((key) => METHOD.test(key)) === true);
  },
  create: (context) => new JoularImporter(context),
};

export const joularEvolutionFormat: ImportFormat = {
  id: 'joularjx-evolution',
  title: 'JoularJX evolution of a method',
  recognizes(head) {
    const lines = linesOf(head);
    return lines.length > 0 && lines.every((line) => EVOLUTION.test(line));
  },
  create: (context) => new EvolutionImporter(context),
};

function keysOf(line: string): readonly string[] | undefined {
  return ROW.exec(line)?.[1]?.split(';');
}

/** The unit of a file's values, by its name and folders. */
function unitOf({ name, folders, unit }: ImportContext): 'joules' | 'watts' | undefined {
  if (unit !== undefined) return unit;
  if (/-energy\.csv$/i.test(name)) return 'joules';
  if (/-power\.csv$/i.test(name)) return 'watts';
  if (folders.includes('total')) return 'joules';
  return folders.includes('runtime') ? 'watts' : undefined;
}

/** The name and unit of JoularJX's values, by the unit that they are given in. */
function meaningOf(given: string | undefined): { readonly name: string; readonly unit: MeasureUnit } {
  if (given === 'joules') return { name: 'energy', unit: 'joules' };
  return { name: given === 'watts' ? 'power of one cycle' : 'values without a unit', unit: 'share' };
}

class JoularImporter extends StackImporter {
  protected readonly format = joularFormat.id;
  protected readonly reader = this.lines((line, number) => {
    if (line !== '') this.readRow(line, number);
  });
  private readonly known = new Map<string, number>();

  protected finish(): FormatResult {
    const given = unitOf(this.context);
    const { name, unit } = meaningOf(given);
    const total = this.totalOf(0);
    if (given === undefined)
      this.note(
        'nothing says whether these are joules or watts: they are taken as shares; say which with --unit, if you know',
      );
    if (given === 'watts') this.note('these are watts of one cycle, not joules: they are taken as shares');
    if (total === 0)
      this.note('all values are 0: JoularJX could not read its meter, or the program was too short');
    return {
      tool: TOOL,
      measures: [this.measure(name, unit, total, { component: 'CPU' })],
      tree: this.tree.build(1),
      lineTrust: 'none',
    };
  }

  private readRow(line: string, number: number): void {
    const [, key, text = ''] = ROW.exec(line) ?? [];
    if (key === undefined) {
      this.problems.add(atLine(number, `no method and number: ${line.slice(0, 80)}`));
      return;
    }
    const value = Number(text);
    if (!isAmount(value)) {
      this.problems.add(atLine(number, `${text} is no amount of energy: left out`));
      return;
    }
    let context = ROOT;
    for (const name of key.split(';')) context = this.tree.child(context, this.frameOf(name));
    this.add(context, 0, value);
  }

  private frameOf(name: string): number {
    const frame = this.known.get(name) ?? this.table.numberOf(readFrameName(name));
    this.known.set(name, frame);
    return frame;
  }
}

class EvolutionImporter extends StackImporter {
  protected readonly format = joularEvolutionFormat.id;
  protected readonly reader = this.lines((line, number) => {
    if (line !== '') this.readRow(line, number);
  });
  private first: Seconds = Infinity;

  protected finish(): FormatResult {
    const { name } = this.context;
    const method = EVOLUTION_NAME.exec(name)?.[1];
    if (method === undefined) this.note(`the file's name tells no method: ${name}`);
    const frame: Frame =
      method === undefined ? { kind: 'native', name: '[no method]' } : readFrameName(method);
    const total = this.totalOf(0);
    const tree = new ContextTreeBuilder();
    tree.add(tree.child(ROOT, this.table.numberOf(frame)), 0, total);
    // A cycle lasts a second plus the time that the agent itself took.
    const energy = this.measure('energy', 'joules', total, { component: 'CPU' });
    return {
      tool: TOOL,
      date: Number.isFinite(this.first) ? formatCalendarTime(this.first) : undefined,
      measures: [{ ...energy, provenance: 'estimated' }],
      tree: tree.build(1),
      lineTrust: 'none',
    };
  }

  private readRow(line: string, number: number): void {
    const [time = '', power = ''] = line.split(',');
    const watts = Number(power);
    if (!/^\d{9,11}$/.test(time) || power.trim() === '') {
      this.problems.add(atLine(number, `no time and power: ${line.slice(0, 80)}`));
    } else if (!isAmount(watts)) this.problems.add(atLine(number, `${power} is no power: left out`));
    else {
      this.first = Math.min(this.first, Number(time));
      this.add(ROOT, 0, watts * CYCLE);
    }
  }
}

/**
 * The files of JoularJX that describe a run best. A folder has the same energy up to eight times: by method and
 * by call tree, of all methods and of those that a filter let through, as a total and as watts by cycle. File
 * names tell them apart, and the folders of versions 2 and 3.
 */
interface ChosenFiles {
  readonly chosen: readonly string[];
  /** Files of JoularJX that repeat what was chosen. */
  readonly passedBy: readonly string[];
}

const FILE_NAME = /^joularJX-\d+-(?:\d+-)?(?:(all|filtered)-)?(methods|call-trees?)-(power|energy)\.csv$/i;
const EVOLUTION_FILE = /^joularJX-\d+-.+-evolution\.csv$/i;

/** Undefined if none of the files is JoularJX's. The folder above `all` and `app` tells runs apart. */
export function chooseJoularFiles(paths: readonly string[]): ChosenFiles | undefined {
  const runs = new Map<string, { path: string; rank: number }[]>();
  const others: string[] = [];
  for (const path of paths) {
    const rank = rankOf(path);
    if (rank !== undefined) addTo(runs, runOf(path), { path, rank });
  }
  if (runs.size === 0) return undefined;
  const chosen: string[] = [];
  for (const files of runs.values()) {
    const best = Math.min(...files.map(({ rank }) => rank));
    for (const { path, rank } of files) (rank === best ? chosen : others).push(path);
  }
  return { chosen: chosen.sort(), passedBy: others.sort() };
}

function runOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const scope = folders.findLastIndex((folder) => folder === 'all' || folder === 'app');
  const pid = /joularJX-(\d+)/i.exec(path)?.[1] ?? '';
  return `${folders.slice(0, scope < 0 ? folders.length : scope).join('/')} ${pid}`;
}

/** The lowest rank is best: joules before watts, call trees before methods, all before filtered. */
function rankOf(path: string): number | undefined {
  const name = path.split('/').at(-1) ?? '';
  if (EVOLUTION_FILE.test(name)) return path.split('/').includes('app') ? 6 : 7;
  const match = FILE_NAME.exec(name);
  if (match === null) return undefined;
  const [, scope, kind = '', unit = ''] = match;
  const isFiltered = scope?.toLowerCase() === 'filtered';
  const ofScope = (isFiltered ? 2 : 0) + (kind.toLowerCase() === 'methods' ? 1 : 0);
  return unit.toLowerCase() === 'energy' ? ofScope : 8 + ofScope;
}
