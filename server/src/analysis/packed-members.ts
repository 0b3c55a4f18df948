/**
 * Members with their operations as a few arrays of numbers and a list of texts:
 * in this form they cross threads, and are stored.
 *
 * Sits in `analysis/`. Arrays of numbers are handed over between threads
 * without copying, and each text is there once, where a copy of the objects
 * would name the same operation for every member. Unpacked members share the
 * array of their sites with the pack.
 */
import type { Block } from '../flow/source/region';
import { internKey, internText } from '../operations/catalogue/site-table';
import type { MemberOperations, OperationKey } from '../operations/catalogue/operation';
import { withDefined } from '../base/check';
import type { CallFacts, LocatedProblem, MemberRecord } from './file-operations';
import { packRegion, unpackRegion } from './packed-region';

export interface PackedMembers {
  readonly numbers: Int32Array;
  readonly fractions: Float64Array;
  /** A JSON array: one long text crosses threads many times as fast as thousands of short ones. */
  readonly texts: string;
}

export function packMembers(members: readonly MemberRecord[]): PackedMembers {
  const writer = createWriter();
  writer.whole(members.length);
  for (const member of members) packMember(member, writer);
  return writer.finish();
}

export function unpackMembers(packed: PackedMembers): readonly MemberRecord[] {
  const reader = createReader(packed);
  return reader.list(() => unpackMember(reader));
}

function packMember(member: MemberRecord, writer: Writer): void {
  for (const text of [member.identity, member.key, member.name, member.className, member.kind])
    writer.text(text);
  for (const place of [member.nameStart, member.start, member.end, member.bodyStart]) writer.whole(place);
  packProblems(member.problems, writer);
  const { supertypes = [], overrides = '', reach = '', values = [] } = member.facts ?? {};
  writer.text(reach);
  writer.text(overrides);
  writer.text(supertypes.join(' '));
  writer.whole(values.length);
  for (const value of values) writer.text(value);
  const { keys, callees, blocks, region, sites } = member.operations;
  writer.whole(keys.length);
  for (const key of keys) writer.key(key);
  writer.whole(callees.length);
  for (const callee of callees) writer.text(callee);
  writer.whole(blocks.length);
  for (const { name, kind, start, end } of blocks) {
    writer.text(name);
    writer.text(kind);
    writer.whole(start);
    writer.whole(end);
  }
  packRegion(region, writer);
  writer.wholes(sites);
}

function unpackMember(reader: MemberReader): MemberRecord {
  const identity = reader.text();
  const key = reader.sharedText();
  const name = reader.text();
  const className = reader.sharedText();
  const kind = reader.text() as MemberRecord['kind'];
  const [nameStart, start, end, bodyStart] = [reader.whole(), reader.whole(), reader.whole(), reader.whole()];
  const problems = unpackProblems(reader);
  const reach = reader.text() as CallFacts['reach'] | '';
  const overrides = reader.sharedText();
  const supertypes = reader.words();
  const values = reader.list(reader.text);
  const keys = reader.list(reader.key);
  const callees = reader.list(reader.sharedText);
  const blocks = reader.list((id): Block => ({
    id,
    name: reader.sharedText(),
    kind: reader.sharedText() as Block['kind'],
    start: reader.whole(),
    end: reader.whole(),
  }));
  const region = unpackRegion(reader);
  const operations: MemberOperations = { keys, sites: reader.wholes(), callees, blocks, region };
  const place = { nameStart, start, end, bodyStart };
  const facts = reach === '' ? undefined : { supertypes, overrides, reach, values };
  return {
    ...{ identity, key, name, className, kind, operations, problems, ...place },
    ...withDefined({ facts }),
  };
}

function packProblems(problems: readonly LocatedProblem[], writer: Writer): void {
  writer.whole(problems.length);
  for (const { severity, message, start, end } of problems) {
    writer.text(severity);
    writer.text(message);
    writer.whole(start);
    writer.whole(end);
  }
}

function unpackProblems(reader: MemberReader): readonly LocatedProblem[] {
  return reader.list(() => ({
    severity: reader.text() as LocatedProblem['severity'],
    message: reader.text(),
    start: reader.whole(),
    end: reader.whole(),
  }));
}

interface Writer {
  whole(value: number): void;
  wholes(values: Int32Array): void;
  fraction(value: number): void;
  text(text: string): void;
  key(key: OperationKey): void;
  finish(): PackedMembers;
}

function createWriter(): Writer {
  let numbers = new Int32Array(4096);
  let length = 0;
  const fractions: number[] = [];
  const texts: string[] = [];
  const textIds = new Map<string, number>();
  const keyIds = new Map<OperationKey, number>();

  function reserve(cells: number): void {
    if (length + cells <= numbers.length) return;
    const larger = new Int32Array(Math.max(2 * numbers.length, length + cells));
    larger.set(numbers);
    numbers = larger;
  }

  const writer: Writer = {
    whole(value) {
      reserve(1);
      numbers[length++] = value;
    },
    wholes(values) {
      writer.whole(values.length);
      reserve(values.length);
      numbers.set(values, length);
      length += values.length;
    },
    fraction(value) {
      fractions.push(value);
    },
    text(text) {
      let id = textIds.get(text);
      if (id === undefined) {
        id = texts.push(text) - 1;
        textIds.set(text, id);
      }
      writer.whole(id);
    },
    /** Whole where it comes first, by number after that. */
    key(key) {
      const id = keyIds.get(key);
      writer.whole(id ?? keyIds.size);
      if (id !== undefined) return;
      keyIds.set(key, keyIds.size);
      for (const text of [key.name, key.family, key.group, key.size]) writer.text(text);
      writer.whole(key.operands.length);
      for (const operand of key.operands) writer.text(operand);
    },
    finish: () => ({
      numbers: numbers.slice(0, length),
      fractions: Float64Array.from(fractions),
      texts: JSON.stringify(texts),
    }),
  };
  return writer;
}

interface MemberReader {
  readonly whole: () => number;
  readonly wholes: () => Int32Array;
  readonly fraction: () => number;
  readonly text: () => string;
  /** One that other members name as well. */
  readonly sharedText: () => string;
  /** The words of a text: one list for all members that have the same. */
  readonly words: () => readonly string[];
  readonly key: () => OperationKey;
  /** Reads a list: its length, then its items. */
  readonly list: <T>(item: (index: number) => T) => readonly T[];
}

function createReader({ numbers, fractions, texts: json }: PackedMembers): MemberReader {
  const texts = JSON.parse(json) as readonly string[];
  let at = 0;
  let fractionAt = 0;
  const keys: OperationKey[] = [];
  const lists = new Map<string, readonly string[]>();
  const whole = (): number => numbers[at++] ?? 0;
  const text = (): string => texts[whole()] ?? '';
  const list: MemberReader['list'] = (item) => {
    const length = whole();
    const items: ReturnType<typeof item>[] = [];
    for (let index = 0; index < length && at <= numbers.length; index++) items.push(item(index));
    return items;
  };
  return {
    whole,
    text,
    sharedText: () => internText(text()),
    words: () => {
      const joined = text();
      const list = lists.get(joined) ?? (joined === '' ? [] : joined.split(' ').map(internText));
      lists.set(joined, list);
      return list;
    },
    list,
    fraction: () => fractions[fractionAt++] ?? 0,
    wholes: () => {
      const length = whole();
      at += length;
      return numbers.subarray(at - length, at);
    },
    key: () => {
      const id = whole();
      return (keys[id] ??= internKey({
        name: text(),
        family: text(),
        group: text() as OperationKey['group'],
        size: text() as OperationKey['size'],
        operands: list(text),
      }));
    },
  };
}
