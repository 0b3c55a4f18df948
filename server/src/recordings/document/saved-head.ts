/**
 * The beginning of a saved file, from which a large one is listed: who parsed all of it would keep everything else
 * waiting.
 *
 * Sits in `recordings/`, beside `saved-profile.ts`. Jouleline writes what tells of a run before its counts.
 */
import * as v from 'valibot';
import { isRecord, parseJson, readShape, type Described } from '../../base/shapes';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import { PROFILE_FORMAT, profileSchema } from '../../profile/document/profile-document';
import { sourceSchema } from '../model/imported-profile';
import { IMPORT_FORMAT } from './import-document';

const { started, program, counting, measurement } = profileSchema.entries;
const profileHeadSchema = v.object({ started, program, counting, measurement });
export type ProfileHead = Described<typeof profileHeadSchema>;

const importHeadSchema = v.object({ source: sourceSchema });

export type SavedHead =
  | { readonly kind: 'counted'; readonly head: ProfileHead }
  /** The recordings that the beginning has. */
  | { readonly kind: 'import'; readonly sources: readonly Described<typeof sourceSchema>[] };

/** Reads a head from the beginning of the text of a file. */
export function readSavedHead(beginning: string): Outcome<SavedHead> {
  const parsed = parseJson(closeJson(beginning));
  const value = parsed.ok ? parsed.value : undefined;
  if (isRecord(value) && value['format'] === PROFILE_FORMAT) {
    const head = readShape(profileHeadSchema, value);
    return head.ok ? succeed({ kind: 'counted', head: head.value }) : head;
  }
  const recordings = isRecord(value) && value['format'] === IMPORT_FORMAT ? value['recordings'] : undefined;
  const sources = (Array.isArray(recordings) ? recordings : []).flatMap((recording: unknown) => {
    const read = readShape(importHeadSchema, recording);
    return read.ok ? [read.value.source] : [];
  });
  if (sources.length > 0) return succeed({ kind: 'import', sources });
  return failAt('does not begin as a profile or an import does that Jouleline wrote');
}

/** A JSON text that was cut off, without what is incomplete, and with all that is open closed. */
function closeJson(text: string): string {
  let end = text.length;
  eachMark(text, (mark, at) => {
    if (mark === ',') end = at;
  });
  const open: string[] = [];
  eachMark(text.slice(0, end), (mark) => {
    if (mark === '{') open.push('}');
    else if (mark === '[') open.push(']');
    else if (mark !== ',') open.pop();
  });
  return text.slice(0, end) + open.reverse().join('');
}

/** Calls back for each brace, bracket and comma outside of texts. */
function eachMark(text: string, onMark: (mark: string, at: number) => void): void {
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],]/gs))
    if (!mark.startsWith('"')) onMark(mark, index);
}
