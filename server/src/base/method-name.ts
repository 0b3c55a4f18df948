/** The name of a method: its class, name and descriptor. Sits in `base/`. */

/** A method by the names that two programs share. */
export interface MethodName {
  /** Binary name with dots; empty where a recording does not say. */
  readonly class: string;
  readonly name: string;
  /** Empty where a recording does not say. */
  readonly descriptor: string;
}

/** The text by which a method is told from others. */
export function keyOfMethod({ class: owner, name, descriptor }: MethodName): string {
  return `${owner}\n${name}\n${descriptor}`;
}

/** The class and method of a path such as `java.util.ArrayList.get`. */
export function methodOfPath(path: string): MethodName {
  const dot = path.lastIndexOf('.');
  return { class: path.slice(0, Math.max(0, dot)), name: path.slice(dot + 1), descriptor: '' };
}
