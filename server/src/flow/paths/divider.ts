/**
 * The state that the rules for single constructs share while one body is divided.
 *
 * Sits in `flow/`. `source-blocks.ts` makes the one divider there is; the
 * files beside it hold its rules and call one another through it.
 */
import type { BlockStatement, Span, Statement, SwitchBody } from '../../java/syntax/ast';
import type { Typing } from '../../java/typing/typing';
import type { BranchTyping } from '../source/branch-chances';
import type { FormulaReader } from '../source/read-formulas';
import type { BodyPart } from '../source/parts';
import type { BlockKind, FrequencyAssumptions, Region, BlockTable } from '../source/region';

/** The targets that an enclosing statement offers to jumps inside it. */
interface EnclosingStatement {
  readonly label?: string;
  /** Absent for labeled statements that unlabeled jumps pass by. */
  readonly breakTarget?: object;
  readonly continueTarget?: object;
  /** The target of `break label`, for a labeled statement. */
  readonly labelTarget?: object;
  readonly yieldTarget?: object;
  /** The rounds that a loop makes unless it is left early. */
  readonly trips?: number;
}

export type Frames = readonly EnclosingStatement[];

export interface Divider {
  readonly table: BlockTable;
  readonly typing: BranchTyping | undefined;
  readonly assumptions: FrequencyAssumptions;
  /** Knows what other members may tell of loops; absent where nobody asks. */
  readonly formulas: FormulaReader | undefined;
  /** Knows the constants that loop bounds may be. */
  bounds(): Pick<Typing, 'constantOf'> | undefined;
  statement(statement: Statement, frames: Frames): BodyPart;
  /** `end` is where the list's own text ends. */
  statements(statements: readonly Statement[], end: number, frames: Frames): BodyPart;
  /** A body that ends in a return of its own, written or not. */
  callable(body: BlockStatement): Region;
  switchExpression(body: SwitchBody): Region;
  /** A block that no node of its own enters. */
  openEnd(node: Span, range: Span, kind: BlockKind, name: string): Region;
}

export function targetOfBreak(label: string | undefined, frames: Frames): object | undefined {
  if (label !== undefined) return frames.findLast((frame) => frame.label === label)?.labelTarget;
  return frames.findLast((frame) => frame.breakTarget !== undefined)?.breakTarget;
}

/** The label's own target; the loop that it labels ends its round there. */
export function targetOfContinue(label: string | undefined, frames: Frames): object | undefined {
  if (label !== undefined) return frames.findLast((frame) => frame.label === label)?.continueTarget;
  return frames.findLast((frame) => frame.continueTarget !== undefined && frame.breakTarget !== undefined)
    ?.continueTarget;
}

/** The number of times that the loops around a place make it run. */
export function tripsAround(frames: Frames): number {
  return frames.reduce((trips, frame) => trips * Math.max(1, frame.trips ?? 1), 1);
}
