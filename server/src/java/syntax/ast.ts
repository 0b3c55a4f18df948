/**
 * The syntax trees that every source analysis reads: small, immutable, free of
 * the parser's concrete syntax.
 *
 * Sits at the bottom of `java/`. `declarations.ts` makes the declarations from
 * tokens alone; `lowering/` makes bodies from java-parser's concrete syntax.
 *
 * Positions are offsets in UTF-16 units. Declarations hold offsets into the
 * file; everything inside a {@link Body} holds offsets relative to
 * `Body.start`, so that a body whose text did not change keeps its tree when
 * text above it does.
 */
import type { LiteralKind, BinaryOperator, AssignmentOperator } from './operators';

export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export type PrimitiveName = 'boolean' | 'byte' | 'short' | 'char' | 'int' | 'long' | 'float' | 'double';

/** A type as it is written. It resolves nothing: `Map.Entry` stays a path of names. */
export type TypeSyntax =
  | (Span & { readonly kind: 'primitive'; readonly name: PrimitiveName | 'void' })
  | (Span & { readonly kind: 'named'; readonly parts: readonly NamePart[] })
  | (Span & { readonly kind: 'array'; readonly element: TypeSyntax })
  | (Span & {
      readonly kind: 'wildcard';
      readonly bound?: TypeSyntax;
      readonly variance?: 'extends' | 'super';
    })
  | (Span & { readonly kind: 'intersection'; readonly types: readonly TypeSyntax[] })
  /** `var`, or the missing type of an inferred lambda parameter. */
  | (Span & { readonly kind: 'inferred' });

/** A name within a dotted type, with its own type arguments; `diamond` is `<>`. */
export interface NamePart {
  readonly name: string;
  readonly typeArguments: readonly TypeSyntax[];
  readonly diamond?: boolean;
}

export interface TypeParameterSyntax {
  readonly name: string;
  readonly bounds: readonly TypeSyntax[];
}

// ---------------------------------------------------------------- declarations

export type ClassKind = 'class' | 'interface' | 'enum' | 'record' | 'annotation';

export interface ImportSyntax extends Span {
  readonly kind: 'single' | 'on-demand' | 'static-single' | 'static-on-demand' | 'module';
  /** Dotted name without the trailing `.*`. */
  readonly name: string;
}

/** The declarations in the headers of one file. Made from tokens, without parsing a body. */
export interface CompilationUnit {
  /** Dotted; empty for the unnamed package. */
  readonly packageName: string;
  readonly imports: readonly ImportSyntax[];
  readonly classes: readonly ClassDeclaration[];
  /** True for a compact source file (JEP 512): its members stand in an unnamed class, `classes[0]`. */
  readonly compact: boolean;
  readonly problems: readonly Problem[];
}

export interface ClassDeclaration extends Span {
  readonly kind: ClassKind;
  /** Simple name; empty for anonymous classes and the unnamed class of a compact source file. */
  readonly name: string;
  readonly nameStart: number;
  readonly modifiers: readonly string[];
  readonly typeParameters: readonly TypeParameterSyntax[];
  readonly superclass?: TypeSyntax;
  readonly interfaces: readonly TypeSyntax[];
  /** The components of a record; empty for other classes. */
  readonly components: readonly ParameterSyntax[];
  readonly members: readonly Member[];
}

export interface ParameterSyntax extends Span {
  readonly name: string;
  readonly type: TypeSyntax;
  readonly varargs: boolean;
}

export type Member =
  MethodDeclaration | FieldDeclaration | InitializerDeclaration | EnumConstantDeclaration | ClassMember;

/** Text that is still to be parsed: what lies between two file offsets, and by which rule. */
export interface BodyText extends Span {
  readonly rule:
    'block' | 'constructor-body' | 'expression' | 'array-initializer' | 'arguments' | 'class-body';
}

export interface MethodDeclaration extends Span {
  readonly kind: 'method' | 'constructor' | 'compact-constructor';
  /** `<init>` is written as the class's own name for constructors. */
  readonly name: string;
  readonly nameStart: number;
  readonly modifiers: readonly string[];
  readonly typeParameters: readonly TypeParameterSyntax[];
  /** `void` for constructors. */
  readonly returnType: TypeSyntax;
  readonly parameters: readonly ParameterSyntax[];
  /** Absent for abstract and native methods. Braces included. */
  readonly body?: BodyText;
}

export interface FieldDeclaration extends Span {
  readonly kind: 'field';
  readonly modifiers: readonly string[];
  readonly declarators: readonly FieldDeclarator[];
}

export interface FieldDeclarator extends Span {
  readonly name: string;
  readonly nameStart: number;
  /** The declared type with this declarator's own `[]` applied. */
  readonly type: TypeSyntax;
  readonly initializer?: BodyText;
}

interface InitializerDeclaration extends Span {
  readonly kind: 'initializer';
  readonly isStatic: boolean;
  readonly body: BodyText;
}

export interface EnumConstantDeclaration extends Span {
  readonly kind: 'enum-constant';
  readonly name: string;
  readonly nameStart: number;
  /** Parentheses included; empty, behind the name, where there are none. */
  readonly argumentsText: BodyText;
  /** The constant's class body, as a class of its own. */
  readonly body?: ClassDeclaration;
}

interface ClassMember extends Span {
  readonly kind: 'class-member';
  readonly declaration: ClassDeclaration;
}

// ---------------------------------------------------------------------- bodies

/** A parsed body. Every span below it is relative to `start`. */
export interface Body {
  /** File offset at which the body's text starts. Not part of the cached tree's identity. */
  readonly root: BodyRoot;
  readonly problems: readonly Problem[];
}

export type BodyRoot =
  | { readonly kind: 'statements'; readonly block: BlockStatement }
  | { readonly kind: 'value'; readonly expression: Expression }
  | ArgumentsRoot;

/** The arguments in the parentheses of an enum constant. */
export interface ArgumentsRoot {
  readonly kind: 'arguments';
  readonly arguments: readonly Expression[];
}

export type Statement =
  | BlockStatement
  | LocalVariableStatement
  | (Span & { readonly kind: 'local-class'; readonly declaration: LocalClass })
  | (Span & { readonly kind: 'expression-statement'; readonly expression: Expression })
  | (Span & {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: Statement;
      readonly otherwise?: Statement;
    })
  | (Span & { readonly kind: 'while'; readonly condition: Expression; readonly body: Statement })
  | (Span & { readonly kind: 'do'; readonly condition: Expression; readonly body: Statement })
  | ForStatement
  | ForEachStatement
  | (Span & { readonly kind: 'labeled'; readonly label: string; readonly body: Statement })
  | (Span & { readonly kind: 'switch-statement'; readonly switch: SwitchBody })
  | TryStatement
  | (Span & { readonly kind: 'throw'; readonly expression: Expression })
  | (Span & { readonly kind: 'return'; readonly expression?: Expression })
  | (Span & { readonly kind: 'break'; readonly label?: string })
  | (Span & { readonly kind: 'continue'; readonly label?: string })
  | (Span & { readonly kind: 'yield'; readonly expression: Expression })
  | (Span & { readonly kind: 'synchronized'; readonly lock: Expression; readonly body: BlockStatement })
  | (Span & { readonly kind: 'assert'; readonly condition: Expression; readonly message?: Expression })
  | (Span & { readonly kind: 'empty' })
  /** Text that no rule could make sense of; said in `problems`. */
  | (Span & { readonly kind: 'missing-statement' });

export interface BlockStatement extends Span {
  readonly kind: 'block';
  readonly statements: readonly Statement[];
}

export interface LocalVariableStatement extends Span {
  readonly kind: 'local-variable';
  readonly modifiers: readonly string[];
  readonly declarators: readonly LocalDeclarator[];
}

export interface LocalDeclarator extends Span {
  readonly name: string;
  readonly type: TypeSyntax;
  readonly initializer?: Expression;
}

export interface ForStatement extends Span {
  readonly kind: 'for';
  readonly init: readonly Statement[];
  readonly condition?: Expression;
  readonly update: readonly Expression[];
  readonly body: Statement;
}

export interface ForEachStatement extends Span {
  readonly kind: 'for-each';
  readonly variable: LocalDeclarator;
  readonly iterable: Expression;
  readonly body: Statement;
}

export interface TryStatement extends Span {
  readonly kind: 'try';
  readonly resources: readonly (LocalVariableStatement | Expression)[];
  readonly block: BlockStatement;
  readonly catches: readonly CatchClause[];
  readonly finallyBlock?: BlockStatement;
}

export interface CatchClause extends Span {
  readonly types: readonly TypeSyntax[];
  readonly name: string;
  readonly block: BlockStatement;
}

/** A switch statement or expression. */
export interface SwitchBody {
  readonly selector: Expression;
  readonly cases: readonly SwitchCase[];
}

export interface SwitchCase extends Span {
  readonly labels: readonly CaseLabel[];
  readonly guard?: Expression;
  /** `case X ->` rather than `case X:`. */
  readonly arrow: boolean;
  /** The statements of the case. An arrow has one: an expression statement, a block or a throw. */
  readonly body: readonly Statement[];
  /** The bare expression of an arrow, which is the switch's value. */
  readonly value?: Expression;
}

export type CaseLabel =
  | (Span & { readonly kind: 'constant'; readonly expression: Expression })
  | (Span & { readonly kind: 'pattern'; readonly pattern: Pattern })
  | (Span & { readonly kind: 'default' });

export type Pattern =
  | (Span & { readonly kind: 'type-pattern'; readonly type: TypeSyntax; readonly name: string })
  | (Span & {
      readonly kind: 'record-pattern';
      readonly type: TypeSyntax;
      readonly patterns: readonly Pattern[];
    })
  /** `_` */
  | (Span & { readonly kind: 'match-all' });

export type Expression =
  | (Span & { readonly kind: 'literal'; readonly literal: LiteralKind; readonly text: string })
  /** A bare name: a variable, or the first part of a qualified name. */
  | (Span & { readonly kind: 'name'; readonly name: string })
  /** `a.b`: a field, or a part of a package or type name; the typer decides (JLS 6.5.2). */
  | (Span & {
      readonly kind: 'field-access';
      readonly target: Expression;
      readonly name: string;
      readonly nameStart: number;
    })
  | (Span & { readonly kind: 'this'; readonly qualifier?: Expression })
  | (Span & { readonly kind: 'super'; readonly qualifier?: Expression })
  | CallExpression
  | NewExpression
  | (Span & {
      readonly kind: 'new-array';
      /** The element type without any dimension: `int` of `new int[2][]`. */
      readonly elementType: TypeSyntax;
      readonly dimensions: readonly Expression[];
      /** Empty dimensions `[]` after the given ones, or all of them before an initializer. */
      readonly emptyDimensions: number;
      readonly initializer?: ArrayInitializer;
    })
  | ArrayInitializer
  | (Span & { readonly kind: 'array-access'; readonly array: Expression; readonly index: Expression })
  | (Span & {
      readonly kind: 'unary';
      readonly operator: '+' | '-' | '~' | '!';
      readonly operand: Expression;
    })
  | (Span & {
      readonly kind: 'increment';
      readonly operator: '++' | '--';
      readonly prefix: boolean;
      readonly operand: Expression;
    })
  | (Span & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly operatorStart: number;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Span & {
      readonly kind: 'assignment';
      readonly operator: AssignmentOperator;
      readonly operatorStart: number;
      readonly target: Expression;
      readonly value: Expression;
    })
  | (Span & {
      readonly kind: 'instanceof';
      readonly operand: Expression;
      readonly type?: TypeSyntax;
      readonly pattern?: Pattern;
    })
  | (Span & {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    })
  | (Span & { readonly kind: 'cast'; readonly type: TypeSyntax; readonly operand: Expression })
  | LambdaExpression
  | (Span & {
      readonly kind: 'method-reference';
      readonly target: Expression | TypeSyntax;
      readonly name: string;
    })
  | (Span & { readonly kind: 'switch-expression'; readonly switch: SwitchBody })
  | (Span & { readonly kind: 'class-literal'; readonly type: TypeSyntax })
  /** Text that no rule could make sense of; said in `problems`. */
  | (Span & { readonly kind: 'missing' });

/** The expressions of a kind. */
export type ExpressionOf<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;
export type FieldAccess = ExpressionOf<'field-access'>;
export type MethodReference = ExpressionOf<'method-reference'>;

export interface CallExpression extends Span {
  readonly kind: 'call';
  readonly target?: Expression;
  /** `this` and `super` for explicit constructor calls. */
  readonly name: string;
  readonly nameStart: number;
  readonly typeArguments: readonly TypeSyntax[];
  readonly arguments: readonly Expression[];
}

export interface NewExpression extends Span {
  readonly kind: 'new';
  readonly outer?: Expression;
  readonly type: TypeSyntax;
  readonly arguments: readonly Expression[];
  /** The body of an anonymous class. */
  readonly body?: LocalClass;
}

export interface ArrayInitializer extends Span {
  readonly kind: 'array-initializer';
  readonly elements: readonly Expression[];
}

export interface LambdaExpression extends Span {
  readonly kind: 'lambda';
  readonly parameters: readonly ParameterSyntax[];
  readonly body: Expression | BlockStatement;
}

/**
 * A class declared inside a body (local, or anonymous with an empty name). The
 * declaration's spans are relative to the enclosing body like everything else,
 * and the bodies of its members are parsed already, by member, in
 * `bodies` (keyed by the `start` of their {@link BodyText}).
 */
export interface LocalClass {
  readonly declaration: ClassDeclaration;
  readonly bodies: ReadonlyMap<number, BodyRoot>;
}

/** Something wrong with the input, in words, at a place. Never an exception. */
export interface Problem extends Span {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}
