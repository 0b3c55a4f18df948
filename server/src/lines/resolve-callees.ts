/**
 * This module finds the methods that a call may have reached, and how likely each of them is, from what a
 * profile counted.
 *
 * Sits in `lines/`, under `place-operations.ts`. A class file names the
 * method that javac knew; where it may be overridden, those that ran are taken
 * in proportion to their calls: counts alone don't say who called whom.
 */
import { addTo } from '../base/groups';
import type { MethodKey } from '../operations/catalogue/operation';
import type { ProfiledClass } from '../profile/document/profile-document';
import type { Share } from '../base/units';

interface CallTarget {
  readonly key: MethodKey;
  readonly share: Share;
}

export type TargetsOf = (callee: MethodKey, isOverridable: boolean) => readonly CallTarget[];

export function resolveCallees(classes: readonly ProfiledClass[]): TargetsOf {
  const supertypes = new Map(classes.map((each) => [each.name, each.supertypes]));
  const subtypes = new Map<string, string[]>();
  for (const { name, supertypes: above } of classes) for (const type of above) addTo(subtypes, type, name);
  const calls = new Map<MethodKey, number>(
    classes.flatMap(({ name, methods }) =>
      methods.map((method) => [`${name}.${method.name}${method.descriptor}`, method.calls] as const),
    ),
  );
  const known = new Map<string, readonly CallTarget[]>();

  function resolve(callee: MethodKey, isOverridable: boolean): readonly CallTarget[] {
    const parenthesis = callee.indexOf('(');
    const dot = callee.lastIndexOf('.', parenthesis);
    const [owner, rest] = [callee.slice(0, dot), callee.slice(dot)];
    const inherited = closure(owner, (type) => supertypes.get(type) ?? []).find((type) =>
      calls.has(`${type}${rest}`),
    );
    const candidates = new Set([
      ...(inherited === undefined ? [] : [inherited]),
      ...(isOverridable ? closure(owner, (type) => subtypes.get(type) ?? []) : []),
    ]);
    const ran = [...candidates]
      .map((type) => ({ key: `${type}${rest}`, count: calls.get(`${type}${rest}`) ?? 0 }))
      .filter(({ count }) => count > 0);
    const sum = ran.reduce((total, { count }) => total + count, 0);
    return ran.map(({ key, count }) => ({ key, share: count / sum }));
  }

  return (callee, isOverridable) => {
    const id = `${String(isOverridable)} ${callee}`;
    const targets = known.get(id) ?? resolve(callee, isOverridable);
    known.set(id, targets);
    return targets;
  };
}

/** The type and all that follow from it, nearest first. */
function closure(type: string, next: (type: string) => readonly string[]): readonly string[] {
  const found = new Set([type]);
  for (const each of found) for (const other of next(each)) found.add(other);
  return [...found];
}
