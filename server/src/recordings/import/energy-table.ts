/**
 * Reads Jouleline's own interchange format for results that have none of their own, such as those of vLens
 * and eLens: energies of lines, methods, APIs and paths.
 *
 * Sits in `recordings/`. Specification: docs/guide/importing.md; `energy-schema.ts` has the fields. The format is JSON,
 * or CSV with a header. The energy of one level (lines) is repeated by the others (methods, whole program), so each
 * level, component and device is a measure of its own.
 */
import { ContextTreeBuilder, ROOT } from '../../base/context-tree';
import {
  type Measure,
  type MeasureLevel,
  type MeasureUnit,
  type Provenance,
  PROVENANCES,
  readProvenance,
  isAmount,
} from '../../base/measure';
import { isRecord, parseJson } from '../../base/shapes';
import { withDefined } from '../../base/check';
import {
  createFrameTable,
  type Frame,
  FRAME_KINDS,
  type ImportedRecording,
  LINE_TRUSTS,
  type LineTrust,
} from '../model/imported-profile';
import { linesOf } from './collapsed';
import { readDelimited, separatorIn } from '../../base/delimited';
import { javaFrame, printable, readFrameName } from './frame-names';
import {
  createProblems,
  type ImportContext,
  type Importer,
  type ImportFormat,
  type ProblemList,
} from './stack-importer';
import { ENERGY_VERSION, PROXY_BASIS } from './energy-schema';
import {
  componentOf,
  describeLine,
  describeSums,
  levelOf,
  lineOf,
  nameComponents,
  NAMES,
  type TableEntry,
} from './table-entry';
import { isList, listIn, numberIn, textIn } from './bytes/json-elements';
import { unitNamed } from './measure-units';

export const energyJsonFormat: ImportFormat = {
  id: 'energy-json',
  title: 'energies of lines, methods, APIs and paths, as JSON',
  recognizes: (head) =>
    /^\uFEFF?\s*\{[\s\S]{0,4000}"format"\s*:\s*"jouleline-energy"/.test(new TextDecoder().decode(head)),
  create: (context) => createTextImporter((text, isCut) => readJson(text, isCut, context)),
};

export const energyCsvFormat: ImportFormat = {
  id: 'energy-csv',
  title: 'energies of lines, methods, APIs and paths, as CSV',
  recognizes(head) {
    const [first = ''] = linesOf(head);
    const titles = titlesOf(first.split(separatorIn(first)));
    return titles.some(({ name }) => name === 'energy') && titles.some(({ name }) => TABLE_PLACES.has(name));
  },
  create: (context) => createTextImporter((text, isCut) => readCsv(text, isCut, context)),
};

/** Titles, of which a table has at least one beside its energies. */
export const TABLE_PLACES: ReadonlySet<string> = new Set(['file', 'class', 'method', 'api', 'path', 'level']);

const HEAD = ['tool', 'device', 'date', 'unit', 'provenance'] as const;
type TableHead = Partial<Readonly<Record<(typeof HEAD)[number], string | undefined>>>;

function readJson(json: string, isCut: boolean, context: ImportContext): ImportedRecording {
  const problems = createProblems();
  if (isCut) problems.add({ message: 'the file is too large to be read whole' });
  const parsed = parseJson(json);
  if (!parsed.ok) problems.add({ message: parsed.problem.message });
  const value = parsed.ok ? parsed.value : undefined;
  const version = numberIn(value, 'version');
  const isKnown = version !== undefined && version >= 1 && version <= ENERGY_VERSION;
  if (value !== undefined && !isKnown)
    problems.add({
      message: `is of version ${version ?? 'none'}; this Jouleline reads up to ${ENERGY_VERSION}`,
    });
  const entries = isKnown ? listIn(value, 'entries') : undefined;
  if (isKnown && entries === undefined) problems.add({ message: 'has no list of entries' });
  const given = (entries ?? []).map((entry, index): TableEntry => {
    const path = isRecord(entry) ? entry['path'] : undefined;
    return {
      where: `entries[${index}]`,
      text: (name) => textIn(entry, name),
      number: (name) => numberIn(entry, name),
      path: isList(path)
        ? path.filter((step) => typeof step === 'string')
        : typeof path === 'string'
          ? [path]
          : undefined,
    };
  });
  const head: TableHead = Object.fromEntries(HEAD.map((name) => [name, textIn(value, name)]));
  return recordingOf(energyJsonFormat.id, given, head, problems, context);
}

interface Title {
  readonly name: string;
  readonly unit?: string;
}

/** A longer title names no unit. */
const LONGEST_TITLE = 1000;

/** Reads titles such as `energy (mJ)`, `energy_mJ`, `energy [mJ]`, `uncertainty (mJ)`. */
function titlesOf(cells: readonly string[]): readonly Title[] {
  return cells.map((cell) => {
    const bare = cell.trim().replace(/^"|"$/g, '');
    if (bare.length > LONGEST_TITLE) return { name: bare.toLowerCase() };
    const [, name = bare, unit] = /^(energy|uncertainty)\s*[_([]\s*([^)\]]+?)\s*[)\]]?$/i.exec(bare) ?? [];
    return { name: name.toLowerCase(), ...withDefined({ unit }) };
  });
}

function readCsv(text: string, isCut: boolean, context: ImportContext): ImportedRecording {
  const problems = createProblems();
  if (isCut) problems.add({ message: 'the file is too large to be read whole' });
  const separator = separatorIn(text.split('\n', 1)[0] ?? '');
  let titles: readonly Title[] | undefined;
  const entries: TableEntry[] = [];
  for (const { line, cells } of readDelimited(text, separator)) {
    if (titles === undefined) {
      titles = titlesOf(cells);
      continue;
    }
    const names = titles.map(({ name }) => name);
    const cellOf = (name: string): string | undefined => {
      const cell = cells[names.indexOf(name)];
      return cell === undefined || cell === '' ? undefined : cell.replace(/^'(?=[=+\-@|%])/, '');
    };
    entries.push({
      where: `line ${line}`,
      text: cellOf,
      number: (name) => readNumber(cellOf(name), separator),
      path: cellOf('path')
        ?.split(/->|→/)
        .map((part) => part.trim()),
    });
  }
  const unit = titles?.find(({ name }) => name === 'energy')?.unit;
  return recordingOf(energyCsvFormat.id, entries, { unit }, problems, context);
}

function readNumber(cell: string | undefined, separator: string): number | undefined {
  if (cell === undefined) return undefined;
  const value = Number(separator === ',' ? cell : cell.replace(',', '.'));
  return Number.isNaN(value) && cell !== 'NaN' ? undefined : value;
}

interface MeasureDraft extends Omit<Measure, 'total' | 'provenance'> {
  total: number;
  /** No better than the worst of its entries. */
  provenance: Provenance;
}

function recordingOf(
  format: string,
  entries: readonly TableEntry[],
  head: TableHead,
  problems: ProblemList,
  context: ImportContext,
): ImportedRecording {
  const tree = new ContextTreeBuilder();
  const table = createFrameTable();
  const measures: MeasureDraft[] = [];
  const byKey = new Map<string, number>();
  const usual = readProvenance(head.provenance) ?? 'measured';
  const headDevice = context.device ?? head.device;

  function measureOf(entry: TableEntry, level: MeasureLevel | undefined, unit: MeasureUnit): number {
    const [component, device] = [componentOf(entry), entry.text('device') ?? headDevice];
    const named = entry.text('measure');
    const isProxy = entry.text('basis') === PROXY_BASIS;
    const key = JSON.stringify([named, level, component, device, unit, isProxy]);
    const provenance = readProvenance(entry.text('provenance')) ?? usual;
    const known = byKey.get(key);
    const draft = known === undefined ? undefined : measures[known];
    if (known !== undefined && draft !== undefined) {
      if (PROVENANCES.indexOf(provenance) > PROVENANCES.indexOf(draft.provenance))
        draft.provenance = provenance;
      return known;
    }
    const of = NAMES[level ?? 'total'];
    const measure: MeasureDraft = {
      name: printable(named ?? `${QUANTITIES[unit]} of ${of}`),
      unit,
      provenance,
      ...withDefined({ level }),
      ...(isProxy ? { isProxy } : {}),
      ...(component === undefined ? {} : { component: printable(component) }),
      ...(device === undefined ? {} : { device: printable(device) }),
      total: 0,
    };
    byKey.set(key, measures.length);
    return measures.push(measure) - 1;
  }

  for (const entry of nameComponents(entries, problems)) {
    const energy = entry.number('energy');
    const level = levelOf(entry);
    if (energy === undefined || !isAmount(energy) || level === 'unknown') {
      problems.add({ message: `${entry.where}: ${refusalOf(entry, energy)}: left out` });
      continue;
    }
    const unitName = entry.text('unit') ?? head.unit ?? (context.unit === 'joules' ? 'J' : undefined);
    const unit = unitName === undefined ? undefined : unitNamed(unitName);
    if (unit === undefined)
      problems.add({
        message: `${entry.where}: ${unitName === undefined ? 'has no unit' : `${printable(unitName)} is no unit of energy`}: taken as a share`,
      });
    const scale = unit?.scale ?? 1;
    const measure = measureOf(entry, level, unit?.unit ?? 'share');
    const isNamed = entry.text('level') !== undefined || level !== 'line' || lineOf(entry) !== undefined;
    const misplaced = describeLine(entry) ?? (isNamed ? undefined : 'names no line');
    if (misplaced !== undefined)
      problems.add({ message: `${entry.where}: ${misplaced}: ${wholeOf(entry)}`, isDoubt: true });
    const uncertainty = entry.number('uncertainty');
    const hasSpread = uncertainty !== undefined && isAmount(uncertainty);
    if (uncertainty !== undefined && !hasSpread)
      problems.add({ message: `${entry.where}: the uncertainty is left out` });
    let at = ROOT;
    for (const frame of framesOf(entry, level)) at = tree.child(at, table.numberOf(frame));
    tree.add(at, measure, energy * scale, hasSpread ? (uncertainty * scale) ** 2 : undefined);
    const draft = measures[measure];
    if (draft !== undefined) draft.total += energy * scale;
  }
  for (const message of describeSums(measures)) problems.add({ message, isDoubt: true });
  if (measures.length === 0) problems.add({ message: 'the file holds no energies' });
  else if (measures.every(({ total }) => total === 0))
    problems.add({ message: 'all values are 0: nothing was measured' });
  return {
    source: {
      format,
      name: context.name,
      ...(head.tool === undefined ? {} : { tool: printable(head.tool) }),
      ...(headDevice === undefined ? {} : { device: printable(headDevice) }),
      ...(head.date === undefined ? {} : { date: printable(head.date) }),
    },
    measures,
    frames: table.list,
    tree: tree.build(measures.length),
    lineTrust: trustOf(entries) ?? (measures.some(({ level }) => level === 'line') ? 'exact' : 'none'),
    problems: problems.list(),
  };
}

/** The trust in the lines of all entries, as they state it: that of the least sure. */
function trustOf(entries: readonly TableEntry[]): LineTrust | undefined {
  const stated = new Set(entries.map((entry) => entry.text('lines')));
  return LINE_TRUSTS.findLast((trust) => stated.has(trust));
}

/** Words for what the energy of an entry without a line is on. */
function wholeOf(entry: TableEntry): string {
  const [method, ...around] = (['method', 'class', 'file'] as const).map(entry.text);
  if (method !== undefined) return 'its energy is on the whole method';
  return around.some((name) => name !== undefined)
    ? 'its energy is on the class, and on none of its lines'
    : 'its energy has no place';
}

const QUANTITIES: Readonly<Record<MeasureUnit, string>> = {
  joules: 'energy',
  seconds: 'time',
  samples: 'samples',
  bytes: 'memory',
  share: 'shares',
};

function refusalOf(entry: TableEntry, energy: number | undefined): string {
  if (energy === undefined) return 'no number for its energy';
  const isNoAmount = `${energy} is no amount of energy`;
  return isAmount(energy) ? `no such level as ${printable(entry.text('level') ?? '')}` : isNoAmount;
}

function framesOf(entry: TableEntry, level: MeasureLevel | undefined): readonly Frame[] {
  const called = calledBy(entry);
  const kind = FRAME_KINDS.find((each) => each === entry.text('kind'));
  if (kind !== undefined)
    return [{ kind, name: printable(entry.text('name') ?? ''), ...partsOf(entry) }, ...called];
  const place = placeOf(entry);
  if (level === 'path') {
    const name = printable((entry.path ?? []).join(' → '));
    return [{ ...place, kind: 'path', name: name === '' ? '[path]' : name }];
  }
  if (level === 'total') return [{ kind: 'path', name: '[whole program]' }];
  return [...(place === undefined ? [] : [place]), ...called];
}

/** The library code that took the energy for the entry's place; none if the place itself did. */
function calledBy(entry: TableEntry): readonly Frame[] {
  const api = entry.text('api');
  if (api === undefined) return [];
  const kind = FRAME_KINDS.find((each) => each === entry.text('api_kind'));
  return [kind === undefined ? readFrameName(api) : { kind, name: printable(api) }];
}

/** The parts of a frame that the entry states. */
function partsOf(entry: TableEntry): Partial<Frame> {
  const texts = (['class', 'method', 'descriptor', 'file'] as const).flatMap((name): [string, string][] => {
    const text = entry.text(name);
    return text === undefined ? [] : [[name, printable(text)]];
  });
  return { ...Object.fromEntries(texts), ...withDefined({ line: lineOf(entry) }) };
}

function placeOf(entry: TableEntry): Frame | undefined {
  const [file, owner, method, descriptor] = (['file', 'class', 'method', 'descriptor'] as const).map(
    entry.text,
  );
  const located = {
    ...(file === undefined ? {} : { file: printable(file) }),
    ...withDefined({ line: lineOf(entry) }),
  };
  if (owner !== undefined && method !== undefined)
    return {
      ...javaFrame({
        class: owner,
        method,
        ...(descriptor === undefined ? {} : { descriptor: printable(descriptor) }),
      }),
      ...located,
    };
  if (method !== undefined && /[./]/.test(method)) return { ...readFrameName(method), ...located };
  if (owner === undefined && file === undefined) return undefined;
  const name = printable(`${owner ?? file ?? ''}${method === undefined ? '' : `.${method}`}`);
  return {
    kind: 'java',
    name,
    ...(owner === undefined ? {} : { class: printable(owner.replaceAll('.', '/')) }),
    ...(method === undefined ? {} : { method: printable(method) }),
    ...located,
  };
}

const LARGEST_TEXT = 256 * 1024 * 1024;

/** `isCut` tells that the text is longer than {@link LARGEST_TEXT}, and ends there. */
function createTextImporter(parse: (text: string, isCut: boolean) => ImportedRecording): Importer {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  return {
    push(chunk) {
      if (length <= LARGEST_TEXT) pieces.push(decoder.decode(chunk, { stream: true }));
      length += chunk.length;
    },
    end() {
      pieces.push(decoder.decode());
      return parse(pieces.join(''), length > LARGEST_TEXT);
    },
  };
}
