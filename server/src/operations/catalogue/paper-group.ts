/**
 * Tells which of the eight classes of figure 4 of Li and Gallagher an operation belongs to. Sits in
 * `operations/`. The catalogue gives the class of each family. Other operations (JVM instructions,
 * elements of a size) follow their group.
 */
import { CATALOGUE, findFamily } from './catalogue';
import type { PaperGroup } from './family';
import type { OperationKey } from './operation';

/** The groups in the order in which a bar stacks them. */
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
