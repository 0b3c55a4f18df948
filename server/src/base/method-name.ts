/** How a method is named: by its class, name and descriptor. Sits in `base/`. */

/**
 * Calling context trees as rows of numbers; `context-builder.ts` makes them.
 *
 * Sits at the bottom of `base/`. A context is a path of methods from the root
 * (Ammons, Ball and Larus, PLDI 1997): calls along the same path are one row,
 * and a method that is called while it runs folds onto the row it already has
 * ("DiffProf", section 3.3). Rows are in preorder: what lies below a row follows
 * it directly, and row 0 is the root, which is no method.
 */

/** A method by the names that two programs share. */
export interface MethodName {
  /** Binary name with dots; empty where a recording does not say. */
  readonly class: string;
  readonly name: string;
  /** Empty where a recording does not say. */
  readonly descriptor: string;
}
