/**
 * The facts of a member that say who may call it: what it overrides, and whether the outside can reach it.
 *
 * Sits in `analysis/`, under `analyze-member.ts`; the graph of calls (`flow/program/`) reads them.
 */
import { AccessFlag } from '../classfile/signatures/class-signature';
import { parseMethodDescriptor } from '../java/types/erasure';
import type { ClassModel, Universe } from '../java/types/class-model';
import { supertypesOf } from '../java/types/universe';
import type { MethodKey } from '../operations/catalogue/operation';
import type { CallFacts } from './file-operations';

/** `flags` are the method's access flags; absent for members that have none, and those of classes inside bodies. */
export function callFactsOf(key: MethodKey, universe: Universe, flags?: number): CallFacts {
  const dot = key.indexOf('.');
  const parenthesis = key.indexOf('(', dot);
  const model = universe.findClass(key.slice(0, dot));
  if (model === undefined) return { supertypes: [], overrides: '', reach: 'inner' };
  const supertypes = [...supertypesOf(model).keys()];
  const name = key.slice(dot + 1, parenthesis);
  if (parenthesis < 0 || key.includes('@') || name === '<clinit>')
    return { supertypes, overrides: '', reach: 'inner' };
  const arity = parseMethodDescriptor(key.slice(parenthesis)).parameters.length;
  const overrides =
    name === '<init>' ? undefined : supertypes.find((type) => declares(universe, type, name, arity));
  return { supertypes, overrides: overrides ?? '', reach: reachOf(key.slice(dot + 1), model, flags) };
}

/** True for a library type with such a method that an instance's class may override. */
function declares(universe: Universe, type: string, name: string, arity: number): boolean {
  const signature = universe.findClass(type)?.signature;
  if (signature === undefined || signature.origin === 'workspace') return false;
  return signature.methods.some(
    (method) =>
      method.name === name &&
      method.parameters.length === arity &&
      (method.flags & (AccessFlag.static | AccessFlag.private | AccessFlag.final)) === 0,
  );
}

function reachOf(method: string, { signature }: ClassModel, flags: number | undefined): CallFacts['reach'] {
  if (flags === undefined) return 'inner';
  if (method === 'main([Ljava/lang/String;)V' && (flags & AccessFlag.static) !== 0) return 'main';
  const isPublic = (signature.flags & AccessFlag.interface) !== 0 || (flags & AccessFlag.public) !== 0;
  return isPublic && (signature.flags & AccessFlag.public) !== 0 ? 'public' : 'inner';
}
