/** Methods of a page, each once: columns name them by their numbers. Sits in `compare/`, under `comparison-page.ts`. */
import type { MethodName } from '../../base/method-name';
import { keyOfMethod } from '../trees/context-tree';
import type { ComparisonColumns } from '../../pages/comparison-file';

export interface MethodTable {
  /** -1 for none. */
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
