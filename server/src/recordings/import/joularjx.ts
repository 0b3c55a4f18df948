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
import type { Measure, MeasureUnit } from '../../base/measure';
import { isAmount } from '../../base/amounts';
import { withDefined } from '../../base/check';
import type { Seconds } from '../../base/units';
import type { ImportedRecording, ImportProblem } from '../model/imported-profile';
import { createByteLines } from './byte-lines';
import { linesOf } from './collapsed';
import { createContextTree, ROOT } from './context-tree';
import { readFrameName } from './frame-names';
import { createFrameTable } from './frame-table';
import { atLine, createProblems, type ImportContext, type Importer, type ImportFormat } from './importer';
import { formatCalendarTime } from '../../base/time-columns';

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
  create: createJoularImporter,
};

export const joularEvolutionFormat: ImportFormat = {
  id: 'joularjx-evolution',
  title: 'JoularJX evolution of a method',
  recognizes(head) {
    const lines = linesOf(head);
    return lines.length > 0 && lines.every((line) => EVOLUTION.test(line));
  },
  create: createEvolutionImporter,
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

function createJoularImporter(context: ImportContext): Importer {
  const problems = createProblems();
  const tree = createContextTree();
  const table = createFrameTable();
  const known = new Map<string, number>();
  const decoder = new TextDecoder();
  let total = 0;

  const lines = createByteLines((bytes, start, end, number) => {
    if (end <= start) return;
    const line = decoder.decode(bytes.subarray(start, end));
    const [, key, text] = ROW.exec(line) ?? [];
    if (key === undefined) {
      problems.add(atLine(number, `no method and number: ${line.slice(0, 80)}`));
      return;
    }
    const value = Number(text);
    if (!isAmount(value)) {
      problems.add(atLine(number, `${text ?? ''} is no amount of energy: left out`));
      return;
    }
    total += value;
    let at = ROOT;
    for (const name of key.split(';')) {
      const frame = known.get(name) ?? table.numberOf(readFrameName(name));
      known.set(name, frame);
      at = tree.child(at, frame);
    }
    tree.add(at, 0, value);
  });

  return {
    push(chunk) {
      lines.push(chunk);
    },
    end() {
      lines.end();
      const given = unitOf(context);
      const measure = describeMeasure(given, total, context);
      for (const problem of doubtsOf(given, total)) problems.add(problem);
      return {
        ...recordingOf(joularFormat.id, context, measure),
        frames: table.list(),
        tree: tree.build(1),
        problems: problems.list(),
      };
    },
  };
}

function recordingOf(
  format: string,
  { name, device }: ImportContext,
  measure: Measure,
): Pick<ImportedRecording, 'source' | 'measures' | 'lineTrust'> {
  return {
    source: { format, name, tool: 'JoularJX', ...withDefined({ device }) },
    measures: [measure],
    lineTrust: 'none',
  };
}

function describeMeasure(given: string | undefined, total: number, { device }: ImportContext): Measure {
  const unit: MeasureUnit = given === 'joules' ? 'joules' : 'share';
  return {
    name: given === 'joules' ? 'energy' : given === 'watts' ? 'power of one cycle' : 'values without a unit',
    unit,
    provenance: 'measured',
    component: 'CPU',
    ...withDefined({ device }),
    total,
  };
}

function doubtsOf(given: string | undefined, total: number): readonly ImportProblem[] {
  const doubts: ImportProblem[] = [];
  if (given === undefined)
    doubts.push({
      message:
        'nothing says whether these are joules or watts: they are taken as shares; say which with --unit, if you know',
    });
  if (given === 'watts')
    doubts.push({ message: 'these are watts of one cycle, not joules: they are taken as shares' });
  if (total === 0)
    doubts.push({
      message: 'all values are 0: JoularJX could not read its meter, or the program was too short',
    });
  return doubts;
}

function createEvolutionImporter(context: ImportContext): Importer {
  const problems = createProblems();
  const table = createFrameTable();
  const decoder = new TextDecoder();
  const readings: { readonly time: number; readonly watts: number }[] = [];
  const lines = createByteLines((bytes, start, end, number) => {
    if (end <= start) return;
    const line = decoder.decode(bytes.subarray(start, end));
    const [time = '', power = ''] = line.split(',');
    const watts = Number(power);
    if (!/^\d{9,11}$/.test(time) || power.trim() === '') {
      problems.add(atLine(number, `no time and power: ${line.slice(0, 80)}`));
    } else if (!isAmount(watts)) problems.add(atLine(number, `${power} is no power: left out`));
    else readings.push({ time: Number(time), watts });
  });
  return {
    push(chunk) {
      lines.push(chunk);
    },
    end() {
      lines.end();
      const total = readings.reduce((sum, { watts }) => sum + watts * CYCLE, 0);
      const method = EVOLUTION_NAME.exec(context.name)?.[1];
      if (method === undefined) problems.add({ message: `the file's name tells no method: ${context.name}` });
      const tree = createContextTree();
      const frame = table.numberOf(
        method === undefined ? { kind: 'native', name: '[no method]' } : readFrameName(method),
      );
      tree.add(tree.child(ROOT, frame), 0, total);
      const first = readings.reduce((least, { time }) => Math.min(least, time), Infinity);
      // A cycle lasts a second plus the time that the agent itself took.
      const measure: Measure = { ...describeMeasure('joules', total, context), provenance: 'estimated' };
      const recording = recordingOf(joularEvolutionFormat.id, context, measure);
      return {
        ...recording,
        source: {
          ...recording.source,
          ...(Number.isFinite(first) ? { date: formatCalendarTime(first) } : {}),
        },
        frames: table.list(),
        tree: tree.build(1),
        problems: problems.list(),
      };
    },
  };
}
