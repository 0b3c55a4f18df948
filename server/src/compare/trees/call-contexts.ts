/** The calling context tree of a profile in joules, by which programs are compared. */
import { type RowCosts, energyOfRow } from '../../cost/pricing/counted-rows';
import { withDefined } from '../../base/check';
import { type CallRow, type MethodTree, buildMethodTree } from './method-tree';
import { type MethodName, methodOfPath } from '../../base/method-name';
import type { ClassRelations } from './task-tree';
import { calleeOf, callsLibrary } from '../../profile/account/called-lines';
import type { CalledRows } from '../sides/called-rows';
import { attempt } from '../../base/outcome';
import { descriptorOfOperands, operandsOfMethod } from '../../operations/bytecode/stack-values';
import type { OperationKey } from '../../operations/catalogue/operation';
import {
  type Callee,
  type ContextRow,
  listBetween,
  readCallee,
  type ProfileDocument,
} from '../../profile/document/profile-document';

/**
 * The tree of a profile; undefined if none was recorded. Calls of libraries are leaves, because their insides were
 * not counted. `costs` holds joules, by index of the profile's key, and `isModeled` is false for each key without a
 * cost. `hasDescriptors` tells if descriptors distinguish methods. A method's `called` rows are divided over its contexts
 * by their calls.
 */
export function contextsOf(
  profile: ProfileDocument,
  costs: RowCosts,
  hasDescriptors = true,
  isModeled?: readonly boolean[],
  called: CalledRows = new Map(),
): MethodTree | undefined {
  const { tree, classes, keys } = profile;
  if (tree === undefined) return undefined;
  const rows: CallRow[] = [];
  const placed: number[] = [];
  const passed = listBetween(tree);
  const recursive = new Map<number, number>();
  for (const [, , , , , , , back] of tree.contexts)
    for (const [target, , , taken] of back) recursive.set(target, (recursive.get(target) ?? 0) + taken);
  const shareOf = createShares(tree.contexts);
  for (const [context, row] of tree.contexts.entries()) {
    const [parent, classIndex, methodIndex, , , calls, operations] = row;
    const owner = classes[classIndex];
    const method = owner?.methods[methodIndex];
    const between = readCallee(passed.get(context) ?? '');
    const caller = placed[parent] ?? -1;
    // What it was handed to, or given to, calls it back: this is the row of that call.
    if (between !== undefined)
      rows.push({
        parent: caller,
        method: libraryMethod(between, hasDescriptors),
        exclusive: 0,
      });
    const own = rows.length;
    placed.push(own);
    let [exclusive, variance] = [0, 0];
    const ofOwn: (readonly [operation: string, count: number])[] = [];
    const libraries: CallRow[] = [];
    for (const [key, count, sizes] of operations) {
      const operation = keys[key];
      const energy = energyOfRow(costs, key, count, sizes);
      const unmodeled =
        isModeled?.[key] !== false || count === 0 || operation === undefined
          ? []
          : [[textOfOperation(operation), count] as const];
      if (operation !== undefined && callsLibrary(operation))
        libraries.push({
          parent: own,
          method: nameOfLibrary(operation, hasDescriptors),
          exclusive: energy,
          calls: count,
          unmodeled,
          ...withDefined({ sizes }),
        });
      else {
        exclusive += energy;
        ofOwn.push(...unmodeled);
      }
    }
    const share = shareOf(row);
    for (const { callee, ...row } of (method && called.get(method)) ?? []) {
      const part = { exclusive: row.energy * share, variance: row.variance * share ** 2 };
      if (callee !== undefined)
        libraries.push({ parent: own, method: overloadOf(callee, libraries), ...part });
      else [exclusive, variance] = [exclusive + part.exclusive, variance + part.variance];
    }
    const again = recursive.get(context) ?? 0;
    rows.push({
      parent: between === undefined ? caller : own - 1,
      method: (owner?.isFollowed === true ? libraryMethod : ownMethod)(
        { class: owner?.name ?? '', name: method?.name ?? '', descriptor: method?.descriptor ?? '' },
        hasDescriptors,
      ),
      exclusive,
      variance,
      calls: Math.max(0, calls - again),
      recursive: again,
      unmodeled: ofOwn,
    });
    rows.push(...libraries);
  }
  return buildMethodTree(rows);
}

/** Gives the share of a context in the calls of its method; contexts of a method that nothing called share it evenly. */
export function createShares(contexts: readonly ContextRow[]): (row: ContextRow) => number {
  const sums = new Map<string, { readonly calls: number; readonly contexts: number }>();
  const idOf = ([, owner, method]: ContextRow): string => `${owner} ${method}`;
  const sumOf = (row: ContextRow) => sums.get(idOf(row)) ?? { calls: 0, contexts: 0 };
  for (const row of contexts) {
    const sum = sumOf(row);
    sums.set(idOf(row), { calls: sum.calls + row[5], contexts: sum.contexts + 1 });
  }
  return (row) => {
    const sum = sumOf(row);
    return sum.calls > 0 ? row[5] / sum.calls : 1 / sum.contexts;
  };
}

/** The name and operands of an operation: "Addition(int,int)". */
export function textOfOperation({ name, operands }: OperationKey): string {
  return `${name}(${operands.join(',')})`;
}

/**
 * The class and method that do a library's work, such as `java.util.ArrayList.get`, with a descriptor of the kinds of
 * parameters that operations tell apart.
 */
export function nameOfLibrary(operation: OperationKey, hasDescriptors = true): MethodName {
  const { family, operands } = operation;
  const isTold = hasDescriptors && family === 'LibraryFunction';
  return { ...methodOfPath(calleeOf(operation)), descriptor: isTold ? descriptorOfOperands(operands) : '' };
}

function ownMethod({ class: owner, name, descriptor }: Callee, hasDescriptors: boolean): MethodName {
  return { class: owner.replaceAll('/', '.'), name, descriptor: hasDescriptors ? descriptor : '' };
}

/** A library's method as operations name it. */
function libraryMethod(callee: Callee, hasDescriptors: boolean): MethodName {
  const read = attempt(() => operandsOfMethod(callee.descriptor).parameters);
  return ownMethod(
    { ...callee, descriptor: read.ok ? descriptorOfOperands(read.value) : '' },
    hasDescriptors,
  );
}

/** The method that samples name without a descriptor: the only one of this name that is called there, or itself. */
export function overloadOf(callee: MethodName, calls: Iterable<Pick<CallRow, 'method'>>): MethodName {
  const found = [...calls].filter(
    ({ method }) => method.class === callee.class && method.name === callee.name,
  );
  const [only] = found;
  return only !== undefined && found.every(({ method }) => method.descriptor === only.method.descriptor)
    ? only.method
    : callee;
}

/** Tells if one class extends or implements another, by the supertypes that the classes of the profiles name. */
export function createHierarchy(profiles: readonly ProfileDocument[]): ClassRelations['extends'] {
  const supertypes = new Map<string, readonly string[]>();
  for (const { classes } of profiles)
    for (const { name, supertypes: direct } of classes)
      supertypes.set(
        name.replaceAll('/', '.'),
        direct.map((each) => each.replaceAll('/', '.')),
      );
  return (className, other) => {
    const open = [className];
    const seen = new Set<string>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const direct of supertypes.get(next) ?? []) {
        if (direct === other) return true;
        if (!seen.has(direct)) open.push(direct);
        seen.add(direct);
      }
    }
    return false;
  };
}
