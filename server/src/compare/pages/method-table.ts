/**
 * The methods of a page, each listed once; columns refer to them by their numbers. Sits in `compare/`, under
 * `comparison-page.ts`.
 */
import type { MethodName } from '../../base/method-name';
import { keyOfMethod } from '../trees/context-tree';
import type { ComparisonColumns } from '../../pages/comparison-file';

export interface MethodTable {
  /** The number of a method, which is added to the table if it is new; -1 for undefined. */
  readonly indexOf: (method: MethodName | undefined) => number;
  readonly columns: () => Pick<ComparisonColumns, 'classes' | 'names' | 'descriptors'>;
}

export function createMethodTable(): MethodTable {
  const known = new Map<string, number>();
  const methods: MethodName[] = [];
  return {
    indexOf(method) {
      if (method === undefined) return -1;
      const key = keyOfMethod(method);
      const index = known.get(key) ?? methods.push(method) - 1;
      known.set(key, index);
      return index;
    },
    columns: () => ({
      classes: methods.map((method) => method.class),
      names: methods.map(({ name }) => name),
      descriptors: methods.map(({ descriptor }) => descriptor),
    }),
  };
}
