/**
 * java-parser's parser, made to recover from errors, to stop where it must, and
 * to choose quickly.
 *
 * Below `body-parser.ts`. A subclass because java-parser's own entry throws at
 * the first error, and spends up to a second on each message.
 */

import JavaParser from 'java-parser-internals/parser.js';
import type {
  CstNode,
  CstToken,
  GrammarRule,
  LookaheadFunction,
  SyntaxError,
} from 'java-parser-internals/parser.js';
import type { BodyText } from './ast';
import {
  classifyBlockStatement,
  classifyOperator,
  declaresVariable,
  isEnhancedFor,
  startsCast,
  startsConstructorCall,
  startsLambda,
} from './java-parser-decisions';
import type { JavaParserTokens } from './java-parser-tokens';

/** The rule to parse: a body, or one statement of it. */
export type ParseRule = BodyText['rule'] | 'statement';

export interface ParseSettings {
  /** True to go on after the first error, which costs some milliseconds an error. */
  readonly recover: boolean;
  /** Asked every few hundred tokens. */
  readonly shouldCancel: () => boolean;
}

/** Thrown where parsing is given up: canceled, too many errors, too deep. */
export class ParsingStopped extends Error {
  override readonly name = 'ParsingStopped';
}

/** Errors after which a text isn't worth recovering. */
const MAX_ERRORS = 20;
/** Tokens between two questions whether to cancel; a power of two. */
const CANCEL_INTERVAL = 512;

/** A syntax error without a computed message: chevrotain knows its errors by their name. */
function cheapError(name: 'NoViableAltException' | 'EarlyExitException', parser: RecoveringParser): Error {
  const error = new Error('this is not understood');
  error.name = name;
  return Object.assign(error, parser.place(), { resyncedTokens: [] });
}

/** Tokens of look-ahead from which on the brackets in it are counted, and how many of them are too many. */
const LONG_LOOKAHEAD = 100;
const MAX_LOOKAHEAD_OPENINGS = 50;

/** Chevrotain's keys of decisions: a rule's number, with one of these for the kind of choice. */
const OR_KEY = 1 << 8;
const OPTION_KEY = 2 << 8;
const RULE_BITS = ~0xfff;
/** The alternatives of java-parser's rules that are chosen here. */
const EXPRESSION = { lambda: 0, conditional: 1 } as const;
const PRIMARY_PREFIX = { cast: 5, parenthesis: 6 } as const;
const BLOCK_STATEMENT = { variable: 0, class: 1, interface: 2, statement: 3 } as const;
/** Rules of members, which take `record A() {}` for a method, and the alternative that is a class in each. */
const MEMBER_RULES = [
  'classMemberDeclaration',
  'interfaceMemberDeclaration',
  'annotationInterfaceMemberDeclaration',
] as const;
const MEMBER_CLASS = 2;
const OPERATOR = { instanceof: 0, assignment: 1, shift: 2, other: 3 } as const;

export class RecoveringParser extends JavaParser {
  private ends: ReadonlyMap<number, number> = new Map();
  private openings: readonly number[] = [];
  private settings: ParseSettings = { recover: false, shouldCancel: () => false };
  private consumed = 0;
  private saved = 0;
  private readonly recoverInRepetition = this.attemptInRepetitionRecovery;
  /** Rules whose choices are not worked out yet, by their number. Set while the constructor of java-parser runs. */
  declare private unprepared: Map<number, GrammarRule>;
  private readonly decided = new Set<number>();

  constructor() {
    super();
    this.decide('expression', OR_KEY, () =>
      startsLambda(this.input, this.ends, this.currIdx + 1) ? EXPRESSION.lambda : EXPRESSION.conditional,
    );
    const choosePrefix = this.getLaFuncFromCache(this.keyOf('primaryPrefix', OR_KEY));
    this.decide('primaryPrefix', OR_KEY, (alternatives) => {
      if (this.LA(1).image !== '(') return choosePrefix.call(this, alternatives);
      return startsCast(this.input, this.currIdx + 1) ? PRIMARY_PREFIX.cast : PRIMARY_PREFIX.parenthesis;
    });
    this.decide('binaryExpression', OR_KEY, () => OPERATOR[classifyOperator(this.input, this.currIdx + 1)]);
    this.decide(
      'blockStatement',
      OR_KEY,
      () => BLOCK_STATEMENT[classifyBlockStatement(this.input, this.currIdx + 1)],
    );
    for (const rule of MEMBER_RULES) {
      const chooseMember = this.getLaFuncFromCache(this.keyOf(rule, OR_KEY));
      this.decide(rule, OR_KEY, (alternatives) =>
        classifyBlockStatement(this.input, this.currIdx + 1) === 'class'
          ? MEMBER_CLASS
          : chooseMember.call(this, alternatives),
      );
    }
    this.decide('forStatement', OR_KEY, () => (isEnhancedFor(this.input, this.currIdx + 1) ? 1 : 0));
    for (const rule of ['forInit', 'resource']) {
      this.decide(rule, OR_KEY, () => (declaresVariable(this.input, this.currIdx + 1) ? 0 : 1));
    }
    this.decide('constructorBody', OPTION_KEY, () => startsConstructorCall(this.input, this.currIdx + 1));
  }

  /** Parses the tokens; `undefined` where the rule could not even be begun. */
  parse(
    { tokens, ends, openings }: JavaParserTokens,
    rule: ParseRule,
    settings: ParseSettings,
  ): CstNode | undefined {
    this.input = tokens;
    this.ends = ends;
    this.openings = openings;
    this.settings = settings;
    this.consumed = 0;
    this.saved = 0;
    this.recoveryEnabled = settings.recover;
    this.attemptInRepetitionRecovery = settings.recover ? this.recoverInRepetition : doNothing;
    return this.applyRule(rule);
  }

  private applyRule(rule: ParseRule): CstNode | undefined {
    switch (rule) {
      case 'block':
      case 'class-body':
        return this.block();
      case 'constructor-body':
        return this.constructorBody();
      case 'expression':
        return this.variableInitializer();
      case 'array-initializer':
        return this.arrayInitializer();
      case 'arguments':
        return this.methodInvocationSuffix();
      case 'statement':
        return this.blockStatement();
    }
  }

  /** The errors of the last parse. */
  get syntaxErrors(): readonly SyntaxError[] {
    return this.errors;
  }

  /** Forgets the last text, which would be kept alive otherwise. */
  release(): void {
    this.input = [];
    this.ends = new Map();
    this.openings = [];
  }

  protected override consumeToken(): void {
    super.consumeToken();
    this.consumed++;
    if (this.consumed % CANCEL_INTERVAL === 0 && this.settings.shouldCancel())
      throw new ParsingStopped('canceled');
  }

  protected override SAVE_ERROR(error: Error): Error {
    if (!this.isBackTracking() && ++this.saved > MAX_ERRORS) throw new ParsingStopped('too many errors');
    return super.SAVE_ERROR(error);
  }

  /** Bounds how deep a simulation of the grammar goes: its memory grows with the square. */
  protected override LA(howMuch: number): CstToken {
    if (howMuch > LONG_LOOKAHEAD) {
      const from = this.openings[this.currIdx + 1] ?? 0;
      const to = this.openings[this.currIdx + howMuch] ?? from;
      if (to - from > MAX_LOOKAHEAD_OPENINGS) throw new ParsingStopped('nested too deep');
    }
    return super.LA(howMuch);
  }

  private keyOf(rule: string, kind: number): number {
    const number = this.fullRuleNameToShort[rule];
    if (number === undefined)
      throw new Error(`java-parser has no rule '${rule}': its version is not the pinned one`);
    return number | kind;
  }

  private decide(rule: string, kind: number, choose: LookaheadFunction): void {
    const key = this.keyOf(rule, kind);
    this.setLaFuncCache(key, choose);
    this.decided.add(key);
  }

  /** Half of the time that a parser takes to make: bodies need some of the rules only, and the first some of those. */
  protected override preComputeLookaheadFunctions(rules: readonly GrammarRule[]): void {
    this.unprepared = new Map(rules.map((rule) => [this.fullRuleNameToShort[rule.name] ?? NaN, rule]));
  }

  protected override getLaFuncFromCache(key: number): LookaheadFunction {
    return super.getLaFuncFromCache(key) ?? this.prepareChoice(key);
  }

  private prepareChoice(key: number): LookaheadFunction {
    const number = key & RULE_BITS;
    const rule = this.unprepared.get(number);
    this.unprepared.delete(number);
    if (rule !== undefined) super.preComputeLookaheadFunctions([rule]);
    const choice = super.getLaFuncFromCache(key);
    if (choice === undefined)
      throw new Error(`java-parser has no choice ${key}: its version is not the pinned one`);
    return choice;
  }

  /** Keeps the choices that this class made when the grammar works out its own. */
  protected override setLaFuncCache(key: number, choose: LookaheadFunction): void {
    if (!this.decided.has(key)) super.setLaFuncCache(key, choose);
  }

  place(): object {
    return { token: this.LA(1), previousToken: this.LA(0) };
  }

  protected override initRecoverable(config: object): void {
    super.initRecoverable({ ...config, recoveryEnabled: true });
  }

  protected override initTreeBuilder(config: object): void {
    super.initTreeBuilder({ ...config, nodeLocationTracking: 'onlyOffset' });
  }

  protected override raiseNoAltException(): never {
    throw this.SAVE_ERROR(cheapError('NoViableAltException', this));
  }

  protected override raiseEarlyExitException(): never {
    throw this.SAVE_ERROR(cheapError('EarlyExitException', this));
  }
}

function doNothing(): void {
  // Chevrotain's own choice where recovery is off.
}
