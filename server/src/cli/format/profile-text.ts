/**
 * Prints the content of a counted profile as text for people: its calling contexts, its trace, or its counts.
 *
 * Sits in `cli/`. Each list is bounded, and ends by saying how much it leaves out.
 */
import { layCallsOnLines } from '../../profile/account/called-lines';
import { createShares } from '../../compare/trees/call-contexts';
import { type CalledRows, listCalledRows, sumCalled } from '../../compare/sides/called-rows';
import { at } from '../../base/check';
import { inclusiveOf, listChildren } from '../../base/context-tree';
import { energyOfRow, listRowCosts, listRowPrices, sizesByPlace } from '../../cost/pricing/counted-rows';
import { type CostModel } from '../../cost/model/cost-model';
import { summarizeModel } from '../../cost/model/model-registry';
import { inTermsOf, scaleToProfile } from '../../profile/account/measured-profile';
import type { NamedTuple } from '../../profile/document/describe-trace';
import type { ContextRow, ProfileDocument, ProfiledTree } from '../../profile/document/profile-document';
import { counted } from '../../base/counted';
import { formatCount, formatEnergy, formatShare, JOULES } from '../../words/energy-text';
import { makePrintable } from '../terminal';
import { accountRows } from './account';
import { machineNote } from './options';

/** Commands that show more than these rows take `--top`. */
export const DEFAULT_ROWS = 30;

function methodText(owner: string, method: string): string {
  return makePrintable(`${owner.replaceAll('/', '.')}.${method}`);
}

function* formatHead({ program, started, counting }: ProfileDocument): Generator<string> {
  yield `${makePrintable(program.command.join(' '))}, ${makePrintable(started)}\n`;
  if (!counting.isExact)
    yield 'counts are not exact: threads shared counters, or the end of the program was not seen\n';
}

/** The text of a table's row: each cell as wide as its column, numbers on the right. */
function* alignRight(rows: readonly (readonly string[])[]): Generator<string> {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  const lastColumn = widths.length - 1;
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === lastColumn ? cell : cell.padStart(at(widths, column)),
    );
    yield `  ${cells.join('  ')}`.trimEnd() + '\n';
  }
}

/** The hottest contexts of a profile's tree, each below the one that calls it, the hottest of a caller first. */
export function* formatTreeText(
  saved: ProfileDocument,
  tree: ProfiledTree,
  base: CostModel,
  top: number,
): Generator<string> {
  const profile = inTermsOf(base, saved);
  // What lines call of code that was not counted is theirs, as in reports.
  const laid = layCallsOnLines(profile);
  const { model, measured } = scaleToProfile(base, laid);
  const called = listCalledRows(profile, laid, model);
  const { parents, own, unmodeled } = energiesOf(profile, profile.tree ?? tree, model, called);
  const all = inclusiveOf(parents, own);
  const calls = inclusiveOf(
    parents,
    Float64Array.from(parents, (_, row) => (row === 0 ? 0 : at(tree.contexts, row - 1)[5])),
  );
  const whole = at(all, 0);
  const note = machineNote(summarizeModel(model));
  yield* formatHead(profile);
  yield `${counted(tree.contexts.length, 'calling context')}, ${formatEnergy(whole, JOULES)}${note} in counted code and what it calls, by ${makePrintable(base.title)}\n`;
  if (measured !== undefined)
    for (const [name, text] of accountRows(measured, JOULES)) yield `${name} ${makePrintable(text)}\n`;
  if (unmodeled > 0)
    yield `at least: ${counted(unmodeled, 'execution')} of operations that are not modeled are in no energy\n`;
  // Where nothing is modeled, calls say what is hot. A caller has no less than what it calls, so it is listed, too.
  const heat = whole > 0 ? all : calls;
  const order = Array.from(parents, (_, row) => row)
    .slice(1)
    .sort((one, other) => at(heat, other) - at(heat, one) || one - other);
  const shown = new Set(order.slice(0, top));
  const { starts, rows } = listChildren(parents);
  const listed: (readonly string[])[] = [['share', 'with calls', 'its own', 'calls', 'method']];
  const pending = [{ row: 0, depth: -1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { row, depth } = next;
    if (row > 0)
      listed.push([
        whole > 0 ? formatShare(at(all, row) / whole) : '',
        formatEnergy(at(all, row), JOULES),
        formatEnergy(at(own, row), JOULES),
        formatCount(at(tree.contexts, row - 1)[5]),
        '  '.repeat(Math.min(depth, DEEPEST)) + describeContext(profile, tree, row - 1, depth),
      ]);
    const below = Array.from(rows.subarray(at(starts, row), at(starts, row + 1))).filter((each) =>
      shown.has(each),
    );
    below.sort((one, other) => at(heat, one) - at(heat, other) || other - one);
    for (const each of below) pending.push({ row: each, depth: depth + 1 });
  }
  yield '\n';
  yield* alignRight(listed);
  const hidden = order.slice(top);
  if (hidden.length > 0) {
    const energy = hidden.reduce((sum, row) => sum + at(own, row), 0);
    yield `and ${counted(hidden.length, 'more context')} with ${formatEnergy(energy, JOULES)} of their own (${formatShare(whole > 0 ? energy / whole : 0)}): --top N shows more, --json all\n`;
  }
}

/** Deeper contexts are no further to the right; their depth is told. */
const DEEPEST = 20;

function describeContext(
  { classes }: ProfileDocument,
  { contexts, beyond, handOvers = [], callbacks = [] }: ProfiledTree,
  context: number,
  depth: number,
): string {
  const [parent, owner, method, , line, , , back] = at(contexts, context);
  const { name, methods } = at(classes, owner);
  const [caller] = parent < 0 ? [] : [at(contexts, parent)];
  const source = caller === undefined ? undefined : at(classes, caller[1]).source;
  const between = [...handOvers, ...callbacks].find(([index]) => index === context)?.[1];
  const again = back.reduce((sum, [, , , taken]) => sum + taken, 0);
  return [
    depth > DEEPEST ? `(depth ${depth}) ` : '',
    methodText(name, at(methods, method).name),
    line > 0 && caller !== undefined ? `  from ${makePrintable(source ?? '')}:${line}` : '',
    between === undefined ? '' : ` by ${makePrintable(between.replace(/\(.*$/s, '').replaceAll('/', '.'))}`,
    again > 0 ? `; calls back up ${counted(again, 'time')}` : '',
    parent < 0 && context >= beyond ? '; its callers are not known: too many contexts' : '',
  ].join('');
}

interface ContextEnergies {
  /** The row of each context's caller: a context is one row further down, below the root. */
  readonly parents: Int32Array;
  /** The energy of each context's own operations, in joules. */
  readonly own: Float64Array;
  /** Executions of operations that have no cost. */
  readonly unmodeled: number;
}

function energiesOf(
  { classes, keys }: ProfileDocument,
  { contexts }: ProfiledTree,
  model: CostModel,
  called: CalledRows,
): ContextEnergies {
  const costs = listRowCosts(keys, model);
  const prices = listRowPrices(keys, model);
  const sizes = new Map<string, ReturnType<typeof sizesByPlace>>();
  // A context does not tell lines: an operation's elements are those of the whole method.
  const sizesOf = ([, owner, method]: ContextRow): ReturnType<typeof sizesByPlace> => {
    const known = sizes.get(`${owner} ${method}`);
    if (known !== undefined) return known;
    const rows = at(at(classes, owner).methods, method).operations;
    const found = sizesByPlace(
      rows.map(([key, , executions, elements]) =>
        elements === undefined ? [key, 0, executions] : [key, 0, executions, elements],
      ),
    );
    sizes.set(`${owner} ${method}`, found);
    return found;
  };
  let unmodeled = 0;
  const own = new Float64Array(contexts.length + 1);
  const shareOf = createShares(contexts);
  for (const [index, context] of contexts.entries()) {
    const [, owner, method, , , , operations] = context;
    let energy = shareOf(context) * sumCalled(called.get(at(at(classes, owner).methods, method))).energy;
    for (const [key, executions, elements] of operations) {
      if (prices[key] === undefined) unmodeled += executions;
      const many = elements ?? sizesOf(context)(key, 0, executions);
      energy += energyOfRow(costs, key, executions, many);
    }
    own[index + 1] = energy;
  }
  const parents = Int32Array.from({ length: contexts.length + 1 }, (_, row) =>
    row === 0 ? -1 : at(contexts, row - 1)[0] + 1,
  );
  return { parents, own, unmodeled };
}

interface TupleSum {
  readonly name: string;
  readonly times: number;
  /** Nanoseconds. */
  readonly own: number;
  readonly longest: number;
}

/** The text of a trace: its amounts, and the methods and calls that took longest by themselves. */
export function* formatTraceText(
  profile: ProfileDocument,
  tuples: readonly NamedTuple[],
  top: number,
): Generator<string> {
  yield* formatHead(profile);
  for (const [index, machine] of (profile.trace?.machines ?? []).entries()) {
    const ofMachine = tuples.filter((tuple) => tuple.machine === index);
    const begin = ofMachine.reduce((least, { enter }) => Math.min(least, enter), Infinity);
    const end = ofMachine.reduce((most, { exit }) => Math.max(most, exit), 0);
    const { resolution, overhead, threads, dropped } = machine;
    const slowed = overhead === null ? '' : `; recording took ${formatShare(overhead)} of the time`;
    yield `JVM ${index + 1}: ${counted(ofMachine.length, 'path or call', 'paths and calls')} in ${counted(threads.length, 'thread')}, ${formatTime(ofMachine.length === 0 ? 0 : end - begin)} from the first to the last; its clock ticks every ${formatTime(resolution)}${slowed}\n`;
    if (dropped > 0) yield `  ${counted(dropped, 'tuple')} had no room and are in no figure here\n`;
  }
  const sums = sumTimes(tuples);
  const listed = sums.slice(0, top);
  yield '\n';
  yield* alignRight([
    ['its own', 'times', 'longest', 'method or library call'],
    ...listed.map(({ name, times, own, longest }) => [
      formatTime(own),
      formatCount(times),
      formatTime(longest),
      name,
    ]),
  ]);
  const hidden = sums.slice(top);
  if (hidden.length > 0)
    yield `and ${formatCount(hidden.length)} more with ${formatTime(hidden.reduce((sum, { own }) => sum + own, 0))} of their own: --top N shows more, --json each tuple\n`;
  yield 'What took less than a tick is part of the next path or the caller.\n';
}

/** Sums tuples by their method or call, the longest own time first. A thread writes a tuple when it ends. */
function sumTimes(tuples: readonly NamedTuple[]): readonly TupleSum[] {
  const sums = new Map<string, { name: string; times: number; own: number; longest: number }>();
  /** The tuples of each thread that have ended, and that no other one encloses so far. */
  const ended = new Map<string, NamedTuple[]>();
  for (const tuple of tuples) {
    const thread = `${tuple.machine} ${tuple.thread}`;
    const before = ended.get(thread) ?? [];
    ended.set(thread, before);
    const length = tuple.exit - tuple.enter;
    let inner = 0;
    for (let last = before.at(-1); last !== undefined && last.enter >= tuple.enter; last = before.at(-1)) {
      inner += last.exit - last.enter;
      before.pop();
    }
    before.push(tuple);
    const method = methodText(tuple.class, tuple.method);
    const name =
      tuple.call === undefined
        ? method
        : `${makePrintable(tuple.call.replace(/\(.*$/s, '').replaceAll('/', '.'))}  from ${method}${(tuple.line ?? 0) > 0 ? `:${tuple.line ?? 0}` : ''}`;
    const sum = sums.get(name) ?? { name, times: 0, own: 0, longest: 0 };
    sums.set(name, sum);
    sum.times++;
    sum.own += Math.max(0, length - inner);
    sum.longest = Math.max(sum.longest, length);
  }
  return [...sums.values()].sort((one, other) => other.own - one.own || (one.name < other.name ? -1 : 1));
}

/** "1.5 ms", from nanoseconds. */
function formatTime(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${Number(nanoseconds.toPrecision(3))} ns`;
  const [scale, unit] = nanoseconds < 1e6 ? [1e3, 'µs'] : nanoseconds < 1e9 ? [1e6, 'ms'] : [1e9, 's'];
  return `${Number((nanoseconds / scale).toPrecision(3))} ${unit}`;
}

/** How often the most frequent methods and lines ran. */
export function* formatCountsText(profile: ProfileDocument, top: number): Generator<string> {
  const { classes, coverage, counting } = profile;
  yield* formatHead(profile);
  yield `${formatCount(coverage.loadedClasses)} of ${counted(coverage.instrumentedClasses, 'class', 'classes')} loaded and counted, ${counting.threads === 'shared' ? 'threads together' : 'each thread by itself'}\n`;
  const methods = classes.flatMap((owner) =>
    owner.methods.map(({ name, calls }) => ({ text: methodText(owner.name, name), count: calls })),
  );
  const lines = classes.flatMap((owner) =>
    owner.methods.flatMap(({ name, lines: rows }) =>
      rows.map(([line, count]) => ({
        text: `${makePrintable(owner.source ?? owner.name.replaceAll('/', '.'))}:${line}  ${methodText(owner.name, name)}`,
        count,
      })),
    ),
  );
  yield* mostFrequent('calls', 'method', methods, top);
  yield* mostFrequent('executions', 'line', lines, top);
}

interface FrequencyRow {
  readonly text: string;
  readonly count: number;
}

function* mostFrequent(
  figure: string,
  subject: string,
  all: readonly FrequencyRow[],
  top: number,
): Generator<string> {
  const ran = all.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  const never = all.length - ran.length;
  yield `\n${counted(ran.length, subject)} ran${never > 0 ? `, ${formatCount(never)} never did` : ''}\n`;
  yield* alignRight([
    [figure, subject],
    ...ran.slice(0, top).map(({ text, count }) => [formatCount(count), text]),
  ]);
  const hidden = ran.slice(top);
  if (hidden.length > 0)
    yield `and ${counted(hidden.length, `more ${subject}`)}, each of at most ${formatCount(hidden[0]?.count ?? 0)} ${figure}: --top N shows more, --json all\n`;
}
