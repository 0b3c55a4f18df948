/**
 * Which of the eight classes of figure 4 of Li and Gallagher an operation
 * belongs to.
 *
 * Sits in `operations/`. The catalogue says it of each family; what is none of
 * its families (JVM instructions, elements of a size) goes with its group.
 */
import { CATALOGUE, findFamily } from './catalogue';
import type { PaperGroup } from './family';
import type { OperationKey } from './operation';

/** In the order in which a bar stacks them. */
export const PAPER_GROUPS: readonly PaperGroup[] = [
  'Control Ops',
  'Function Ops',
  'Boolean Ops',
  'Arithmetic Ops',
  'Assignments',
  'Array Reference',
  'Field Reference',
  'Lib Functions',
];

export function paperGroupOf({ family, group }: OperationKey): PaperGroup {
  const known = findFamily(family) ?? CATALOGUE.find((each) => each.group === group);
  return known?.paperGroup ?? 'Lib Functions';
}
