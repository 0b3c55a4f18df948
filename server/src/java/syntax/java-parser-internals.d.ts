/**
 * The parts of java-parser 3.0.1's internals that Jouleline uses. The package doesn't export them. The
 * alias `java-parser-internals` names its `src` folder in esbuild, vitest and tsconfig; the version is
 * pinned for this reason.
 */

declare module 'java-parser-internals/tokens.js' {
  export interface TokenType {
    readonly name: string;
    readonly PATTERN?: unknown;
    readonly tokenTypeIdx?: number;
    /** The other types that a token of this type counts as: `record` is an `Identifier` too. */
    readonly CATEGORIES?: readonly TokenType[];
  }
  /** The tokens by name: `LCurly`, `Identifier`, … */
  export const tokens: Readonly<Record<string, TokenType>>;
}

declare module 'java-parser-internals/parser.js' {
  import type { TokenType } from 'java-parser-internals/tokens.js';

  export interface CstToken {
    readonly image: string;
    readonly startOffset: number;
    /** Inclusive. */
    readonly endOffset: number;
    readonly tokenType: TokenType;
    readonly tokenTypeIdx: number;
    /** A token that the recovery made up; its offsets are NaN. */
    readonly isInsertedInRecovery?: boolean;
  }

  export interface CstNode {
    readonly name: string;
    /** The children by the name of their rule or token. The order between different names is lost. */
    readonly children: Readonly<Record<string, readonly (CstNode | CstToken)[] | undefined>>;
    readonly recoveredNode?: boolean;
    /** NaN where nothing was read; `endOffset` is inclusive. */
    readonly location: { readonly startOffset: number; readonly endOffset: number };
  }

  export interface SyntaxError {
    readonly message: string;
    readonly token: CstToken;
    readonly previousToken?: CstToken;
  }

  export interface GrammarRule {
    readonly name: string;
  }

  export type LookaheadFunction = (this: JavaParser, alternatives?: unknown) => number | boolean | undefined;

  /** The parts of chevrotain's parser that a subclass overrides or calls. */
  export default class JavaParser {
    input: readonly CstToken[];
    readonly errors: readonly SyntaxError[];
    protected recoveryEnabled: boolean;
    /** Skips what doesn't fit between the elements of a list; does nothing where recovery is off. */
    protected attemptInRepetitionRecovery: (...args: readonly unknown[]) => void;
    protected isBackTracking(): boolean;
    /** Index of the token that was read last; -1 at first. */
    protected currIdx: number;
    protected readonly fullRuleNameToShort: Readonly<Record<string, number>>;
    /** The choice between the alternatives of an `OR`, or whether to enter an `OPTION`, by rule and kind. */
    protected preComputeLookaheadFunctions(rules: readonly GrammarRule[]): void;
    protected getLaFuncFromCache(key: number): LookaheadFunction | undefined;
    protected setLaFuncCache(key: number, choose: LookaheadFunction): void;
    protected initRecoverable(config: object): void;
    protected initTreeBuilder(config: object): void;
    protected consumeToken(): void;
    protected LA(howMuch: number): CstToken;
    protected SAVE_ERROR(error: Error): Error;
    protected raiseNoAltException(occurrence: number, message?: string): never;
    protected raiseEarlyExitException(occurrence: number, kind: number, message?: string): never;
    block(): CstNode | undefined;
    constructorBody(): CstNode | undefined;
    blockStatement(): CstNode | undefined;
    variableInitializer(): CstNode | undefined;
    arrayInitializer(): CstNode | undefined;
    methodInvocationSuffix(): CstNode | undefined;
  }
}
