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
import type { BlockStatement, BodyRoot, Span, Statement } from '../../java/syntax/ast';
import { DEFAULT_ASSUMPTIONS } from './assumptions';
import { createBlockTable } from './block-table';
import { chanceOfThen, type BranchTyping } from './branch-chances';
import { targetOfBreak, targetOfContinue, tripsAround, type Divider, type Frames } from '../paths/divider';
import { divideAll, divideExpression } from './expression-blocks';
import { divideAssert, divideSynchronized, divideTry } from './guarded-blocks';
import { divideDo, divideFor, divideForEach, divideLabeled, divideWhile } from './loop-blocks';
import { abrupt, addJumps, completing, inSequence, perhaps, sequenceOf, type Part } from './parts';
import type { BlockKind, FrequencyAssumptions, MemberBlocks, Region } from './region';
import { withSteadyLocals } from './steady-locals';
import { divideSwitchExpression, divideSwitchStatement } from './switch-blocks';
import { initializersOf } from './syntax-children';

interface DivisionOptions {
  readonly assumptions?: FrequencyAssumptions;
  /** Makes constant conditions and trip counts exact. */
  readonly typing?: BranchTyping;
}

export interface SourceBlocks extends MemberBlocks {
  /** The block that is entered when a walk reaches a node: a statement, an expression, a switch case or a catch clause. */
  readonly blockAt: ReadonlyMap<Span, number>;
  /** The block that a body's end lies in, where less control reaches it than its last statement; of `assert`, what its failure runs. */
  readonly blockAtEnd: ReadonlyMap<Span, number>;
}

export function divideIntoBlocks(root: BodyRoot, options: DivisionOptions = {}): SourceBlocks {
  const { typing } = options;
  let steady: ReturnType<typeof withSteadyLocals> | undefined;
  /** Made at the first counting loop: most members have none. */
  const bounds = (): typeof steady =>
    typing === undefined ? undefined : (steady ??= withSteadyLocals(root, typing));
  const assumptions = options.assumptions ?? DEFAULT_ASSUMPTIONS;
  const table = createBlockTable();
  const blockAtEnd = new Map<Span, number>();
  const divider: Divider = {
    table,
    typing,
    assumptions,
    bounds,
    statement: divideStatement,
    statements: divideList,
    callable: divideCallable,
    switchExpression: (body) => divideSwitchExpression(body, divider),
    openEnd,
  };
  const region = divideRoot();
  return { blocks: table.blocks, region, blockAt: table.blockAt, blockAtEnd };

  function divideRoot(): Region {
    switch (root.kind) {
      case 'statements':
        return sequenceOf([table.open(root.block, 'entry', 'entry'), divideCallable(root.block)]);
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

  function divideCallable(body: BlockStatement): Region {
    const part = divideList(body.statements, body.end, []);
    if (part.divides === undefined || part.completes === 0 || part.completes === 1) return part.region;
    const range = { start: Math.max(body.start, body.end - 1), end: body.end };
    const end = openEnd(body, range, 'sequence', `${part.divides}.after`);
    return sequenceOf([part.region, perhaps(end, part.completes, 'heuristic')]);
  }

  function openEnd(node: Span, range: Span, kind: BlockKind, name: string): Region {
    blockAtEnd.set(node, table.blocks.length);
    return table.open({ ...range }, kind, name, range);
  }

  function divideList(statements: readonly Statement[], end: number, frames: Frames): Part {
    const parts: Part[] = [];
    let divided: string | undefined;
    for (const statement of statements) {
      const isSilent = statement.kind === 'empty' || statement.kind === 'local-class';
      if (isSilent) continue;
      if (divided !== undefined) {
        const range = { start: statement.start, end: Math.max(end, statement.end) };
        parts.push(completing([table.open(statement, 'sequence', `${divided}.after`, range)]));
      }
      const part = divideStatement(statement, frames);
      divided = part.divides;
      parts.push(part);
    }
    return inSequence(parts);
  }

  function divideStatement(statement: Statement, frames: Frames): Part {
    switch (statement.kind) {
      case 'block':
        return divideList(statement.statements, statement.end, frames);
      case 'local-variable':
        return completing(divideAll(initializersOf(statement), divider));
      case 'expression-statement':
        return completing(divideExpression(statement.expression, divider));
      case 'if':
        return divideIf(statement, frames);
      case 'while':
        return divideWhile(statement, frames, divider);
      case 'do':
        return divideDo(statement, frames, divider);
      case 'for':
        return divideFor(statement, frames, divider);
      case 'for-each':
        return divideForEach(statement, frames, divider);
      case 'labeled':
        return divideLabeled(statement, frames, divider);
      case 'switch-statement':
        return divideSwitchStatement(statement.switch, frames, divider);
      case 'try':
        return divideTry(statement, frames, divider);
      case 'throw':
        return abrupt(divideExpression(statement.expression, divider));
      case 'return':
        return abrupt(
          statement.expression === undefined ? [] : divideExpression(statement.expression, divider),
        );
      case 'yield':
        return abrupt(
          divideExpression(statement.expression, divider),
          frames.findLast((frame) => frame.yieldTarget !== undefined)?.yieldTarget,
        );
      case 'break':
        return abrupt([], targetOfBreak(statement.label, frames));
      case 'continue':
        return abrupt([], targetOfContinue(statement.label, frames));
      case 'synchronized':
        return divideSynchronized(statement, frames, divider);
      case 'assert':
        return completing(divideAssert(statement, divider));
      case 'local-class':
      case 'empty':
      case 'missing-statement':
        return completing([]);
    }
  }

  function divideIf(statement: Statement & { readonly kind: 'if' }, frames: Frames): Part {
    const chance = chanceOfThen(statement, typing, tripsAround(frames));
    const condition = divideExpression(statement.condition, divider);
    const name = table.nameConstruct('if');
    const then = divideBranch(statement.then, 'then', `${name}.then`, frames);
    const otherwise =
      statement.otherwise === undefined
        ? completing([])
        : divideBranch(statement.otherwise, 'else', `${name}.else`, frames);
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
    const part: Part = {
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

  function divideBranch(statement: Statement, kind: 'then' | 'else', name: string, frames: Frames): Part {
    return inSequence([completing([table.open(statement, kind, name)]), divideStatement(statement, frames)]);
  }
}
