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
  /**
   * The verb and its objects for people who read Java: `adds {all}`. `{all}` stands for the operands, `{one}` and `{two}`
   * for the first and the second, `{list}` for the types of all.
   */
  readonly words: string;
  readonly group: OperationGroup;
  readonly paperGroup: PaperGroup;
}

/** Rows of one group share all but a few columns. */
export function familyRows(
  group: OperationGroup,
  paperGroup: PaperGroup,
  rows: readonly (readonly [family: string, template: string, words: string])[],
): readonly OperationFamily[] {
  return rows.map(([family, template, words]) => ({ family, template, words, group, paperGroup }));
}
