/**
 * Signatures whose types are resolved when they are first asked for: two
 * headers may speak of each other, and most are never asked.
 *
 * Sits in `java/`, under `header-signatures.ts`. Classes, since an object with
 * accessors of its own takes ten times the memory of one whose class has them,
 * and a workspace has tens of thousands.
 */
import type {
  ConstantValue,
  FieldSignature,
  JavaType,
  MethodSignature,
  TypeParameter,
} from '../../classfile/signatures/class-signature';

/** Computed on the first call; a call from within that computation gets `during`. */
export class Late<T> {
  #compute: (() => T) | undefined;
  #value: T;

  constructor(compute: () => T, during: T) {
    this.#compute = compute;
    this.#value = during;
  }

  get value(): T {
    const compute = this.#compute;
    if (compute !== undefined) {
      this.#compute = undefined;
      this.#value = compute();
    }
    return this.#value;
  }
}

export class LateTypeParameter implements TypeParameter {
  readonly name: string;
  readonly #bounds: Late<readonly JavaType[]>;

  constructor(name: string, bounds: () => readonly JavaType[]) {
    this.name = name;
    this.#bounds = new Late(bounds, []);
  }

  get bounds(): readonly JavaType[] {
    return this.#bounds.value;
  }
}

export class LateField implements FieldSignature {
  readonly name: string;
  readonly flags: number;
  readonly #type: Late<JavaType>;
  readonly #constant: Late<ConstantValue | undefined> | undefined;

  constructor(
    name: string,
    flags: number,
    type: () => JavaType,
    constant: (() => ConstantValue | undefined) | undefined,
  ) {
    this.name = name;
    this.flags = flags;
    this.#type = new Late(type, { kind: 'unknown' });
    this.#constant = constant === undefined ? undefined : new Late(constant, undefined);
  }

  get type(): JavaType {
    return this.#type.value;
  }

  get constant(): ConstantValue | undefined {
    return this.#constant?.value;
  }
}

/** The parts of a method's header that its signature needs. */
interface LateMethodHead {
  readonly name: string;
  readonly flags: number;
  readonly typeParameters: readonly TypeParameter[];
  readonly parameters: () => readonly JavaType[];
  readonly returnType: () => JavaType;
}

export class LateMethod implements MethodSignature {
  readonly name: string;
  readonly flags: number;
  readonly typeParameters: readonly TypeParameter[];
  readonly #parameters: Late<readonly JavaType[]>;
  readonly #returnType: Late<JavaType>;

  constructor({ name, flags, typeParameters, parameters, returnType }: LateMethodHead) {
    this.name = name;
    this.flags = flags;
    this.typeParameters = typeParameters;
    this.#parameters = new Late(parameters, []);
    this.#returnType = new Late(returnType, { kind: 'unknown' });
  }

  get parameters(): readonly JavaType[] {
    return this.#parameters.value;
  }

  get returnType(): JavaType {
    return this.#returnType.value;
  }
}
