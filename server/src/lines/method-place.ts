/**
 * The place of a profile's method in a text as it is now; that text need not be the one that ran.
 *
 * Sits in `lines/`. Commands that go from a comparison to code use it.
 */
import { hashLines, readHashes } from '../base/line-hashes';
import type { MethodName } from '../base/method-name';
import { matchLines } from '../recordings/place/match-lines';
import type { ProfileDocument, RanSource } from '../profile/document/profile-document';
import { placeOfClass } from './source-lines';

export interface RanMethodPlace {
  /** The path of its source file, with its package as folders: `com/example/Grid.java`. */
  readonly source: string;
  /** Counts from 1, in the text that ran: the first that ran of it, unless another was asked for. */
  readonly line: number;
  /** The text that ran, where the profile kept its checksums. */
  readonly ran: RanSource | undefined;
}

/** Undefined where nothing of it was counted, as of libraries. */
export function findMethod(
  profile: ProfileDocument,
  { class: owner, name, descriptor }: MethodName,
  line: number,
): RanMethodPlace | undefined {
  const found = profile.classes.find((each) => each.name === owner.replaceAll('.', '/'));
  const method = found?.methods.find(
    (each) => each.name === name && (descriptor === '' || each.descriptor === descriptor),
  );
  if (found === undefined || method === undefined) return undefined;
  const first = Math.min(...method.lines.map(([each]) => each));
  const source = placeOfClass(found);
  return {
    source,
    line: line > 0 ? line : Number.isFinite(first) ? first : 1,
    ran: profile.sources?.find(({ path }) => path === source),
  };
}

export interface LineNow {
  /** Counts from 1; undefined where it has no place any more. */
  readonly line: number | undefined;
  /** True if the text is the one that ran; undefined if the profile does not say what ran. */
  readonly isAsRan: boolean | undefined;
}

export function findLineNow({ line, ran }: RanMethodPlace, text: string): LineNow {
  if (ran === undefined) return { line, isAsRan: undefined };
  const hashes = hashLines(text);
  if (hashes === ran.lines) return { line, isAsRan: true };
  const shift = matchLines(readHashes(ran.lines), readHashes(hashes)).shiftOf(line, line);
  return { line: shift === undefined ? undefined : line + shift, isAsRan: false };
}
