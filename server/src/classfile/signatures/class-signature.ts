/**
 * The declarations of a class, from a source header, a class file, or the bundled index of the
 * platform.
 *
 * Sits in `classfile/`, whose reader makes these; `java/` makes them from
 * source headers and reads them all. Class names are binary names with
 * slashes (`java/util/Map$Entry`), as in JVMS 4.2.1; generic types follow the
 * grammar of signatures (JVMS 4.7.9.1).
 */

export type PrimitiveTypeName =
  'boolean' | 'byte' | 'short' | 'char' | 'int' | 'long' | 'float' | 'double' | 'void';

export type JavaType =
  | PrimitiveType
  | ClassType
  | ArrayType
  | TypeVariable
  | WildcardType
  | IntersectionType
  | { readonly kind: 'null' }
  /** The type of an expression that could not be typed. An operation over it is named `…_?`, and counted. */
  | { readonly kind: 'unknown' };

export interface PrimitiveType {
  readonly kind: 'primitive';
  readonly name: PrimitiveTypeName;
}

export interface ClassType {
  readonly kind: 'class';
  /** Binary name with slashes. */
  readonly name: string;
  /** Empty for raw and non-generic types. */
  readonly typeArguments: readonly JavaType[];
  /** The parameterized enclosing type of an inner class, where it has type arguments. */
  readonly outer?: ClassType;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly element: JavaType;
}

/** A type variable by name; its bounds stand with the declaration that introduces it. */
export interface TypeVariable {
  readonly kind: 'variable';
  readonly name: string;
}

export interface WildcardType {
  readonly kind: 'wildcard';
  readonly variance: 'extends' | 'super' | 'unbounded';
  readonly bound?: JavaType;
}

interface IntersectionType {
  readonly kind: 'intersection';
  readonly types: readonly JavaType[];
}

export interface TypeParameter {
  readonly name: string;
  /** Empty means `java/lang/Object`. */
  readonly bounds: readonly JavaType[];
}

/** JVMS access flags as far as typing and operations need them (tables 4.1-B, 4.5-A, 4.6-A). */
export const AccessFlag = {
  public: 0x0001,
  private: 0x0002,
  protected: 0x0004,
  static: 0x0008,
  final: 0x0010,
  /** A method's flag: it holds a lock while it runs. */
  synchronized: 0x0020,
  varargs: 0x0080,
  native: 0x0100,
  interface: 0x0200,
  abstract: 0x0400,
  synthetic: 0x1000,
  annotation: 0x2000,
  enum: 0x4000,
} as const;

export type ConstantValue =
  | { readonly kind: 'int' | 'float' | 'double'; readonly value: number }
  | { readonly kind: 'long'; readonly value: bigint }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'string'; readonly value: string };

export interface FieldSignature {
  readonly name: string;
  readonly flags: number;
  readonly type: JavaType;
  /** The value of a constant variable (JLS 4.12.4), whose uses javac folds away. */
  readonly constant?: ConstantValue | undefined;
}

export interface MethodSignature {
  /** `<init>` for constructors. */
  readonly name: string;
  readonly flags: number;
  readonly typeParameters: readonly TypeParameter[];
  readonly parameters: readonly JavaType[];
  readonly returnType: JavaType;
}

export interface ClassSignature {
  /** Binary name with slashes. */
  readonly name: string;
  readonly flags: number;
  readonly isRecord: boolean;
  readonly typeParameters: readonly TypeParameter[];
  /** Absent for `java/lang/Object` and where it could not be resolved. */
  readonly superclass?: ClassType;
  readonly interfaces: readonly ClassType[];
  readonly fields: readonly FieldSignature[];
  readonly methods: readonly MethodSignature[];
  /** Simple name to binary name, of the member classes declared here. */
  readonly memberClasses: ReadonlyMap<string, string>;
  /** Binary name of the class that this one is declared in. */
  readonly outerClass?: string;
  /** The place where the class was found. Calls of a workspace class lead to source, calls of a library end there. */
  readonly origin: 'workspace' | 'class-path' | 'platform';
}

/** Finds classes by binary name. Pure and repeatable: the same name gives the same answer until the universe's version changes. */
export interface SignatureSource {
  findClass(binaryName: string): ClassSignature | undefined;
  /** True if any class lies in the package (slashes); tells a package name from a misspelt type. */
  hasPackage(packageName: string): boolean;
}
