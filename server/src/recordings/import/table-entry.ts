/**
 * The entries of a table of energies, and what is doubtful about them: lines that are none, components without a name,
 * and parts that add up to more than their total.
 *
 * Sits in `recordings/`, under `energy-table.ts`.
 */
import { groupBy } from '../../base/groups';
import { isAmount, type Measure, MEASURE_LEVELS, type MeasureLevel } from '../../base/measure';
import type { EntryName } from './energy-schema';
import { printable } from './frame-names';
import { unitNamed } from './measure-units';
import type { ProblemList } from './stack-importer';

/** An entry as the file gives it, before anything is checked. */
export interface TableEntry {
  readonly where: string;
  readonly text: (name: EntryName) => string | undefined;
  readonly number: (name: EntryName) => number | undefined;
  readonly path: readonly string[] | undefined;
}

export const NAMES: Readonly<Record<MeasureLevel, string>> = {
  line: 'lines',
  method: 'methods',
  api: 'APIs',
  path: 'paths',
  total: 'the whole program',
};

/** Undefined for an entry that names a measure, which no other level repeats. */
export function levelOf(entry: TableEntry): MeasureLevel | 'unknown' | undefined {
  const given = entry.text('level');
  if (given !== undefined) return MEASURE_LEVELS.find((level) => level === given.toLowerCase()) ?? 'unknown';
  if (entry.text('measure') !== undefined) return undefined;
  if (entry.path !== undefined) return 'path';
  if (entry.text('api') !== undefined) return 'api';
  if (givenLine(entry) !== undefined) return 'line';
  if (entry.text('method') !== undefined || entry.text('class') !== undefined) return 'method';
  return entry.text('file') !== undefined ? 'line' : 'total';
}

/** The line as the file gives it, in words. */
function givenLine(entry: TableEntry): string | undefined {
  return entry.text('line') ?? entry.number('line')?.toString();
}

/** The number of the line, if it is one. */
export function lineOf(entry: TableEntry): number | undefined {
  const line = Number(givenLine(entry));
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}

export function describeLine(entry: TableEntry): string | undefined {
  const given = givenLine(entry);
  return given === undefined || lineOf(entry) !== undefined
    ? undefined
    : `${printable(given)} is no line of a file, which count from 1`;
}

/**
 * Names the components of energies that name none beside others that do, unless they are those of all components
 * together: at least as much as the named ones.
 */
export function nameComponents(entries: readonly TableEntry[], problems: ProblemList): readonly TableEntry[] {
  const groupOf = (entry: TableEntry): string =>
    JSON.stringify([entry.text('measure'), levelOf(entry), entry.text('device')]);
  const sums = new Map<string, { named: number; nameless: TableEntry[]; energy: number }>();
  for (const entry of entries) {
    const energy = energyOf(entry);
    const sum = sums.get(groupOf(entry)) ?? { named: 0, nameless: [], energy: 0 };
    sums.set(groupOf(entry), sum);
    if (componentOf(entry) !== undefined) sum.named += energy;
    else {
      sum.nameless.push(entry);
      sum.energy += energy;
    }
  }
  const nameless = new Set<TableEntry>();
  for (const [group, { named, nameless: own, energy }] of sums) {
    if (named === 0 || energy >= named * (1 - ROUNDING) || group.includes('"total"')) continue;
    for (const entry of own) nameless.add(entry);
    const message = `${own
      .map(({ where }) => where)
      .slice(0, 3)
      .join(
        ', ',
      )}${own.length > 3 ? ', …' : ''}: no component is named, and others are: a component of its own, "${NO_COMPONENT}"`;
    if (energy > 0) problems.add({ message, isDoubt: true });
  }
  const named = entries.map((entry) => {
    if (!nameless.has(entry)) return entry;
    return withTexts(entry, { component: NO_COMPONENT });
  });
  return [...named, ...completeWholes(named, problems)];
}

/** The energies that places lack of all components together, where others have one and theirs have less than the named. */
function completeWholes(entries: readonly TableEntry[], problems: ProblemList): readonly TableEntry[] {
  const groups = groupBy(
    entries.filter((entry) => levelOf(entry) !== 'total'),
    (entry) => JSON.stringify([entry.text('measure'), levelOf(entry), entry.text('device')]),
  );
  const tellWhole = [...groups.values()].filter((group) =>
    group.some((entry) => componentOf(entry) === undefined && energyOf(entry) > 0),
  );
  const missing = tellWhole.flatMap((group) =>
    [...groupBy(group, subjectOf).values()].flatMap((own): TableEntry[] => {
      const first = own.find((entry) => componentOf(entry) !== undefined);
      const sumOf = (isNamed: boolean): number =>
        own.reduce(
          (sum, entry) => sum + ((componentOf(entry) !== undefined) === isNamed ? energyOf(entry) : 0),
          0,
        );
      const lacking = sumOf(true) - sumOf(false);
      if (first === undefined || lacking <= ROUNDING * sumOf(true)) return [];
      const energy = lacking / scaleOf(first);
      const number: TableEntry['number'] = (name) =>
        name === 'energy' ? energy : name === 'uncertainty' ? undefined : first.number(name);
      return [{ ...withTexts(first, { component: undefined }), number }];
    }),
  );
  const sample = missing.slice(0, 3).map(({ where }) => where);
  if (missing.length > 0)
    problems.add({
      message: `${sample.join(', ')}${missing.length > sample.length ? ', …' : ''}: components of it take more than all together are said to: all together have theirs`,
      isDoubt: true,
    });
  return missing;
}

const SUBJECT = ['file', 'line', 'class', 'method', 'descriptor', 'kind', 'name'] as const;

/** The code that an entry is of; what it calls of libraries is a part of it, unless single calls are told. */
function subjectOf(entry: TableEntry): string {
  const called = levelOf(entry) === 'api' ? entry.text('api') : undefined;
  return JSON.stringify([
    ...SUBJECT.map((name) => entry.text(name) ?? entry.number(name)),
    called,
    entry.path,
  ]);
}

function withTexts(entry: TableEntry, { component }: { readonly component: string | undefined }): TableEntry {
  return { ...entry, text: (name) => (name === 'component' ? component : entry.text(name)) };
}

const NO_COMPONENT = 'not named';

/** Sums that differ by less, as a part of them, were rounded in the file. */
const ROUNDING = 1e-6;

export function componentOf(entry: TableEntry): string | undefined {
  const component = entry.text('component')?.trim();
  return component === '' ? undefined : component;
}

/** The energy of an entry in one unit; 0 for what is left out. */
function energyOf(entry: TableEntry): number {
  const energy = entry.number('energy');
  return energy !== undefined && isAmount(energy) ? energy * scaleOf(entry) : 0;
}

function scaleOf(entry: TableEntry): number {
  return unitNamed(entry.text('unit') ?? 'J')?.scale ?? 1;
}

/** Stated totals that are less than what they are the total of. */
export function describeSums(measures: readonly Measure[]): readonly string[] {
  const totals = measures.filter(({ level, unit }) => level === 'total' && unit === 'joules');
  return totals.flatMap(({ total, component, device }) => {
    const isOf = (each: Measure): boolean => each.unit === 'joules' && each.device === device;
    const say = (what: string, sum: number): readonly string[] =>
      sum <= total * (1 + ROUNDING)
        ? []
        : [
            `${what} add up to ${Number(sum.toPrecision(6))} J, and the stated total is ${Number(total.toPrecision(6))} J: correct or leave out one of them`,
          ];
    const parts = (level: MeasureLevel, isPart: (each: Measure) => boolean): number =>
      measures
        .filter((each) => isOf(each) && each.level === level && isPart(each))
        .reduce((sum, each) => sum + each.total, 0);
    const of = component === undefined ? '' : ` of ${component}`;
    return (['line', 'method', 'total'] as const).flatMap((level) => {
      const own = level === 'total' ? 0 : parts(level, (each) => each.component === component);
      const named = component === undefined ? parts(level, (each) => each.component !== undefined) : 0;
      return [...say(`${NAMES[level]}${of}`, own), ...say(`components of ${NAMES[level]}`, named)];
    });
  });
}
