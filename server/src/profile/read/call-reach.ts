/**
 * Tells which methods a method may call, directly or through others, by the names in the code that ran.
 *
 * Sits in `profile/`, over the document. A method that overrides another one is called by the other's name,
 * so a call may reach every method of that name and descriptor. Calls that libraries make are not known.
 */
import { addTo } from '../../base/groups';
import { at } from '../../base/check';
import type { ProfileDocument } from '../document/profile-document';

/** True if the first method may call the second one, directly or through methods that `isBetween` accepts. */
export type MayCall = (method: number, called: number) => boolean;

/** Finds what each method may reach; each method reaches itself. `firstOf` has the number of each class's first method, and the others follow. */
export function createReach(
  { classes, callees }: Pick<ProfileDocument, 'classes' | 'callees'>,
  firstOf: readonly number[],
): (isBetween: (method: number) => boolean) => MayCall {
  const byName = new Map<string, number[]>();
  for (const [owner, { methods }] of classes.entries())
    for (const [index, { name, descriptor }] of methods.entries())
      addTo(byName, `${name}${descriptor}`, at(firstOf, owner) + index);
  const direct: number[][] = [];
  for (const [owner, { methods }] of classes.entries())
    for (const [index, { invocations }] of methods.entries())
      direct[at(firstOf, owner) + index] = invocations.flatMap(([callee]) => {
        const named = callees[callee] ?? '';
        return byName.get(named.slice(named.lastIndexOf('.', named.indexOf('(')) + 1)) ?? [];
      });
  return (isBetween) => {
    const reached = new Map<number, Uint8Array>();
    /** One byte a method, 1 for those that are reached: a set would take forty bytes each. */
    const reachOf = (method: number): Uint8Array => {
      const known = reached.get(method);
      if (known !== undefined) return known;
      const isReached = new Uint8Array(direct.length);
      isReached[method] = 1;
      const open = [method];
      for (let each = open.pop(); each !== undefined; each = open.pop()) {
        if (each !== method && !isBetween(each)) continue;
        for (const next of direct[each] ?? []) {
          if (isReached[next] === 1) continue;
          isReached[next] = 1;
          open.push(next);
        }
      }
      reached.set(method, isReached);
      return isReached;
    };
    return (method, called) => reachOf(method)[called] === 1;
  };
}
