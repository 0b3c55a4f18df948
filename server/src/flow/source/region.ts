/**
 * Basic blocks of one member, and the regions that tell how often they run.
 *
 * Sits in `flow/`: made by `source-blocks.ts` from a syntax tree, read by
 * `operations/` (which block an operation lies in) and `cost/` (frequencies).
 * Blocks are divided as in Li and Gallagher, section 4.1 and figure 1: a
 * sequence without loops or branches; a `for` header is three blocks, a
 * `while` header one. The parts of `&&`, `||` and `?:` that may not run, switch
 * cases, catch clauses and lambda bodies are blocks of their own.
 */
import type { Span } from '../../java/syntax/ast';
import type { ValueFormula } from './formula';

export type BlockKind =
  | 'entry'
  | 'sequence'
  | 'if-condition'
  | 'then'
  | 'else'
  | 'for-init'
  | 'for-condition'
  | 'for-update'
  | 'for-body'
  | 'while-condition'
  | 'while-body'
  | 'do-body'
  | 'do-condition'
  | 'for-each-header'
  | 'for-each-body'
  | 'switch-selector'
  | 'case'
  | 'default'
  | 'guard'
  | 'try'
  | 'catch'
  | 'finally'
  | 'synchronized'
  | 'right-operand'
  | 'when-true'
  | 'when-false'
  | 'lambda'
  | 'assert';

export interface Block {
  /** Index into the member's list of blocks. */
  readonly id: number;
  /** Unique within the member and stable under edits elsewhere: `entry`, `for_1`, `for_1.body`, `if_2.else`. */
  readonly name: string;
  readonly kind: BlockKind;
  /** Relative to the body. */
  readonly start: number;
  readonly end: number;
}

/** The source of a frequency. It is shown with every figure that uses it. */
export type FrequencyBasis = 'exact' | 'learned' | 'heuristic' | 'default';

/**
 * How far off a frequency may be: how many times lower and higher the 5 % and the 95 % quantile are, as squares of decimal
 * logarithms. Doubts of independent guesses add up.
 */
export interface Doubt {
  readonly below: number;
  readonly above: number;
}

export type Region =
  | { readonly kind: 'block'; readonly block: number }
  | { readonly kind: 'sequence'; readonly regions: readonly Region[] }
  /** Exactly one alternative runs; an empty sequence stands for "nothing". Probabilities add up to 1. */
  | {
      readonly kind: 'branch';
      readonly alternatives: readonly { readonly region: Region; readonly probability: number }[];
      readonly basis: FrequencyBasis;
    }
  /**
   * Never left early, `test` runs trips + 1 times when it comes first, trips
   * times when last; `body` and `update` trips times.
   */
  | {
      readonly kind: 'loop';
      readonly test?: Region;
      readonly testFirst: boolean;
      readonly body: Region;
      readonly update?: Region;
      /** Rounds that it makes unless it is left early. */
      readonly trips: number;
      /** The rounds as far as other members tell them: they take the place of `trips` once these are known. */
      readonly rounds?: ValueFormula;
      /** Chance that one round is the last, by `break`, `return` or the like; 0 where absent. */
      readonly leaves?: number;
      readonly basis: FrequencyBasis;
    }
  /** Runs `times` for each time it is reached: the body of a lambda, which its caller runs. */
  | {
      readonly kind: 'deferred';
      readonly region: Region;
      readonly times: number;
      readonly basis: FrequencyBasis;
      /** Absent where it follows from the basis. */
      readonly doubt?: Doubt;
    };

export interface MemberBlocks {
  readonly blocks: readonly Block[];
  readonly region: Region;
}

/** Numbers behind the heuristics, all stated in docs/research/cost-model.md and settable. */
export interface FrequencyAssumptions {
  /** Trips of a loop whose count is not constant. */
  readonly defaultTrips: number;
  /** Bound used for the worst case where a loop's count is not constant. */
  readonly worstCaseTrips: number;
  /** Chance that a catch clause runs. */
  readonly exceptionProbability: number;
}

/**
 * Blocks in the making. Constructs are counted per kind in the order of the text, so that an edit renames only
 * later blocks of the same kind.
 */
export interface BlockTable {
  readonly blocks: readonly Block[];
  readonly blockAt: ReadonlyMap<Span, number>;
  /** `for_1`, `for_2`, … */
  nameConstruct(kind: string): string;
  /** A block that is entered at a node; spans `range` if that is wider than the node. */
  open(node: Span, kind: BlockKind, name: string, range?: Span): Region;
}

export function createBlockTable(): BlockTable {
  const blocks: Block[] = [];
  const blockAt = new Map<Span, number>();
  const counters = new Map<string, number>();
  return {
    blocks,
    blockAt,
    nameConstruct: (kind) => {
      const count = (counters.get(kind) ?? 0) + 1;
      counters.set(kind, count);
      return `${kind}_${count}`;
    },
    open: (node, kind, name, range = node) => {
      const id = blocks.length;
      blocks.push({ id, name, kind, start: range.start, end: range.end });
      blockAt.set(node, id);
      return { kind: 'block', block: id };
    },
  };
}

/** The regions directly inside a region, in the order of the text. */
export function partsOf(region: Region): readonly Region[] {
  switch (region.kind) {
    case 'block':
      return [];
    case 'sequence':
      return region.regions;
    case 'branch':
      return region.alternatives.map((alternative) => alternative.region);
    case 'loop':
      return [region.test, region.body, region.update].filter((part) => part !== undefined);
    case 'deferred':
      return [region.region];
  }
}
