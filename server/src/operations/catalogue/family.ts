/**
 * The catalogue's entry for one family of operations.
 *
 * Sits in `operations/`; the entries stand in `catalogue-*.ts`, together in
 * `catalogue.ts`, and are printed to docs/reference/operations.md.
 */
import type { OperationGroup } from './operation';

/**
 * The eight classes of figure 4 of Li and Gallagher. Section 6.2 defines the
 * first five; the other three are the names that sections 6.2 and 6.3 use for
 * what else a block spends energy on.
 */
export type PaperGroup =
  | 'Control Ops'
  | 'Function Ops'
  | 'Boolean Ops'
  | 'Arithmetic Ops'
  | 'Lib Functions'
  | 'Assignments'
  | 'Array Reference'
  | 'Field Reference';

export interface OperationFamily {
  readonly family: string;
  /** Its operations' names; `T` stands for an operand type. */
  readonly template: string;
  readonly group: OperationGroup;
  readonly paperGroup: PaperGroup;
  /** The place in the source that identifies the operation, as in table 1 of the paper. */
  readonly identified: string;
  /** The meaning of its operand types, in words. */
  readonly operands: string;
  /** The meaning of its size class, in words. */
  readonly size: string;
  /** The instructions that javac makes of it. */
  readonly bytecode: string;
}

/** Rows of one group share all but a few columns. */
export function familyRows(
  shared: Pick<OperationFamily, 'group' | 'paperGroup' | 'operands' | 'size'>,
  rows: readonly (readonly [family: string, template: string, identified: string, bytecode: string])[],
): readonly OperationFamily[] {
  return rows.map(([family, template, identified, bytecode]) => ({
    ...shared,
    family,
    template,
    identified,
    bytecode,
  }));
}
