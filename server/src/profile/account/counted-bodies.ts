/**
 * Library calls whose bodies a profile counted as code of the program: a program's own list behind `List.get`, or
 * classes of the JDK that were followed. Such a call costs only the call, since the body's operations have rows of
 * their own. So does a call of code that is not counted, where samples tell that code apart: what is scaled to the
 * counted code holds no such body. Nor does a method that waits take energy while it does.
 *
 * Sits in `profile/`. A row of calls does not say which bodies they ran. As many of them as counted bodies with this
 * name and these parameters ran are taken to have run those.
 */
import { at } from '../../base/check';
import { dottedName } from '../../classfile/read/descriptors';
import { times } from '../../cost/pricing/combine-energies';
import { callPrice } from '../../cost/model/library-prices';
import type { CostModel, Price } from '../../cost/model/cost-model';
import { operandsOfMethod } from '../../operations/bytecode/stack-values';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { Share } from '../../base/units';
import { onlyWaits } from '../plan/library-calls';
import type { ProfileDocument } from '../document/profile-document';

type CountedPart = Pick<ProfileDocument, 'keys' | 'classes' | 'measurement'>;

/** What the agent takes for the JDK, whose code belongs to its caller. */
const JDK = /^(?:javax?|jdk|sun|com\.sun|jouleline)\./;

/** The model as it is, if the profile counted no body of a library call, and no call that waits. */
export function withoutCountedBodies(model: CostModel, profile: CountedPart): CostModel {
  const shares = sharesOfCountedBodies(profile);
  if (shares.size === 0) return model;
  const shareOf = (operation: OperationKey): Share =>
    operation.family === 'LibraryFunction' ? (shares.get(callOf(operation)) ?? 0) : 0;
  return {
    ...model,
    price: (operation) => {
      const price = model.price(operation);
      const share = shareOf(operation);
      if (price === undefined || share === 0) return price;
      return mix(price, callPrice(operation, model), share);
    },
    ...(model.elementPrice && {
      elementPrice: (operation) => {
        const price = model.elementPrice?.(operation);
        return price && mix(price, undefined, shareOf(operation));
      },
    }),
  };
}

/** `share` of the executions costs only the call. */
function mix(price: Price, call: Price | undefined, share: Share): Price {
  const part = (of: Price, factor: number): Price['terms'] =>
    of.terms.map(({ parameter, coefficient }) => ({ parameter, coefficient: times(factor, coefficient) }));
  const noise = (1 - share) * price.noise + share * (call?.noise ?? 0);
  const terms = [
    ...(share === 1 ? [] : part(price, 1 - share)),
    ...(call === undefined ? [] : part(call, share)),
  ];
  return { terms, noise, ...(price.basis === undefined || share === 1 ? {} : { basis: price.basis }) };
}

const callOf = ({ name, operands }: Pick<OperationKey, 'name' | 'operands'>): string =>
  `${name}(${operands.join(',')})`;

function sharesOfCountedBodies({ keys, classes, measurement }: CountedPart): ReadonlyMap<string, Share> {
  const called = new Map<string, number>();
  const isApart = (measurement?.sampled?.samples ?? 0) > 0;
  const withoutBody = new Set<string>();
  const add = (operation: OperationKey, count: number): void => {
    for (const [part, executions] of operation.parts ?? []) add(part, executions * count);
    if (operation.family !== 'LibraryFunction') return;
    const call = callOf(operation);
    called.set(call, (called.get(call) ?? 0) + count);
    if (onlyWaits(operation.name) || (isApart && !JDK.test(operation.name))) withoutBody.add(call);
  };
  for (const { methods } of classes)
    for (const { operations } of methods) for (const [key, , count] of operations) add(at(keys, key), count);
  const bodies = called.size === 0 ? new Map<string, number>() : countBodies(classes);
  return new Map(
    Array.from(called, ([call, count]): [string, Share] => [
      call,
      withoutBody.has(call) ? 1 : Math.min(1, (bodies.get(call) ?? 0) / count),
    ]).filter(([, share]) => share > 0),
  );
}

/** The calls of counted bodies, by each call of a supertype's method that may have run them. */
function countBodies(classes: CountedPart['classes']): ReadonlyMap<string, number> {
  const supertypes = new Map(classes.map((each) => [each.name, each.supertypes]));
  const bodies = new Map<string, number>();
  // Rows of their calls have those alone that ran no counted body.
  const followed = new Set(classes.flatMap(({ name, isFollowed }) => (isFollowed === true ? [name] : [])));
  for (const { name, methods } of classes) {
    const ran = methods.filter(({ calls, name: method }) => calls > 0 && !method.startsWith('<'));
    if (ran.length === 0) continue;
    const above = new Set([name]);
    // A set hands out what is added while it is walked: this is the worklist.
    for (const type of above) for (const next of supertypes.get(type) ?? []) above.add(next);
    const owners = Array.from(above)
      .filter((type) => type !== name && !followed.has(type))
      .map(dottedName);
    for (const { name: method, descriptor, calls } of ran) {
      const operands = operandsOfMethod(descriptor).parameters;
      for (const owner of owners) {
        const call = callOf({ name: `${owner}.${method}`, operands });
        bodies.set(call, (bodies.get(call) ?? 0) + calls);
      }
    }
  }
  return bodies;
}
