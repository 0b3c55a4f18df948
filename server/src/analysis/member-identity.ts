/**
 * Names results by their content: equal identities have equal operations in
 * every process, whatever text they were made of.
 *
 * Sits in `analysis/`: a thread that holds a result by its identity need not be
 * sent it, nor model its energy, again.
 */
import type { MemberOperations } from '../operations/catalogue/operation';
import type { MemberAnalysis } from './analyze-member';
import { createHasher, type Hasher } from '../base/hash';
import { packRegion } from './packed-region';

export function identityOf({ key, name, className, kind, operations, problems }: MemberAnalysis): string {
  const hasher = createHasher();
  for (const text of [key, name, className, kind]) hasher.addText(text);
  addOperations(hasher, operations);
  for (const { severity, message, start, end } of problems) {
    hasher.addText(severity);
    hasher.addText(message);
    hasher.addNumber(start);
    hasher.addNumber(end);
  }
  return hasher.digest();
}

/** Lists begin with their lengths, so that no two members run into the same sequence. */
function addOperations(hasher: Hasher, { keys, sites, callees, blocks, region }: MemberOperations): void {
  hasher.addNumber(keys.length);
  for (const { name, family, group, operands, size } of keys) {
    for (const text of [name, family, group, size]) hasher.addText(text);
    hasher.addNumber(operands.length);
    for (const operand of operands) hasher.addText(operand);
  }
  hasher.addNumber(sites.length);
  for (const cell of sites) hasher.addNumber(cell);
  hasher.addNumber(callees.length);
  for (const callee of callees) hasher.addText(callee);
  hasher.addNumber(blocks.length);
  for (const { id, name, kind, start, end } of blocks) {
    hasher.addText(name);
    hasher.addText(kind);
    for (const number of [id, start, end]) hasher.addNumber(number);
  }
  packRegion(region, { whole: hasher.addNumber, fraction: hasher.addNumber });
}
