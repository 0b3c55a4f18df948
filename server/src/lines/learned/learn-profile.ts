/**
 * Learns from a counted profile of a text: the calls of its methods, and how often each block of the text ran.
 *
 * Sits in `lines/learned/`. A profile counts blocks of bytecode. What a block of the text does stands in one of them,
 * with the same operations on the same line: there it ran as often. Where a method has moved or was edited since, its
 * lines are found again by their operations.
 */
import { at, outside, present } from '../../base/check';
import { addTo, groupBy } from '../../base/groups';
import { hashText } from '../../base/hash';
import type { LineIndexOf } from '../../base/line-index';
import type { FileOperations, MemberRecord } from '../../analysis/file-operations';
import type { OperationKey } from '../../operations/catalogue/operation';
import { blockOf, countSites, keyOf, offsetOf } from '../../operations/catalogue/site-table';
import type { ProfileDocument, ProfiledClass, ProfiledMethod } from '../../profile/document/profile-document';
import { placeOf } from '../counted-file';
import { placeOfClass } from '../source-lines';
import { regionsWithin } from '../../flow/source/frequencies';
import { align, shapesOf } from './block-shapes';
import {
  type Frequencies,
  type LearnedClass,
  type LearnedRow,
  OPERATIONS_OF_A_RUN,
} from './frequencies-document';
import { mergeFrequencies } from './merge-frequencies';

export interface LearnedText {
  readonly file: FileOperations;
  readonly lines: LineIndexOf;
}

/**
 * Frequencies learned from profiles, added to those that are known already; each profile is forgotten before the next is read. `goesOn` is asked after
 * each text: it may give way to other work, or end this.
 */
export async function learnProfiles(
  profiles: AsyncIterable<ProfileDocument>,
  texts: () => Iterable<LearnedText>,
  known: Frequencies | undefined,
  goesOn: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Frequencies | undefined> {
  let all = known;
  for await (const profile of profiles) {
    const operations = countOperations(profile);
    const id = idOf(profile, operations);
    if (operations === 0 || all?.runs.some((run) => run.id === id) === true) continue;
    const bySource = groupBy(profile.classes, placeOfClass);
    const classes = new Map<string, LearnedClass>();
    for (const text of texts()) {
      const own = bySource.get(placeOf(text.file));
      if (own === undefined) continue;
      const learned = new TextLearner(text, profile.keys).learn(own, OPERATIONS_OF_A_RUN / operations);
      for (const [name, each] of learned) classes.set(name, each);
      if (!(await goesOn())) return all;
    }
    if (classes.size === 0) continue;
    const run = { id, date: profile.started.slice(0, 10), operations };
    const learned = { runs: [run], classes };
    all = all === undefined ? learned : mergeFrequencies(all, learned);
  }
  return all;
}

function idOf({ started, classes }: ProfileDocument, operations: number): string {
  return hashText(`${started} ${operations} ${classes.map(({ hash }) => hash).join()}`).slice(0, 12);
}

function countOperations({ classes }: ProfileDocument): number {
  let sum = 0;
  for (const { methods } of classes)
    for (const { operations } of methods) for (const [, , executions] of operations) sum += executions;
  return sum;
}

/** One operation of a bytecode block: how often the block runs it, and how often it ran in all. */
interface Observed {
  readonly block: string;
  readonly executions: number;
  readonly operation: number;
}

interface MemberRuns {
  calls: number | undefined;
  /** Operations that were counted, by line of the present text and operation. */
  readonly observed: Map<string, Observed[]>;
  /** Lines of the present text with lambdas that were never called. */
  readonly idle: Set<number>;
}

type LineMove = (line: number) => number | undefined;

class TextLearner {
  readonly #text: LearnedText;
  readonly #keys: readonly OperationKey[];
  readonly #byKey: ReadonlyMap<string, MemberRecord>;
  /** The innermost member with a body in each line, from 1. */
  readonly #owners: readonly (MemberRecord | undefined)[];
  readonly #gathered = new Map<MemberRecord, MemberRuns>();

  constructor(text: LearnedText, keys: readonly OperationKey[]) {
    this.#text = text;
    this.#keys = keys;
    this.#byKey = new Map(text.file.members.map((member) => [member.key, member]));
    const owners = new Array<MemberRecord | undefined>(text.lines.lineCount + 1).fill(undefined);
    const withText = text.file.members.filter(({ kind }) => kind !== 'implicit');
    for (const member of [...withText].sort((a, b) => b.end - b.start - (a.end - a.start)))
      for (let line = this.#lineAt(member.start); line <= this.#lineAt(member.end); line++)
        owners[line] = member;
    this.#owners = owners;
  }

  learn(classes: readonly ProfiledClass[], scale: number): ReadonlyMap<string, LearnedClass> {
    for (const each of classes) this.#gather(each);
    const learned = new Map<string, { methods: Map<string, LearnedRow>; idle: Set<string> }>();
    for (const [member, gathered] of this.#gathered) {
      const dot = member.key.indexOf('.');
      const [type, name] = [member.key.slice(0, dot), member.key.slice(dot + 1)];
      const own = learned.get(type) ?? { methods: new Map<string, LearnedRow>(), idle: new Set<string>() };
      learned.set(type, own);
      const counts = this.#countsOf(member, gathered);
      const calls = gathered.calls ?? counts.find((count) => count !== undefined);
      if (calls === undefined) continue;
      if (calls === 0) own.idle.add(name);
      else {
        const perCall = counts.map((count) => (count === undefined ? null : count / calls));
        own.methods.set(name, [1, calls * scale, shapesOf(member.operations).join(' '), perCall]);
      }
    }
    return new Map(Array.from(learned, ([name, own]) => [name, { runs: 1, ...own }]));
  }

  #lineAt(offset: number): number {
    return this.#text.lines.lineAt(offset) + 1;
  }

  #gather({ name, methods }: ProfiledClass): void {
    const moves: { readonly first: number; readonly last: number; readonly lineOf: LineMove }[] = [];
    const alone: (readonly [ProfiledMethod, number])[] = [];
    for (const [index, method] of methods.entries()) {
      const member = this.#byKey.get(`${name}.${method.name}${method.descriptor}`);
      if (member === undefined) {
        alone.push([method, index]);
        continue;
      }
      const known = this.#entryOf(member);
      known.calls = (known.calls ?? 0) + method.calls;
      const lineOf = this.#moveOf(method, member);
      const numbers = method.lines.map(([line]) => line);
      if (numbers.length > 0) moves.push({ first: Math.min(...numbers), last: Math.max(...numbers), lineOf });
      this.#observe(method, `${name} ${index}`, lineOf, member);
    }
    // Lambdas and the like move with the method around them.
    for (const [method, index] of alone) {
      const first = method.lines[0]?.[0];
      if (first === undefined) continue;
      const around = moves.find((each) => each.first <= first && first <= each.last);
      const lineOf = around?.lineOf ?? ((line: number): number => line);
      this.#observe(method, `${name} ${index}`, lineOf, undefined);
      if (method.calls === 0) this.#noteIdle(method, lineOf);
    }
  }

  #noteIdle({ lines }: ProfiledMethod, lineOf: LineMove): void {
    for (const [then] of lines) {
      const line = lineOf(then);
      const member = line === undefined ? undefined : this.#owners[line];
      if (line !== undefined && member !== undefined) this.#entryOf(member).idle.add(line);
    }
  }

  #entryOf(member: MemberRecord): MemberRuns {
    const known = this.#gathered.get(member) ?? {
      calls: undefined,
      observed: new Map<string, Observed[]>(),
      idle: new Set<number>(),
    };
    this.#gathered.set(member, known);
    return known;
  }

  #observe(method: ProfiledMethod, id: string, lineOf: LineMove, own: MemberRecord | undefined): void {
    for (const { key, line: then, ...observed } of rowsOf(method, id)) {
      const line = lineOf(then);
      if (line === undefined) continue;
      // Initializers of fields are compiled into constructors.
      const isOwn = own !== undefined && own.kind !== 'implicit' && this.#isWithin(own, line);
      const member = isOwn ? own : (this.#owners[line] ?? own);
      if (member === undefined) continue;
      const operation = this.#keys[key];
      if (operation === undefined) continue;
      const rows = this.#entryOf(member).observed;
      addTo(rows, `${line} ${exactly(operation)}`, observed);
      addTo(rows, `${line} ${roughly(operation)}`, observed);
    }
  }

  #isWithin({ start, end }: MemberRecord, line: number): boolean {
    return this.#lineAt(start) <= line && line <= this.#lineAt(end);
  }

  /** Finds the lines of a method in the present text, by their operations. */
  #moveOf(method: ProfiledMethod, member: MemberRecord): LineMove {
    const then = new Map<number, string[]>();
    for (const { key, line } of rowsOf(method, ''))
      if (line > 0) addTo(then, line, present(this.#keys[key], 'an operation').family);
    const now = new Map<number, string[]>();
    const { sites, keys } = member.operations;
    for (let site = 0; site < countSites(sites); site++)
      addTo(
        now,
        this.#lineAt(member.bodyStart + offsetOf(sites, site)),
        (keys[keyOf(sites, site)] ?? outside(site)).family,
      );
    const numbers = [...then.keys()];
    if (numbers.length === 0) return () => undefined;
    const agreement = (shift: number): number => {
      let [equal, all] = [0, 0];
      for (const [line, families] of then) {
        const there = now.get(line + shift);
        for (const family of families) {
          all++;
          if (there?.includes(family) === true) equal++;
        }
      }
      return equal / all;
    };
    if (agreement(0) >= ENOUGH) return (line) => line;
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const [from, to] = [this.#lineAt(member.start) - first, this.#lineAt(member.end) - last];
    let best = { shift: 0, share: 0 };
    for (let shift = from; shift <= Math.min(to, from + MOST_SHIFTS); shift++) {
      const share = agreement(shift);
      if (share > best.share) best = { shift, share };
    }
    if (best.share >= ENOUGH) return (line) => line + best.shift;
    return alignLines(then, now);
  }

  /** The executions of each block of a member; undefined where the profile does not tell. */
  #countsOf(member: MemberRecord, { observed, idle }: MemberRuns): readonly (number | undefined)[] {
    const { operations, bodyStart } = member;
    const { sites, keys, blocks } = operations;
    const exact = new Map<string, Map<number, number>>();
    const rough = new Map<string, Map<number, number>>();
    for (let site = 0; site < countSites(sites); site++) {
      const key = keys[keyOf(sites, site)] ?? outside(site);
      const line = this.#lineAt(bodyStart + offsetOf(sites, site));
      const block = blockOf(sites, site);
      for (const [groups, id] of [
        [exact, `${line} ${exactly(key)}`],
        [rough, `${line} ${roughly(key)}`],
      ] as const) {
        const group = groups.get(id) ?? new Map<number, number>();
        groups.set(id, group);
        group.set(block, (group.get(block) ?? 0) + 1);
      }
    }
    const counts = new Array<number | undefined>(blocks.length).fill(undefined);
    for (const groups of [exact, rough]) {
      const { sure, shared } = candidatesOf(groups, observed);
      for (const found of [sure, shared])
        for (const [block, values] of found) counts[block] ??= middleOf(values);
    }
    for (const block of this.#idleBlocks(member, idle)) counts[block] ??= 0;
    return counts;
  }

  /** The blocks of lambdas all of whose operations stand on lines with lambdas that were never called. */
  #idleBlocks({ operations, bodyStart }: MemberRecord, idle: ReadonlySet<number>): ReadonlySet<number> {
    const blocks = new Set<number>();
    if (idle.size === 0) return blocks;
    for (const region of regionsWithin(operations.region))
      if (region.kind === 'deferred')
        for (const part of regionsWithin(region)) if (part.kind === 'block') blocks.add(part.block);
    const { sites } = operations;
    for (let site = 0; site < countSites(sites); site++)
      if (!idle.has(this.#lineAt(bodyStart + offsetOf(sites, site)))) blocks.delete(blockOf(sites, site));
    return blocks;
  }
}

/** The share of a method's operations that must stand on the lines where they stood. */
const ENOUGH = 0.6;
const MOST_SHIFTS = 5000;

/** Names of operations of both front ends are the same for the same code. */
function exactly({ name, operands }: OperationKey): string {
  return `= ${name} ${operands.join()}`;
}

function roughly({ family }: OperationKey): string {
  return `~ ${family}`;
}

interface ObservedRow extends Observed {
  readonly key: number;
  readonly line: number;
}

/** The operations of a method in the order of its code; profiles of earlier versions tell no blocks. */
function* rowsOf({ code, blocks, operations }: ProfiledMethod, id: string): Generator<ObservedRow> {
  if (code === undefined) {
    for (const [index, [key, line, executions]] of operations.entries())
      yield { key, line, block: `${id} ${index}`, executions, operation: executions };
    return;
  }
  for (const [block, key, line, count, executed] of code) {
    const executions = at(blocks, block)[3];
    yield { key, line, block: `${id} ${block}`, executions, operation: executed ?? executions * count };
  }
}

/** The lines of a method that was edited: those with the same operations, in their order. */
function alignLines(
  then: ReadonlyMap<number, readonly string[]>,
  now: ReadonlyMap<number, readonly string[]>,
): LineMove {
  const list = (lines: ReadonlyMap<number, readonly string[]>): readonly (readonly [number, string])[] =>
    [...lines]
      .map(([line, families]) => [line, [...new Set(families)].sort().join()] as const)
      .sort(([a], [b]) => a - b);
  const [before, after] = [list(then), list(now)];
  const matched = align(
    before.map(([, shape]) => shape),
    after.map(([, shape]) => shape),
  );
  const moved = new Map<number, number>();
  matched.forEach((index, there) => {
    if (index !== undefined) moved.set(at(before, index)[0], at(after, there)[0]);
  });
  return (line) => moved.get(line);
}

type Candidates = ReadonlyMap<number, readonly number[]>;

/** Executions of blocks by each of their operations: sure ones, and those that several blocks share. */
function candidatesOf(
  groups: ReadonlyMap<string, ReadonlyMap<number, number>>,
  observed: ReadonlyMap<string, readonly Observed[]>,
): { readonly sure: Candidates; readonly shared: Candidates } {
  const [sure, shared] = [new Map<number, number[]>(), new Map<number, number[]>()];
  for (const [id, group] of groups) {
    const rows = observed.get(id);
    if (rows === undefined) continue;
    const total = rows.reduce((sum, { operation }) => sum + operation, 0);
    const [only, ...others] = group;
    if (only !== undefined && others.length === 0) {
      addTo(sure, only[0], total / only[1]);
      continue;
    }
    const compiled = new Map(rows.map(({ block, executions }) => [block, executions]));
    const sites = [...group.values()].reduce((sum, count) => sum + count, 0);
    const inOrder = compiled.size === group.size ? [...compiled.values()] : undefined;
    [...group.keys()].forEach((block, index) => {
      if (inOrder === undefined) addTo(shared, block, total / sites);
      else addTo(sure, block, at(inOrder, index));
    });
  }
  return { sure, shared };
}

/** The median of those above zero: an operation that another line was compiled to seems not to have run. */
function middleOf(values: readonly number[]): number {
  const above = values.filter((value) => value > 0).sort((a, b) => a - b);
  return above.length === 0 ? 0 : at(above, above.length >> 1);
}
