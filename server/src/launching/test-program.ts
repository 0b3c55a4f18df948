/**
 * The program that runs a test: the class path's own JUnit, started by its
 * console launcher.
 *
 * Sits in `launching/`, the door of `launching/` for `cli/`.
 */
import { readClass } from '../classfile/read/read-class';
import type { TestSelection } from './junit';

/**
 * One selection for each method of that name, with its parameters: overloads
 * are tests of their own. `undefined` where the class has no such method.
 */
export function selectOverloads(
  { className, methodName }: TestSelection,
  classFile: Uint8Array,
): readonly TestSelection[] | undefined {
  if (methodName === undefined) return [{ className }];
  const read = readClass(classFile);
  if (!read.ok) return undefined;
  const overloads = read.value.methods.filter(({ name }) => name === methodName);
  if (overloads.length === 0) return undefined;
  return overloads.map(({ descriptor }) => ({ className, methodName, descriptor }));
}
