/**
 * Puts a file's members together from the pieces that a worker sends.
 *
 * Sits in `threads/`, on the main thread's side.
 */
import type { MemberRecord } from '../analysis/file-operations';
import { unpackMembers } from '../analysis/packed-members';
import { PLACE_CELLS, type WorkerAnswer } from './messages';

export type PartialAnswer = Extract<WorkerAnswer, { kind: 'partial' }>;

/**
 * Joins the pieces to the members, in the order of the text. `known` are the members that the request named, in its
 * order.
 */
export function joinPieces(
  pieces: readonly PartialAnswer[],
  known: readonly MemberRecord[],
): readonly MemberRecord[] {
  return pieces.flatMap(({ members, places }) => {
    const sent = unpackMembers(members).values();
    return Array.from({ length: places.length / PLACE_CELLS }, (_, row): MemberRecord => {
      const at = row * PLACE_CELLS;
      const [index = -1, nameStart = 0, start = 0, end = 0, bodyStart = 0] = places.subarray(
        at,
        at + PLACE_CELLS,
      );
      const member = index < 0 ? sent.next().value : known[index];
      if (member === undefined) throw new Error(`the worker named member ${index}, which was not sent`);
      return index < 0 ? member : moveMember(member, nameStart, start, end, bodyStart);
    });
  });
}

function moveMember(
  member: MemberRecord,
  nameStart: number,
  start: number,
  end: number,
  bodyStart: number,
): MemberRecord {
  if (
    member.nameStart === nameStart &&
    member.start === start &&
    member.end === end &&
    member.bodyStart === bodyStart
  )
    return member;
  return { ...member, nameStart, start, end, bodyStart };
}
