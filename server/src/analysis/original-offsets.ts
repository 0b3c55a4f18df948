/**
 * Takes results over decoded text back to the text that the user sees, for
 * files with unicode escapes (JLS 3.3). Sits in `analysis/`.
 */
import type { DecodedText } from '../java/text/unicode-escapes';
import type { MemberOperations } from '../operations/catalogue/operation';
import { mapOffsets } from '../operations/catalogue/site-table';
import type { Offset } from '../base/units';
import type { LocatedProblem } from './file-operations';

/** Offsets relative to `bodyStart` in the decoded text become ones relative to the same body in the original. */
export function mapOperations(
  operations: MemberOperations,
  decoded: DecodedText,
  bodyStart: Offset,
): MemberOperations {
  const map = relativeMap(decoded, bodyStart);
  return {
    ...operations,
    sites: mapOffsets(operations.sites, map),
    blocks: operations.blocks.map((block) => ({ ...block, start: map(block.start), end: map(block.end) })),
  };
}

export function mapProblems(
  problems: readonly LocatedProblem[],
  decoded: DecodedText,
  bodyStart: Offset,
): readonly LocatedProblem[] {
  const map = relativeMap(decoded, bodyStart);
  return problems.map((problem) => ({ ...problem, start: map(problem.start), end: map(problem.end) }));
}

function relativeMap(decoded: DecodedText, bodyStart: Offset): (offset: Offset) => Offset {
  const originalStart = decoded.toOriginal(bodyStart);
  return (offset) => decoded.toOriginal(bodyStart + offset) - originalStart;
}
