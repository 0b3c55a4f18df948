/**
 * Tells whether methods that were counted are those of the text: their code lies on the lines of the method, and what
 * ran on a line stands there.
 *
 * Sits in `lines/`, under `counted-file.ts`. Classes may be older than the text, whatever started the program: their
 * counts would color wrong lines.
 */
import { at } from '../base/check';
import type { LineIndexOf } from '../base/line-index';
import type { MemberRecord } from '../analysis/file-operations';
import type { OperationKey } from '../operations/catalogue/operation';
import { INSTRUCTION, PER_ELEMENT } from '../operations/catalogue/instruction-keys';
import { countSites, keyOf, offsetOf } from '../operations/catalogue/site-table';
import { NOT_COUNTED } from '../profile/account/called-lines';
import type { ProfiledMethod } from '../profile/document/profile-document';

interface CountedMember {
  readonly member: MemberRecord;
  readonly methods: readonly ProfiledMethod[];
  /**
   * True if a class of the methods was older than its source: then all that ran must stand in the text. Of other
   * classes it must stand nowhere better, and half of it must stand there, since javac adds operations of its own.
   */
  readonly isOlder: boolean;
}

export function fitsText(
  { member, methods, isOlder }: CountedMember,
  lines: LineIndexOf,
  keys: readonly OperationKey[],
): boolean {
  const [first, last] = [lines.lineAt(member.start) + 1, lines.lineAt(member.end) + 1];
  const isWithin = (line: number): boolean => line >= first && line <= last;
  // Constructors also run the initializers of fields, which lie elsewhere.
  const own = methods.filter(({ name, descriptor }) => member.key.endsWith(`.${name}${descriptor}`));
  if (member.kind === 'method' && !own.every((method) => method.lines.every(([line]) => isWithin(line))))
    return false;
  const counted = listCounted(methods, keys, isWithin);
  const written = listWritten(member, lines);
  if (isOlder) {
    // A line that ran and has operations in the text alone is another one.
    const ran = new Set(counted.map(({ line }) => line));
    return (
      share(counted, written) === 1 &&
      methods.every((method) =>
        method.lines.every(([line, executions]) => executions === 0 || !written.has(line) || ran.has(line)),
      )
    );
  }
  // Constructors and initializers hold parts of other lines, and of classes that javac makes.
  if (member.kind !== 'method') return true;
  const here = share(counted, written);
  if (here < 0.5) return false;
  if (counted.some(({ line, kind, group }) => group === 'arithmetic' && !written.get(line)?.has(kind)))
    return false;
  return here === 1 || SHIFTS.every((shift) => share(counted, written, shift) <= here);
}

/** Lines by which an edit above may have moved a method's text. */
const SHIFTS = Array.from({ length: 2 * 10 }, (_, index) => (index < 10 ? index - 10 : index - 9));

interface Counted {
  readonly line: number;
  readonly kind: string;
  readonly group: OperationKey['group'];
}

/** The kinds of operations that the methods executed within the member, by line from 1. */
function listCounted(
  methods: readonly ProfiledMethod[],
  keys: readonly OperationKey[],
  isWithin: (line: number) => boolean,
): readonly Counted[] {
  return methods.flatMap(({ operations }) =>
    operations.flatMap(([index, line, executions]): readonly Counted[] => {
      const key = at(keys, index);
      const kind = kindOf(key);
      return kind === '' || executions === 0 || !isWithin(line) ? [] : [{ line, kind, group: key.group }];
    }),
  );
}

/** The kinds of operations that stand in the member's text, by line from 1. */
function listWritten(
  { bodyStart, operations: { keys, sites } }: MemberRecord,
  lines: LineIndexOf,
): ReadonlyMap<number, ReadonlySet<string>> {
  const written = new Map<number, Set<string>>();
  for (let site = 0; site < countSites(sites); site++) {
    const kind = kindOf(at(keys, keyOf(sites, site)));
    const line = lines.lineAt(bodyStart + offsetOf(sites, site)) + 1;
    if (kind !== '') written.set(line, (written.get(line) ?? new Set()).add(kind));
  }
  return written;
}

/** The share of what ran that stands in the text, were it moved by some lines. */
function share(
  counted: readonly Counted[],
  written: ReadonlyMap<number, ReadonlySet<string>>,
  shift = 0,
): number {
  const found = counted.filter(({ line, kind }) => written.get(line + shift)?.has(kind) === true);
  return counted.length === 0 ? 1 : found.length / counted.length;
}

/** Families that no text has. */
const NOT_WRITTEN: readonly string[] = [NOT_COUNTED, INSTRUCTION, PER_ELEMENT];

/** The part of an operation's key that sources and class files agree on; empty if they may differ. */
function kindOf({ name, family, group }: OperationKey): string {
  if (NOT_WRITTEN.includes(family) || /^(?:BlockGoto|Return|Parameter|NewObject)/.test(name)) return '';
  return group === 'boolean' ? group : family;
}
