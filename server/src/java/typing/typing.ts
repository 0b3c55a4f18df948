/**
 * The results of typing one body: the contract between `java/typing/` and its readers (`flow/`,
 * `operations/`).
 */
import type {
  ClassSignature,
  ConstantValue,
  FieldSignature,
  JavaType,
  MethodSignature,
  SignatureSource,
} from '../../classfile/signatures/class-signature';
import type {
  ArgumentsRoot,
  BodyRoot,
  ClassDeclaration,
  CompilationUnit,
  Expression,
  LambdaExpression,
  LocalClass,
  ParameterSyntax,
  Pattern,
  Problem,
  TypeSyntax,
} from '../syntax/ast';

/** The meaning of a name, a field access, a call or a `new` (JLS 6.5, 15.11, 15.12). */
export type Resolution =
  | {
      readonly kind: 'local';
      readonly name: string;
      readonly type: JavaType;
      /**
       * The lambdas and classes between the use and the declaration, innermost first. Empty if nothing
       * captures the variable.
       */
      readonly through: readonly Crossing[];
    }
  | {
      readonly kind: 'field';
      readonly owner: string;
      readonly field: FieldSignature;
      readonly isStatic: boolean;
      readonly origin: CodeOrigin;
    }
  | MethodResolution
  | { readonly kind: 'array-length' }
  | { readonly kind: 'type'; readonly type: JavaType }
  | { readonly kind: 'package'; readonly name: string };

/** A lambda or a class that captures the variables around it. */
export type Crossing = { readonly kind: 'lambda' } | { readonly kind: 'class'; readonly name: string };

export interface MethodResolution {
  readonly kind: 'method';
  /** Binary name of the class that declares the method. */
  readonly owner: string;
  readonly method: MethodSignature;
  /** Erased descriptor (JVMS 4.3.3) of the declared method, as an invoke instruction names it. */
  readonly descriptor: string;
  readonly dispatch: 'static' | 'virtual' | 'interface' | 'special';
  /** Arguments from this index on are packed into an array (variable arity invocation, JLS 15.12.4.2). */
  readonly packsFrom?: number;
  /** The number of arguments that a method reference of variable arity packs. */
  readonly packs?: number;
  /** The declared parameters with what was put for type variables, where they mention any: arguments are cast to their erasures. */
  readonly formals?: readonly JavaType[];
  readonly origin: CodeOrigin;
}

export type CodeOrigin = 'workspace' | 'class-path' | 'platform';

export interface Typing {
  /** The type of each expression before any conversion that its place asks for; `unknown` where it could not be found. */
  typeOf(expression: Expression): JavaType;
  /**
   * The resolution of an expression. The arguments of an enum constant resolve to the constructor that
   * they go to.
   */
  resolutionOf(node: Expression | ArgumentsRoot): Resolution | undefined;
  /** The value of a constant expression (JLS 15.29), which javac folds. */
  constantOf(expression: Expression): ConstantValue | undefined;
  /** The declared or inferred type of a syntactic type (`var` and inferred parameters included). */
  typeOfSyntax(type: TypeSyntax): JavaType;
  typeOfParameter(lambda: LambdaExpression, parameter: ParameterSyntax): JavaType;
  typeOfPattern(pattern: Pattern): JavaType;
  /** The type of the value that is put to a pattern: of a component as its record is parameterized there. */
  typeMatchedBy(pattern: Pattern): JavaType;
  /** The type that a lambda's body must return; `void` if it returns nothing. */
  returnTypeOf(lambda: LambdaExpression): JavaType;
  /** Binary name given to a local or anonymous class (`Outer$1`, `Outer$1Name`). */
  nameOfLocalClass(declaration: LocalClass): string;
  /** Signatures of the classes that the body declares, by binary name. */
  readonly localClasses: ReadonlyMap<string, ClassSignature>;
  /** Bounds of a type variable of the body, its local classes' included; undefined where there is none of the name. */
  boundsOf(variable: string): readonly JavaType[] | undefined;
  readonly problems: readonly Problem[];
}

/** The part of a typing that finds constants. */
export type ConstantTyping = Pick<Typing, 'constantOf'>;

/** The surroundings of a body. */
export interface TypingContext {
  readonly unit: CompilationUnit;
  /** Enclosing classes from the outermost to the one that holds the body, with their binary names. */
  readonly enclosing: readonly { readonly declaration: ClassDeclaration; readonly binaryName: string }[];
  readonly isStatic: boolean;
  /** The parameters of the method or constructor; empty for initializers. */
  readonly parameters: readonly ParameterSyntax[];
  readonly typeParameters: readonly { readonly name: string; readonly bounds: readonly TypeSyntax[] }[];
  /**
   * The type that `return` converts to, or the type of an initializer's variable. Absent for blocks
   * that return nothing.
   */
  readonly expectedType?: TypeSyntax;
  readonly signatures: SignatureSource;
  /**
   * The prefix of the binary names of the body's local and anonymous classes, in the place of the
   * enclosing class's name. These classes are numbered within the body, so a caller that keeps names
   * of several bodies gives each body its own prefix.
   */
  readonly localClassPrefix?: string;
}

/** Types one body. Never throws on broken code; what can't be typed is `unknown`. */
export type TypeBody = (root: BodyRoot, context: TypingContext) => Typing;
