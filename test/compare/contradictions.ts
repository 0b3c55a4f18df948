/**
 * What a comparison says of two runs in its header, its tables, its lines and its status, held against each other: each
 * is a sentence that a reader believes, so that no two of them may disagree.
 */
import { compareLines } from '../../server/src/compare/deltas/compare-lines';
import { compareProfiles, type ProfileComparison } from '../../server/src/compare/deltas/compare-profiles';
import { type PartlyModeled, rememberShares } from '../../server/src/compare/deltas/energy-delta';
import { type ComparedLine, sumUp } from '../../server/src/compare/deltas/place-changes';
import type { ComparedSide } from '../../server/src/compare/sides/compared-side';
import { formatRecordingCsv } from '../../server/src/cli/format/recording-csv';
import { formatImport, readImport } from '../../server/src/recordings/document/import-document';
import { recordingOfProfile } from '../../server/src/recordings/model/profile-recording';
import { energyOfRun } from '../../server/src/runs/summarize-runs';
import { importText } from '../recordings/import/import-file';
import { createRecordingPlacer, type ImportSource } from '../../server/src/recordings/import/import-profile';
import type { Frame } from '../../server/src/recordings/model/imported-profile';
import { mergeRecordings } from '../../server/src/recordings/merge/merge-recordings';
import { recordMerge } from '../../server/src/recordings/merge/merged-recording';
import type { PlacedRecording } from '../../server/src/recordings/place/placed-values';
import { placeProfile } from '../../server/src/recordings/place/place-profile';
import { sideOfPlaced } from '../../server/src/tasks/compare/load-compared-side';
import { createFigures } from '../../client/webviews/comparison/figures';
import { createModel, findTasks, listTasks } from '../../client/webviews/comparison/model';
import { describeComparison, describeWords } from '../../server/src/compare/pages/comparison-page';
import { formatComparisonText } from '../../server/src/compare/pages/comparison-text';
import { applicationClasses } from '../../server/src/compare/trees/frameworks';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { describeAccount } from '../../server/src/profile/account/account-text';
import { scaleToProfile } from '../../server/src/profile/account/measured-profile';
import { formatEnergy, JOULES } from '../../server/src/words/energy-text';
import { bundledModel } from '../cost/bundled-model';

interface Row {
  readonly name: string;
  readonly energyA: number;
  readonly energyB: number;
  readonly delta: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
  readonly isSignificant: boolean;
}

export interface Compared {
  readonly comparison: ProfileComparison;
  /** A sentence for each contradiction; empty if there is none. */
  readonly contradictions: readonly string[];
}

const options = { alpha: 'auto', isApplication: applicationClasses(['android.app', 'app']) } as const;

/** Compares two profiles as command line and editor do. */
export function compareAll(
  a: ProfileDocument,
  b: ProfileDocument,
  model: CostModel = bundledModel(),
): Compared {
  const sides = [
    { name: 'a', profile: a },
    { name: 'b', profile: b },
  ] as const;
  const comparison = compareProfiles(...sides, model, options);
  const differences = compareLines(...sides, model);
  const judge = { compare: rememberShares(differences.spread), scales: differences.scales };
  const lines = [...differences.sources.values()].flatMap((source) =>
    source.lines.map((line) => sumUp(0, [line], judge)),
  );
  return {
    comparison,
    contradictions: [
      ...ofFigures(comparison),
      ...ofWords(comparison),
      ...ofAccount(
        'a',
        a,
        comparison.parts.map(({ part, energyA }) => [part, energyA] as const),
        model,
      ),
      ...ofAccount(
        'b',
        b,
        comparison.parts.map(({ part, energyB }) => [part, energyB] as const),
        model,
      ),
      ...ofRows(comparison),
      ...ofPage(comparison),
      ...ofLines(lines, comparison),
      ...(JSON.stringify(comparison.totals) === JSON.stringify(differences.totals)
        ? []
        : ['the lines’ status has other totals than the header']),
    ],
  };
}

/** The contradictions between a profile and its own exports, which tell the same run: a sentence for each. */
export function compareExports(
  profile: ProfileDocument,
  model: CostModel = bundledModel(),
): readonly string[] {
  const placed = { recording: recordingOfProfile(profile, model, 'profile'), placements: [] };
  const read = readImport([...formatImport([placed], '1')].join(''));
  if (!read.ok) return [read.problem.message];
  const exported = [
    ...read.value.recordings.map(({ recording }) => ({ name: 'JSON', recording })),
    { name: 'CSV', recording: importText([...formatRecordingCsv(placed)].join(''), { name: 'CSV' }) },
  ];
  const energy = scaleToProfile(model, profile).measured?.measurement.energy;
  return exported.flatMap((side) => {
    const own = { name: 'profile', profile };
    return [[own, side] as const, [side, own] as const].flatMap(([a, b]) =>
      ofOneRun(a, b, model, energy && energyOfRun(energy).energy),
    );
  });
}

/**
 * What is said of merges beside their source: of a table of the profile's lines, their library calls and a total, by a
 * meter that says a fifth more, merged alone and with the profile; and of the profile's export merged alone.
 */
export function compareMerges(
  profile: ProfileDocument,
  sources: readonly ImportSource[],
  model: CostModel = bundledModel(),
): readonly string[] {
  const counted = placeProfile(profile, model, 'profile', sources);
  const table = tableOf(counted, sources);
  const ofTable = [
    ['table', table, [table]],
    ['table with profile', table, [table, counted]],
  ] as const;
  // Of a run that is no longer than its start, no line is told.
  const hasLines = table.recording.measures.some(({ level }) => level === 'line');
  const pairs = [...(hasLines ? ofTable : []), ['export', counted, [counted]] as const];
  return pairs.flatMap(([name, source, merged]) => {
    const [merge] = recordMerge(mergeRecordings(merged, []));
    if (merge === undefined) return [`${name}: nothing is merged`];
    const sides = [sideOfPlaced(`merge of the ${name}`, merge), sideOfPlaced('its source', source)] as const;
    const { measures } = source.recording;
    const energy = (measures.find(({ level }) => level === 'total') ?? measures[0])?.total;
    return ofOneRun(...sides, model, energy);
  });
}

/** The lines of a recording and what they call as vLens would tell them. */
function tableOf({ recording }: PlacedRecording, sources: readonly ImportSource[]): PlacedRecording {
  const { tree, frames, measures } = recording;
  const frameAt = (context: number): Frame | undefined => frames[tree.frames[context] ?? -1];
  const entries = Array.from(tree.values[0] ?? [], (value, context) => {
    const [frame, around] = [frameAt(context), frameAt(tree.parents[context] ?? -1)];
    const isCalled = frame?.line === undefined && around?.line !== undefined;
    const { class: owner, method, line } = (isCalled ? around : frame) ?? {};
    if (value === 0 || line === undefined) return [];
    const place = { class: owner, method, line, energy: 1.2 * value };
    return [{ ...place, level: 'line' }, ...(isCalled ? [{ ...place, level: 'api', api: frame?.name }] : [])];
  }).flat();
  const total = { level: 'total', energy: 1.2 * (measures[0]?.total ?? 0) };
  const table = { format: 'jouleline-energy', version: 1, unit: 'J', provenance: 'measured' };
  const text = JSON.stringify({ ...table, entries: [...entries, total] });
  return createRecordingPlacer(sources, true)(importText(text, { name: 'table' }));
}

/** Two sides that tell one run: neither its whole, nor a part, method or task of it differs. */
export function ofOneRun(
  a: ComparedSide,
  b: ComparedSide,
  model: CostModel,
  energy: number | undefined,
): readonly string[] {
  const comparison = compareProfiles(a, b, model, options);
  const { unit, totals, parts, methods, tasks, notes } = comparison;
  // What is not modeled is unknown.
  const isOther = ({ energyA = Infinity, energyB = Infinity }): boolean =>
    Math.abs(energyA - energyB) > 1e-9 * totals.energyA;
  const [header = ''] = formatComparisonText(comparison).split('\n');
  return [
    ...ofFigures(comparison),
    ...(unit === 'joules' ? [] : ['is compared in shares']),
    ...(header.endsWith(': ±0') ? [] : [`the header is "${header}"`]),
    ...(energy === undefined || isNear(totals.energyA, energy)
      ? []
      : [`${totals.energyA} J is ${energy} J in reports`]),
    ...parts
      .filter((part) => part.energyA !== undefined && part.energyB !== undefined && isOther(part))
      .map(({ part }) => `the part ${part} differs`),
    ...methods.filter(isOther).map(({ methodA, methodB }) => `${(methodA ?? methodB)?.name ?? ''} differs`),
    ...(tasks?.list ?? [])
      // A recording holds nothing of what took nothing.
      .filter((task) => (!task.matched && task.energyA !== task.energyB) || isOther(task))
      .map(
        ({ method, energyA, energyB, path }) =>
          `the task ${path.map((m) => m.name).join(' > ')} > ${method.name} differs ${energyA} ${energyB}`,
      ),
    ...notes.filter((note) => /off by|left out|shares of each total/.test(note)),
  ].map((each) => `${a.name} and ${b.name}: ${each}`);
}

function ofFigures({ totals, work, parts, methods, tasks }: ProfileComparison): readonly string[] {
  const ofMethods = methods.map((each): Row => ({ ...each, name: `method ${each.methodA?.name ?? ''}` }));
  const rows: readonly Row[] = [
    { ...work, name: "the program's own work" },
    ...ofMethods,
    ...(tasks?.list ?? []).map((each) => ({ ...each, name: `task ${each.method.name}` })),
    ...methods.flatMap(({ blocks, operations }) =>
      [...blocks, ...operations].map((each) => ({ ...each, name: 'block or operation' })),
    ),
  ];
  const sumOf = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + (Number.isNaN(each) ? 0 : each), 0);
  return [
    ...rows.flatMap((row) => ofRow(row, totals)),
    ...exceeding('all methods', sumOf(ofMethods.map(({ energyA }) => energyA)), totals.energyA),
    ...exceeding('all methods', sumOf(ofMethods.map(({ energyB }) => energyB)), totals.energyB),
    ...(parts.length === 0 ||
    (isNear(sumOf(parts.map(({ energyA = 0 }) => energyA)), totals.energyA) &&
      isNear(sumOf(parts.map(({ energyB = 0 }) => energyB)), totals.energyB))
      ? []
      : ['the parts of a run do not add up to it']),
    ...ofLeast(methods.map((each) => ({ ...each, name: `method ${each.methodA?.name ?? ''}` }))),
    ...ofLeast((tasks?.list ?? []).map((each) => ({ ...each, name: `task ${each.method.name}` }))),
  ];
}

type LeastRow = Pick<Row, 'name' | 'delta' | 'p' | 'isSignificant'> & PartlyModeled;

/** Rows of a list, of which some are the least that they may be. */
function ofLeast(list: readonly LeastRow[]): readonly string[] {
  const firstLeast = list.findIndex(({ atLeast }) => atLeast !== undefined);
  return list.flatMap(({ name, atLeast, delta, p, isSignificant }, index) => [
    ...(atLeast === undefined || (Number.isNaN(delta) && Number.isNaN(p) && !isSignificant)
      ? []
      : [`${name}: a difference beside "at least"`]),
    ...(firstLeast < 0 || index < firstLeast || Number.isNaN(delta)
      ? []
      : [`${name}: a difference below rows that are "at least"`]),
  ]);
}

/** The page's rows of tasks: what it computes itself agrees with what it was given. */
function ofPage(comparison: ProfileComparison): readonly string[] {
  const page = describeComparison(comparison, {
    details: ['', ''],
    wantedAlpha: 'auto',
    marks: { application: [], framework: [] },
    isApplication: applicationClasses(['android.app', 'app']),
    words: describeWords(),
    version: '0',
  });
  const figures = createFigures(page.head);
  return findTasks(listTasks(createModel(page)), {
    search: '',
    choice: 'all',
    order: 'difference',
    isAscending: false,
  }).flatMap((task, place) => {
    const { index, name, change, energyA, energyB, isLeast } = task;
    const given = comparison.tasks?.list[index];
    const { atLeast, delta = NaN, isSignificant } = given ?? {};
    const difference = figures.difference(energyA, energyB, isLeast);
    return [
      ...(isLeast[0] === (atLeast === 'A' || atLeast === 'both') &&
      isLeast[1] === (atLeast === 'B' || atLeast === 'both')
        ? []
        : [`task ${name} of the page: "at least" of other sides`]),
      ...(atLeast === undefined || (difference === '' && ['unmodeled', 'new', 'gone'].includes(change))
        ? []
        : [`task ${name} of the page: "${difference}", ${change} beside "at least"`]),
      ...(change === 'lessEnergy' && !(delta < 0) ? [`task ${name} of the page: less energy`] : []),
      ...(change === 'moreEnergy' && !(delta > 0) ? [`task ${name} of the page: more energy`] : []),
      ...(isSignificant === true && change === 'same' ? [`task ${name} of the page: the same`] : []),
      ...(place === index ? [] : [`task ${name} of the page: at place ${place}, in the list ${index}`]),
    ];
  });
}

function ofRow(row: Row, totals: ProfileComparison['totals']): readonly string[] {
  const { name, energyA, energyB, delta, low, high, p, isSignificant } = row;
  return [
    ...(isSignificant && !Number.isNaN(totals.p) && !totals.isSignificant
      ? [`${name}: more than chance, in runs of which no difference was found`]
      : []),
    ...(Number.isNaN(delta) || delta === 0 || isNear(energyB - energyA, delta, energyA + energyB)
      ? []
      : [`${name}: its difference is not that of its energies`]),
    ...(Number.isNaN(low) || (low <= delta && delta <= high) ? [] : [`${name}: outside of its interval`]),
    ...(Number.isNaN(p) || p <= 0.05 || (low <= 0 && high >= 0)
      ? []
      : [`${name}: no more than chance, with an interval that tells a difference`]),
    ...exceeding(name, energyA, totals.energyA),
    ...exceeding(name, energyB, totals.energyB),
  ];
}

function exceeding(name: string, part: number, whole: number): readonly string[] {
  return part > whole * (1 + 1e-9) ? [`${name}: ${part} J of the run's ${whole} J`] : [];
}

function ofWords(comparison: ProfileComparison): readonly string[] {
  const { totals, unit } = comparison;
  const [header = '', ...rest] = formatComparisonText(comparison).split('\n');
  const table = rest.filter((line) => !line.startsWith('note:')).join('\n');
  const found = !header.includes('no difference found');
  return [
    ...(found === (totals.isSignificant || Number.isNaN(totals.p)) ? [] : ['the header is not its verdict']),
    ...(!found && /significant$/m.test(table) ? ['a row is significant below "no difference found"'] : []),
    ...(unit !== 'joules' ||
    header.includes(`a ${formatEnergy(totals.energyA, JOULES)}, b ${formatEnergy(totals.energyB, JOULES)} `)
      ? []
      : ['the header has other figures than the totals']),
    ...table
      .split('\n')
      .filter((line) => line.includes('at least') && line.includes('%'))
      .map((line) => `a percentage beside "at least": ${line.trim()}`),
  ];
}

/** The lines of each side beside the parts of its run that they divide, unless counts alone are compared. */
function ofRows({ methods, parts, spread }: ProfileComparison): readonly string[] {
  if (spread.isByCounts === true) return [];
  const lines = methods.flatMap((method) => method.lines);
  return (['A', 'B'] as const).flatMap((side) => {
    const told = parts.filter(({ part }) => part === 'lines' || part === 'library');
    const whole = told.reduce((sum, part) => sum + (part[`energy${side}`] ?? 0), 0);
    const sum = lines.reduce((all, line) => all + (line[`line${side}`] > 0 ? line[`energy${side}`] : 0), 0);
    return told.length === 0 || isNear(sum, whole)
      ? []
      : [`${side}: all lines take ${sum} J, and by the parts of the run ${whole} J`];
  });
}

/** The parts of a run beside those of the report of the run. */
function ofAccount(
  side: string,
  profile: ProfileDocument,
  parts: readonly (readonly [name: string, energy: number | undefined])[],
  model: CostModel,
): readonly string[] {
  const { measured } = scaleToProfile(model, profile);
  const told = measured === undefined ? '' : describeAccount(measured, JOULES).parts;
  const sum = told.split(' = ')[0]?.split(' + ') ?? [];
  const shown = parts.flatMap(([name, energy]) =>
    energy === undefined ? [] : [`${name} ${formatEnergy(energy, JOULES)}`],
  );
  return parts.length === 0 || shown.join() === sum.join()
    ? []
    : [`${side}: the parts are ${shown.join()} and in the report ${sum.join()}`];
}

function ofLines(lines: readonly ComparedLine[], { totals }: ProfileComparison): readonly string[] {
  const wrong = lines.flatMap((line) => {
    const { change, amount, delta, countsDiffer, lineA, lineB, atLeast } = line;
    const name = `line ${lineA} → ${lineB}`;
    return [
      ...ofRow({ ...line, name }, totals),
      ...ofLeast([{ ...line, name }]),
      ...(atLeast !== undefined && (amount !== 0 || change === 'lessEnergy' || change === 'moreEnergy')
        ? [`${name}: colored by an energy that is "at least"`]
        : []),
      ...(change === 'same' || delta === 0 || Number.isNaN(delta) || amount * delta >= 0
        ? []
        : [`${name}: colored the other way than its energies differ`]),
      ...(!totals.isSignificant && !Number.isNaN(totals.p) && change !== 'same' && !countsDiffer
        ? [`${name}: changed, though it ran alike in runs of which no difference was found`]
        : []),
    ];
  });
  const sumOf = (side: 'energyA' | 'energyB'): number => lines.reduce((sum, line) => sum + line[side], 0);
  return [
    ...wrong,
    ...exceeding('all lines', sumOf('energyA'), totals.energyA),
    ...exceeding('all lines', sumOf('energyB'), totals.energyB),
  ];
}

function isNear(one: number, other: number, size = Math.abs(one) + Math.abs(other)): boolean {
  return Math.abs(one - other) <= 1e-9 * size;
}
