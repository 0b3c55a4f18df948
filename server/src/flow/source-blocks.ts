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
  Expression,
  ForEachStatement,
  ForStatement,
  Span,
  Statement,
  TryStatement,
} from '../java/ast';
import { CHANCES, DEFAULT_ASSUMPTIONS } from './assumptions';
import { createBlockTable } from './block-table';
import { chanceOfThen, chanceOfTruth, type BranchTyping } from './branch-chances';
import { divideAll, divideExpression, type StatementDivider } from './expression-blocks';
import { abrupt, addJumps, completing, inSequence, NOTHING, perhaps, sequenceOf, type Part } from './parts';
import type { BlockKind, FrequencyAssumptions, MemberBlocks, Region } from './region';
import { withSteadyLocals } from './steady-locals';
import { divideSwitch } from './switch-blocks';
import { initializersOf } from './syntax-children';
import { countForEachTrips, countForTrips, type TripCount } from './trip-count';

export interface DivisionOptions {
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

/** What an enclosing statement offers to jumps inside it. */
interface Frame {
  readonly label?: string;
  /** Absent for labelled statements that unlabelled jumps pass by. */
  readonly breakTarget?: object;
  readonly continueTarget?: object;
  /** Of a label: where `break label` goes. */
  readonly labelTarget?: object;
  readonly yieldTarget?: object;
}

type Frames = readonly Frame[];

export function divideIntoBlocks(root: BodyRoot, options: DivisionOptions = {}): SourceBlocks {
  const { typing } = options;
  let steady: ReturnType<typeof withSteadyLocals> | undefined;
  /** Made at the first counting loop: most members have none. */
  const bounds = (): typeof steady =>
    typing === undefined ? undefined : (steady ??= withSteadyLocals(root, typing));
  const assumptions = options.assumptions ?? DEFAULT_ASSUMPTIONS;
  const table = createBlockTable();
  const blockAtEnd = new Map<Span, number>();
  const divider: StatementDivider = {
    table,
    typing,
    defaultTrips: assumptions.defaultTrips,
    divideLambdaBody: (body) => divideCallable(body),
    divideSwitchExpression: (body) => {
      const target = {};
      return divideSwitch(body, target, true, divider, (entry) =>
        divideList(entry.body, entry.end, [{ yieldTarget: target }]),
      );
    },
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

  /** A body that ends in a return of its own, written or not. */
  function divideCallable(body: BlockStatement): Region {
    const part = divideList(body.statements, body.end, []);
    if (part.divides === undefined || part.completes === 0 || part.completes === 1) return part.region;
    const range = { start: Math.max(body.start, body.end - 1), end: body.end };
    const end = openEnd(body, range, 'sequence', `${part.divides}.after`);
    return sequenceOf([part.region, perhaps(end, part.completes, 'heuristic')]);
  }

  /** A block that no node of its own enters. */
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
        return divideWhile(statement, frames);
      case 'do':
        return divideDo(statement, frames);
      case 'for':
        return divideFor(statement, frames);
      case 'for-each':
        return divideForEach(statement, frames);
      case 'labeled':
        return divideLabeled(statement, frames);
      case 'switch-statement': {
        const target = {};
        return divideSwitch(statement.switch, target, false, divider, (entry) =>
          divideList(entry.body, entry.end, [...frames, { breakTarget: target }]),
        );
      }
      case 'try':
        return divideTry(statement, frames);
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
      case 'synchronized': {
        const lock = divideExpression(statement.lock, divider);
        const name = table.nameConstruct('synchronized');
        const block = table.open(statement.body, 'synchronized', name);
        const body = divideList(statement.body.statements, statement.body.end, frames);
        return { ...inSequence([completing([...lock, block]), body]), divides: name };
      }
      case 'assert':
        return completing(divideAssert(statement));
      case 'local-class':
      case 'empty':
      case 'missing-statement':
        return completing([]);
    }
  }

  function divideIf(statement: Statement & { readonly kind: 'if' }, frames: Frames): Part {
    const chance = chanceOfThen(statement.condition, statement.then, statement.otherwise, typing);
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

  function divideWhile(statement: Statement & { readonly kind: 'while' }, frames: Frames): Part {
    const name = table.nameConstruct('while');
    const test = divideTest(statement.condition, 'while-condition', name);
    const body = divideLoopBody(statement.body, 'while-body', name, frames);
    return finishLoop(name, body, {
      test,
      testFirst: true,
      endless: isEndless(statement.condition),
      count: undefined,
    });
  }

  function divideDo(statement: Statement & { readonly kind: 'do' }, frames: Frames): Part {
    const name = table.nameConstruct('do');
    const body = divideLoopBody(statement.body, 'do-body', name, frames);
    const test = divideTest(statement.condition, 'do-condition', name);
    const once = chanceOfTruth(statement.condition, typing);
    const count: TripCount | undefined =
      once.basis === 'exact' && once.probability === 0 ? { trips: 1, basis: 'exact' } : undefined;
    return finishLoop(name, body, { test, testFirst: false, endless: isEndless(statement.condition), count });
  }

  function divideFor(statement: ForStatement, frames: Frames): Part {
    const name = table.nameConstruct('for');
    const before = openRange(statement.init, 'for-init', `${name}.init`);
    const init = inSequence(statement.init.map((part) => divideStatement(part, frames))).region;
    const test =
      statement.condition === undefined ? undefined : divideTest(statement.condition, 'for-condition', name);
    const body = divideLoopBody(statement.body, 'for-body', name, frames);
    const updateBlock = openRange(statement.update, 'for-update', `${name}.update`);
    const updateParts = divideAll(statement.update, divider);
    const update = updateBlock.length === 0 ? undefined : sequenceOf([...updateBlock, ...updateParts]);
    const loop = finishLoop(name, body, {
      test,
      testFirst: true,
      endless: statement.condition === undefined || isEndless(statement.condition),
      count: countForTrips(statement, bounds()),
      update,
    });
    return { ...loop, region: sequenceOf([...before, init, loop.region]) };
  }

  /** The iterable is evaluated once; the test runs once more than the body, which fetches the element. */
  function divideForEach(statement: ForEachStatement, frames: Frames): Part {
    const name = table.nameConstruct('for');
    const init = table.open(statement.iterable, 'for-init', `${name}.init`);
    const initParts = divideExpression(statement.iterable, divider);
    const header = { start: statement.variable.start, end: statement.iterable.end };
    const test = table.open(statement.variable, 'for-each-header', `${name}.condition`, header);
    const body = divideLoopBody(statement.body, 'for-each-body', name, frames, statement.variable.start);
    const loop = finishLoop(name, body, {
      test,
      testFirst: true,
      endless: false,
      count: countForEachTrips(statement),
    });
    return { ...loop, region: sequenceOf([init, ...initParts, loop.region]) };
  }

  function divideTest(
    condition: Expression,
    kind: 'while-condition' | 'do-condition' | 'for-condition',
    name: string,
  ): Region {
    return sequenceOf([
      table.open(condition, kind, `${name}.condition`),
      ...divideExpression(condition, divider),
    ]);
  }

  function openRange(
    nodes: readonly (Statement | Expression)[],
    kind: 'for-init' | 'for-update',
    name: string,
  ): readonly Region[] {
    const [first] = nodes;
    const last = nodes.at(-1);
    if (first === undefined || last === undefined) return [];
    return [table.open(first, kind, name, { start: first.start, end: last.end })];
  }

  interface LoopBody extends Part {
    /** Chance per round of `break` out of this loop. */
    readonly breaks: number;
  }

  function divideLoopBody(
    body: Statement,
    kind: 'for-body' | 'while-body' | 'do-body' | 'for-each-body',
    name: string,
    frames: Frames,
    start = body.start,
  ): LoopBody {
    const breakTarget = {};
    const continueTarget = {};
    const block = table.open(body, kind, name, { start, end: body.end });
    const inner = divideStatement(body, [...frames, { breakTarget, continueTarget }]);
    const part = inSequence([completing([block]), inner]);
    const jumps = new Map(part.jumps);
    const breaks = jumps.get(breakTarget) ?? 0;
    const completes = part.completes + (jumps.get(continueTarget) ?? 0);
    jumps.delete(breakTarget);
    jumps.delete(continueTarget);
    // `continue label` of an enclosing labelled statement around this very loop ends the round too.
    const label = frames.at(-1);
    const labelled =
      label?.continueTarget !== undefined && label.breakTarget === undefined
        ? label.continueTarget
        : undefined;
    const continues = labelled === undefined ? 0 : (jumps.get(labelled) ?? 0);
    if (labelled !== undefined) jumps.delete(labelled);
    return { region: part.region, completes: completes + continues, jumps, breaks };
  }

  interface LoopHeader {
    readonly test: Region | undefined;
    readonly testFirst: boolean;
    /** The condition, if any, is constantly true. */
    readonly endless: boolean;
    readonly count: TripCount | undefined;
    readonly update?: Region | undefined;
  }

  /**
   * A loop is left for good by `return`, `throw` or an outer jump as likely as
   * one of its rounds is; an endless one only so or by `break`.
   */
  function finishLoop(name: string, body: LoopBody, header: LoopHeader): Part {
    const { test, testFirst, count, update } = header;
    const region: Region = {
      kind: 'loop',
      ...(test === undefined ? {} : { test }),
      testFirst,
      body: body.region,
      ...(update === undefined ? {} : { update }),
      trips: count?.trips ?? assumptions.defaultTrips,
      basis: count?.basis ?? 'default',
    };
    const leaves = Math.max(0, 1 - body.completes - body.breaks);
    if (!header.endless) return { region, completes: 1 - leaves, jumps: body.jumps, divides: name };
    const exits = body.breaks + leaves;
    const jumps = new Map<object, number>();
    if (exits > 0) addJumps(jumps, body.jumps, 1 / exits);
    return { region, completes: exits > 0 ? body.breaks / exits : 0, jumps, divides: name };
  }

  function isEndless(condition: Expression): boolean {
    const chance = chanceOfTruth(condition, typing);
    return chance.basis === 'exact' && chance.probability === 1;
  }

  function divideLabeled(statement: Statement & { readonly kind: 'labeled' }, frames: Frames): Part {
    const labelTarget = {};
    const continueTarget = {};
    const inner = divideStatement(statement.body, [
      ...frames,
      { label: statement.label, labelTarget, continueTarget },
    ]);
    const jumps = new Map(inner.jumps);
    const breaks = jumps.get(labelTarget) ?? 0;
    jumps.delete(labelTarget);
    jumps.delete(continueTarget);
    const divides = inner.divides ?? (breaks > 0 ? table.nameConstruct('label') : undefined);
    return {
      region: inner.region,
      completes: Math.min(1, inner.completes + breaks),
      jumps,
      ...(divides === undefined ? {} : { divides }),
    };
  }

  function divideTry(statement: TryStatement, frames: Frames): Part {
    const resources = statement.resources.flatMap((resource) =>
      resource.kind === 'local-variable'
        ? divideAll(initializersOf(resource), divider)
        : divideExpression(resource, divider),
    );
    const name = table.nameConstruct('try');
    const block = table.open(statement.block, 'try', name);
    const body = inSequence([
      completing([block]),
      divideList(statement.block.statements, statement.block.end, frames),
    ]);
    const catches = statement.catches.map((clause, index) => {
      const caught = table.open(clause, 'catch', `${name}.catch_${index + 1}`);
      return inSequence([
        completing([caught]),
        divideList(clause.block.statements, clause.block.end, frames),
      ]);
    });
    const guarded = joinCatches(body, catches);
    const start = completing(resources);
    if (statement.finallyBlock === undefined) return { ...inSequence([start, guarded]), divides: name };
    const opened = table.open(statement.finallyBlock, 'finally', `${name}.finally`);
    const last = divideList(statement.finallyBlock.statements, statement.finallyBlock.end, frames);
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

  function joinCatches(body: Part, catches: readonly Part[]): Part {
    if (catches.length === 0) return body;
    const each = Math.min(assumptions.exceptionProbability, 1 / catches.length);
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

  function divideAssert(statement: Statement & { readonly kind: 'assert' }): readonly Region[] {
    const name = table.nameConstruct('assert');
    const tested = [
      table.open(statement.condition, 'assert', name),
      ...divideExpression(statement.condition, divider),
    ];
    const failure = openEnd(statement, statement, 'assert', `${name}.failure`);
    const message = statement.message === undefined ? [] : divideExpression(statement.message, divider);
    const inner = [...tested, perhaps(sequenceOf([failure, ...message]), CHANCES.throws, 'heuristic')];
    return [perhaps(sequenceOf(inner), CHANCES.assertionsEnabled, 'heuristic')];
  }
}

function targetOfBreak(label: string | undefined, frames: Frames): object | undefined {
  if (label !== undefined) return frames.findLast((frame) => frame.label === label)?.labelTarget;
  return frames.findLast((frame) => frame.breakTarget !== undefined)?.breakTarget;
}

/** The label's own target; the loop that it labels ends its round there. */
function targetOfContinue(label: string | undefined, frames: Frames): object | undefined {
  if (label !== undefined) return frames.findLast((frame) => frame.label === label)?.continueTarget;
  return frames.findLast((frame) => frame.continueTarget !== undefined && frame.breakTarget !== undefined)
    ?.continueTarget;
}
