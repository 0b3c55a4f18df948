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
import { countSites, keyOf, offsetOf } from '../operations/catalogue/site-table';
import { NOT_COUNTED } from '../profile/account/called-lines';
import type { ProfiledMethod } from '../profile/document/profile-document';

interface CountedMember {
  readonly member: MemberRecord;
  readonly methods: readonly ProfiledMethod[];
  /** True if a class of the methods was older than its source. Of other classes only the lines are looked at. */
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
  return !isOlder || stands(methods, member, { lines, keys, isWithin });
}

interface ComparedText {
  readonly lines: LineIndexOf;
  readonly keys: readonly OperationKey[];
  readonly isWithin: (line: number) => boolean;
}

/** True if all that the methods executed within the member stands in its text, line by line. */
function stands(
  methods: readonly ProfiledMethod[],
  { bodyStart, operations: { keys: known, sites } }: MemberRecord,
  { lines, keys, isWithin }: ComparedText,
): boolean {
  const written = new Map<number, Set<string>>();
  for (let site = 0; site < countSites(sites); site++) {
    const kind = kindOf(at(known, keyOf(sites, site)));
    const line = lines.lineAt(bodyStart + offsetOf(sites, site)) + 1;
    if (kind !== '') written.set(line, (written.get(line) ?? new Set()).add(kind));
  }
  const ran = new Set<number>();
  for (const { operations } of methods)
    for (const [key, line, executions] of operations) {
      const kind = kindOf(at(keys, key));
      if (kind === '' || executions === 0 || !isWithin(line)) continue;
      if (written.get(line)?.has(kind) !== true) return false;
      ran.add(line);
    }
  // A line that ran and has operations in the text alone is another one.
  return methods.every((method) =>
    method.lines.every(([line, executions]) => executions === 0 || !written.has(line) || ran.has(line)),
  );
}

/** The part of an operation's key that sources and class files agree on; empty if they may differ. */
function kindOf({ name, family, group }: OperationKey): string {
  if (family === NOT_COUNTED || /^(?:BlockGoto|Return|Parameter|NewObject)/.test(name)) return '';
  return group === 'boolean' ? group : family;
}
