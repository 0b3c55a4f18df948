/**
 * Which methods a method may come to call, by what the code that ran names.
 *
 * Sits in `profile/`, over the document. Names alone tell: a method that
 * overrides another one is called by the other's name, so any method of a name
 * and descriptor is one that may run. What libraries call back is named nowhere.
 */
import type { ProfileDocument } from './profile-document';

/** Whether the first method may call the second one, or what calls it: through methods that `isBetween` lets pass. */
export type MayCall = (method: number, called: number) => boolean;

/** `firstOf`: number of the first method of each class; the others follow. Each method reaches itself. */
export function createReach(
  { classes, callees }: Pick<ProfileDocument, 'classes' | 'callees'>,
  firstOf: readonly number[],
): (isBetween: (method: number) => boolean) => MayCall {
  const byName = new Map<string, number[]>();
  for (const [owner, { methods }] of classes.entries())
    for (const [index, { name, descriptor }] of methods.entries())
      list(byName, `${name}${descriptor}`).push((firstOf[owner] ?? 0) + index);
  const direct: number[][] = [];
  for (const [owner, { methods }] of classes.entries())
    for (const [index, { invocations }] of methods.entries())
      direct[(firstOf[owner] ?? 0) + index] = invocations.flatMap(([callee]) => {
        const named = callees[callee] ?? '';
        return byName.get(named.slice(named.lastIndexOf('.', named.indexOf('(')) + 1)) ?? [];
      });
  return (isBetween) => {
    const reached = new Map<number, Uint8Array>();
    /** 1 for each method that is reached: a byte, where a set takes forty. */
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

function list(map: Map<string, number[]>, name: string): number[] {
  let own = map.get(name);
  if (own === undefined) map.set(name, (own = []));
  return own;
}
