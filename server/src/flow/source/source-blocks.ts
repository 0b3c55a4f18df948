/**
 * Divides one body into basic blocks and says how they follow one another.
 *
 * Sits in `flow/`: made from `java/`'s trees, read by `operations/` and
 * `cost/`. Blocks as in Li and Gallagher, section 4.1 and figure 1: sequences
 * without loops or branches, a `for` header as three blocks, a `while` header
 * as one. The condition of an `if` and the selector of a `switch` run with the
 * statements before them, and so lie in their block. How often each block runs
 * is left to `frequencies.ts`.
 */
import type {
  BlockStatement,
  BodyRoot,
  Span,
  Statement,
  SwitchBody,
  TryStatement,
} from '../../java/syntax/ast';
import type { ConstantTyping } from '../../java/typing/typing';
import { DEFAULT_ASSUMPTIONS, CHANCES } from './assumptions';
import { chanceOfThen, type BranchTyping } from './branch-chances';
import { targetOfBreak, targetOfContinue, tripsAround, type Divider, type Frames } from '../paths/divider';
import { divideAll, divideExpression } from './expression-blocks';
import { divideDo, divideFor, divideForEach, divideLabeled, divideWhile } from './loop-blocks';
import type { FormulaReader } from './read-formulas';
import {
  abrupt,
  addJumps,
  completing,
  inSequence,
  perhaps,
  sequenceOf,
  type BodyPart,
  NOTHING,
} from './parts';
import {
  type BlockKind,
  type FrequencyAssumptions,
  type MemberBlocks,
  type Region,
  createBlockTable,
} from './region';
import { withSteadyLocals } from './steady-locals';
import { divideSwitchExpression, divideSwitchStatement } from './switch-blocks';
import { initializersOf } from './syntax-children';

interface DivisionOptions {
  readonly assumptions?: FrequencyAssumptions;
  /** Makes constant conditions and trip counts exact. */
  readonly typing?: BranchTyping;
  /** Knows what other members may tell of loops. */
  readonly formulas?: FormulaReader;
}

export interface SourceBlocks extends MemberBlocks {
  /** The block that is entered when a walk reaches a node: a statement, an expression, a switch case or a catch clause. */
  readonly blockAt: ReadonlyMap<Span, number>;
  /** The block that a body's end lies in, where less control reaches it than its last statement; of `assert`, what its failure runs. */
  readonly blockAtEnd: ReadonlyMap<Span, number>;
}

export function divideIntoBlocks(root: BodyRoot, options: DivisionOptions = {}): SourceBlocks {
  const divider = new BodyDivider(root, options);
  const region = divideRoot(root, divider);
  const { table, blockAtEnd } = divider;
  return { blocks: table.blocks, region, blockAt: table.blockAt, blockAtEnd };
}

function divideRoot(root: BodyRoot, divider: Divider): Region {
  const { table } = divider;
  switch (root.kind) {
    case 'statements':
      return sequenceOf([table.open(root.block, 'entry', 'entry'), divider.callable(root.block)]);
    case 'value':
      return sequenceOf([
        table.open(root.expression, 'entry', 'entry'),
        ...divideExpression(root.expression, divider),
      ]);
    case 'arguments': {
      const [first] = root.arguments;
      const span = { start: first?.start ?? 0, end: root.arguments.at(-1)?.end ?? 0 };
      return sequenceOf([
        table.open(first ?? span, 'entry', 'entry', span),
        ...divideAll(root.arguments, divider),
      ]);
    }
  }
}

/** The divider of one body. The rules for single statements stand beside it; it calls them, and they call it. */
class BodyDivider implements Divider {
  readonly table = createBlockTable();
  readonly blockAtEnd = new Map<Span, number>();
  readonly typing: BranchTyping | undefined;
  readonly assumptions: FrequencyAssumptions;
  readonly formulas: FormulaReader | undefined;
  readonly #root: BodyRoot;
  #steady: ConstantTyping | undefined;

  constructor(root: BodyRoot, { typing, formulas, assumptions = DEFAULT_ASSUMPTIONS }: DivisionOptions) {
    this.#root = root;
    this.typing = typing;
    this.assumptions = assumptions;
    this.formulas = formulas;
  }

  /** Finds the steady locals at the first counting loop: most members have none. */
  bounds(): ConstantTyping | undefined {
    if (this.typing !== undefined) this.#steady ??= withSteadyLocals(this.#root, this.typing);
    return this.#steady;
  }

  callable(body: BlockStatement): Region {
    const part = this.statements(body.statements, body.end, []);
    if (part.divides === undefined || part.completes === 0 || part.completes === 1) return part.region;
    const range = { start: Math.max(body.start, body.end - 1), end: body.end };
    const end = this.openEnd(body, range, 'sequence', `${part.divides}.after`);
    return sequenceOf([part.region, perhaps(end, part.completes, 'heuristic')]);
  }

  openEnd(node: Span, range: Span, kind: BlockKind, name: string): Region {
    this.blockAtEnd.set(node, this.table.blocks.length);
    return this.table.open({ ...range }, kind, name, range);
  }

  switchExpression(body: SwitchBody): Region {
    return divideSwitchExpression(body, this);
  }

  statements(statements: readonly Statement[], end: number, frames: Frames): BodyPart {
    const parts: BodyPart[] = [];
    let divided: string | undefined;
    for (const statement of statements) {
      const isSilent = statement.kind === 'empty' || statement.kind === 'local-class';
      if (isSilent) continue;
      if (divided !== undefined) {
        const range = { start: statement.start, end: Math.max(end, statement.end) };
        parts.push(completing([this.table.open(statement, 'sequence', `${divided}.after`, range)]));
      }
      const part = this.statement(statement, frames);
      divided = part.divides;
      parts.push(part);
    }
    return inSequence(parts);
  }

  statement(statement: Statement, frames: Frames): BodyPart {
    switch (statement.kind) {
      case 'block':
        return this.statements(statement.statements, statement.end, frames);
      case 'local-variable':
        return completing(divideAll(initializersOf(statement), this));
      case 'expression-statement':
        return completing(divideExpression(statement.expression, this));
      case 'if':
        return divideIf(statement, frames, this);
      case 'while':
        return divideWhile(statement, frames, this);
      case 'do':
        return divideDo(statement, frames, this);
      case 'for':
        return divideFor(statement, frames, this);
      case 'for-each':
        return divideForEach(statement, frames, this);
      case 'labeled':
        return divideLabeled(statement, frames, this);
      case 'switch-statement':
        return divideSwitchStatement(statement.switch, frames, this);
      case 'try':
        return divideTry(statement, frames, this);
      case 'throw':
        return abrupt(divideExpression(statement.expression, this));
      case 'return':
        return abrupt(statement.expression === undefined ? [] : divideExpression(statement.expression, this));
      case 'yield':
        return abrupt(
          divideExpression(statement.expression, this),
          frames.findLast((frame) => frame.yieldTarget !== undefined)?.yieldTarget,
        );
      case 'break':
        return abrupt([], targetOfBreak(statement.label, frames));
      case 'continue':
        return abrupt([], targetOfContinue(statement.label, frames));
      case 'synchronized':
        return divideSynchronized(statement, frames, this);
      case 'assert':
        return completing(divideAssert(statement, this));
      case 'local-class':
      case 'empty':
      case 'missing-statement':
        return completing([]);
    }
  }
}

function divideIf(
  statement: Statement & { readonly kind: 'if' },
  frames: Frames,
  divider: Divider,
): BodyPart {
  const chance = chanceOfThen(statement, divider.typing, tripsAround(frames));
  const condition = divideExpression(statement.condition, divider);
  const name = divider.table.nameConstruct('if');
  const divideBranch = (branch: Statement, kind: 'then' | 'else'): BodyPart =>
    inSequence([
      completing([divider.table.open(branch, kind, `${name}.${kind}`)]),
      divider.statement(branch, frames),
    ]);
  const then = divideBranch(statement.then, 'then');
  const otherwise =
    statement.otherwise === undefined ? completing([]) : divideBranch(statement.otherwise, 'else');
  const p = chance.probability;
  const build = (thenRegion: Region, elseRegion: Region): Region =>
    sequenceOf([
      ...condition,
      {
        kind: 'branch',
        alternatives: [
          { region: thenRegion, probability: p },
          { region: elseRegion, probability: 1 - p },
        ],
        basis: chance.basis,
      },
    ]);
  const jumps = new Map<object, number>();
  addJumps(jumps, then.jumps, p);
  addJumps(jumps, otherwise.jumps, 1 - p);
  const part: BodyPart = {
    region: build(then.region, otherwise.region),
    completes: p * then.completes + (1 - p) * otherwise.completes,
    jumps,
    divides: name,
  };
  if (then.completes === 0 && otherwise.completes === 1) {
    return { ...part, continueWith: (rest) => build(then.region, sequenceOf([otherwise.region, rest])) };
  }
  if (then.completes === 1 && otherwise.completes === 0) {
    return { ...part, continueWith: (rest) => build(sequenceOf([then.region, rest]), otherwise.region) };
  }
  return part;
}

function divideTry(statement: TryStatement, frames: Frames, divider: Divider): BodyPart {
  const resources = statement.resources.flatMap((resource) =>
    resource.kind === 'local-variable'
      ? divideAll(initializersOf(resource), divider)
      : divideExpression(resource, divider),
  );
  const name = divider.table.nameConstruct('try');
  const block = divider.table.open(statement.block, 'try', name);
  const body = inSequence([
    completing([block]),
    divider.statements(statement.block.statements, statement.block.end, frames),
  ]);
  const catches = statement.catches.map((clause, index) => {
    const caught = divider.table.open(clause, 'catch', `${name}.catch_${index + 1}`);
    return inSequence([
      completing([caught]),
      divider.statements(clause.block.statements, clause.block.end, frames),
    ]);
  });
  const guarded = joinCatches(body, catches, divider);
  const start = completing(resources);
  if (statement.finallyBlock === undefined) return { ...inSequence([start, guarded]), divides: name };
  const opened = divider.table.open(statement.finallyBlock, 'finally', `${name}.finally`);
  const last = divider.statements(statement.finallyBlock.statements, statement.finallyBlock.end, frames);
  const jumps = new Map<object, number>();
  addJumps(jumps, guarded.jumps, last.completes);
  addJumps(jumps, last.jumps, 1);
  return {
    // Whatever way the block is left, `finally` runs once.
    region: sequenceOf([start.region, guarded.region, opened, last.region]),
    completes: guarded.completes * last.completes,
    jumps,
    divides: name,
  };
}

function joinCatches(body: BodyPart, catches: readonly BodyPart[], divider: Divider): BodyPart {
  if (catches.length === 0) return body;
  const each = Math.min(divider.assumptions.exceptionProbability, 1 / catches.length);
  const undisturbed = 1 - each * catches.length;
  const jumps = new Map<object, number>();
  addJumps(jumps, body.jumps, undisturbed);
  let completes = undisturbed * body.completes;
  for (const caught of catches) {
    addJumps(jumps, caught.jumps, each);
    completes += each * caught.completes;
  }
  const alternatives = catches.map((caught) => ({ region: caught.region, probability: each }));
  alternatives.push({ region: NOTHING, probability: undisturbed });
  return {
    region: sequenceOf([body.region, { kind: 'branch', alternatives, basis: 'heuristic' }]),
    completes: completes > 1 - 1e-9 ? 1 : completes,
    jumps,
  };
}

function divideSynchronized(
  statement: Statement & { readonly kind: 'synchronized' },
  frames: Frames,
  divider: Divider,
): BodyPart {
  const lock = divideExpression(statement.lock, divider);
  const name = divider.table.nameConstruct('synchronized');
  const block = divider.table.open(statement.body, 'synchronized', name);
  const body = divider.statements(statement.body.statements, statement.body.end, frames);
  return { ...inSequence([completing([...lock, block]), body]), divides: name };
}

function divideAssert(
  statement: Statement & { readonly kind: 'assert' },
  divider: Divider,
): readonly Region[] {
  const name = divider.table.nameConstruct('assert');
  const tested = [
    divider.table.open(statement.condition, 'assert', name),
    ...divideExpression(statement.condition, divider),
  ];
  const failure = divider.openEnd(statement, statement, 'assert', `${name}.failure`);
  const message = statement.message === undefined ? [] : divideExpression(statement.message, divider);
  const inner = [...tested, perhaps(sequenceOf([failure, ...message]), CHANCES.throws, 'heuristic')];
  return [perhaps(sequenceOf(inner), CHANCES.assertionsEnabled, 'heuristic')];
}
