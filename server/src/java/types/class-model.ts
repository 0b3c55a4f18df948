/** Classes as the typer sees them: their members with the types that they have there, and all classes that can be named. Sits in `java/`. */
import type { CompilationUnit } from '../syntax/ast';
import type {
  ClassSignature,
  ClassType,
  MethodSignature,
  FieldSignature,
  JavaType,
  TypeParameter,
} from '../../classfile/signatures/class-signature';

export interface Universe {
  findClass(name: string): ClassModel | undefined;
  /** The scope of each file's imports, which all bodies of the file share. */
  readonly units: WeakMap<CompilationUnit, UnitScope>;
}

export interface ClassModel {
  readonly signature: ClassSignature;
  readonly isInterface: boolean;
  /** Without type arguments: the raw type of a generic class. */
  readonly raw: ClassType;
  /** The type of `this`: the class with its own type parameters as arguments. */
  readonly self: ClassType;
  readonly universe: Universe;
  /** Caches, filled on demand by the functions of this room, from what `classesBehind` names and nothing else. */
  readonly methods: Map<string, readonly MemberMethod[]>;
  readonly fields: Map<string, MemberField | null>;
  readonly memberTypes: Map<string, ClassType | null>;
  supertypes: ReadonlyMap<string, ClassType> | undefined;
  ownMethods: ReadonlyMap<string, readonly MethodSignature[]> | undefined;
  function: MemberMethod | null | undefined;
  isKnown: boolean | undefined;
}

export interface MemberMethod {
  /** The class that declares it. */
  readonly owner: ClassModel;
  readonly method: MethodSignature;
  /** These three in terms of the class it was looked up in. */
  readonly typeParameters: readonly TypeParameter[];
  readonly parameters: readonly JavaType[];
  readonly returnType: JavaType;
  /** The parameter types of the method as a member of the raw type (JLS 4.8). */
  readonly erasedParameters: readonly JavaType[];
  readonly erasedReturnType: JavaType;
  readonly isVarargs: boolean;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
}

export interface MemberField {
  readonly owner: ClassModel;
  readonly field: FieldSignature;
  readonly type: JavaType;
  readonly isStatic: boolean;
}

export interface UnitScope {
  typeNamed(name: string): ClassType | undefined;
  fieldNamed(name: string): MemberField | undefined;
  methodsNamed(name: string): readonly MemberMethod[];
  /** The dotted name that a single import gives to a simple one, whether the class is found or not. */
  importedName(name: string): string | undefined;
}
