/**
 * What is used of java-parser 3.0.1's internals, which its package doesn't
 * export. The alias `java-parser-internals` names its `src` folder in
 * esbuild, vitest and tsconfig; the version is pinned for this reason.
 */

declare module 'java-parser-internals/tokens.js' {
  export interface TokenType {
    readonly name: string;
    readonly PATTERN?: unknown;
    readonly tokenTypeIdx?: number;
  }
  /** By name: `LCurly`, `Identifier`, … */
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
    /** By the name of the rule or token; the order between different names is lost. */
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

  /** Of chevrotain's parser, the parts that a subclass overrides or calls. */
  export default class JavaParser {
    input: readonly CstToken[];
    readonly errors: readonly SyntaxError[];
    protected initRecoverable(config: object): void;
    protected initTreeBuilder(config: object): void;
    protected consumeToken(): void;
    protected LA(howMuch: number): CstToken;
    protected SAVE_ERROR(error: Error): Error;
    protected raiseNoAltException(occurrence: number, message?: string): never;
    protected raiseEarlyExitException(occurrence: number, kind: number, message?: string): never;
    block(): CstNode;
    constructorBody(): CstNode;
    blockStatement(): CstNode;
    variableInitializer(): CstNode;
    arrayInitializer(): CstNode;
    methodInvocationSuffix(): CstNode;
  }
}
