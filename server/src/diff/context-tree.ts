/**
 * Calling context trees as rows of numbers, and how call trees become them.
 *
 * Sits at the bottom of `diff/`. A context is a path of methods from the root
 * (Ammons, Ball and Larus, PLDI 1997): calls along the same path are one row,
 * and a method that is called while it runs folds onto the row it already has
 * ("DiffProf", section 3.3). Rows are in preorder: what lies below a row follows
 * it directly, and row 0 is the root, which is no method.
 */

/** A method by the names that two programs share. */
export interface MethodName {
  /** Binary name with dots; empty where a recording does not say. */
  readonly class: string;
  readonly name: string;
  /** Empty where a recording does not say. */
  readonly descriptor: string;
}

export interface ContextTree {
  /** By row: the row that calls it; -1 for the root. */
  readonly parents: Int32Array;
  /** By row: index of its method; -1 for the root. */
  readonly methods: Int32Array;
  /** By row: joules, or another measure, without what it calls. */
  readonly exclusive: Float64Array;
  /** By row: how often it was entered from outside of itself; NaN where that was not recorded. */
  readonly calls: Float64Array;
  /** By row: how often it was entered while it ran. */
  readonly recursive: Float64Array;
  readonly names: readonly MethodName[];
}

/** A tree as its rows are read: in any order that has callers first. */
export interface CallRow {
  /** Index of the caller's row; -1 for what nothing recorded calls. */
  readonly parent: number;
  readonly method: MethodName;
  readonly exclusive: number;
  /** Absent where it was not recorded. */
  readonly calls?: number;
  readonly recursive?: number;
}

export interface PlacedRows {
  readonly tree: ContextTree;
  /** By row given: the row of the tree that it became part of. */
  readonly placed: Int32Array;
}

/** Cost: linear in the rows but for sorting none. Rows whose parent does not come before them hang on the root. */
export function buildContextTree(rows: readonly CallRow[]): ContextTree {
  return placeRows(rows).tree;
}

/** As {@link buildContextTree}. */
export function placeRows(rows: readonly CallRow[]): PlacedRows {
  const builder = createBuilder();
  /** By row given: the node that it became. */
  const nodes = new Int32Array(rows.length);
  for (const [index, { parent, method, exclusive, calls, recursive = 0 }] of rows.entries()) {
    const caller = parent >= 0 && parent < index ? (nodes[parent] ?? 0) : 0;
    nodes[index] = builder.add(caller, method, { exclusive, calls: calls ?? NaN, recursive });
  }
  const { tree, rowOf } = builder.finish();
  return { tree, placed: nodes.map((node) => rowOf[node] ?? 0) };
}

/** By row: what it and all that it calls take. */
export function inclusiveOf({ parents, exclusive }: ContextTree): Float64Array {
  const inclusive = exclusive.slice();
  for (let row = parents.length - 1; row > 0; row--) {
    const parent = parents[row] ?? 0;
    inclusive[parent] = (inclusive[parent] ?? 0) + (inclusive[row] ?? 0);
  }
  return inclusive;
}

/** By row: one past the last of what lies below it. */
export function subtreeEnds(parents: Int32Array): Int32Array {
  const ends = Int32Array.from(parents, (_, row) => row + 1);
  for (let row = parents.length - 1; row > 0; row--) {
    const parent = parents[row] ?? 0;
    ends[parent] = Math.max(ends[parent] ?? 0, ends[row] ?? 0);
  }
  return ends;
}

export function keyOfMethod({ class: owner, name, descriptor }: MethodName): string {
  return `${owner}\n${name}\n${descriptor}`;
}

interface Values {
  readonly exclusive: number;
  readonly calls: number;
  readonly recursive: number;
}

interface Builder {
  /** The node of a method that another one calls, with these added to what it has. */
  readonly add: (caller: number, method: MethodName, values: Values) => number;
  /** `rowOf`: by node. */
  readonly finish: () => { readonly tree: ContextTree; readonly rowOf: Int32Array };
}

interface Node {
  readonly parent: number;
  readonly method: number;
  readonly children: Map<number, number>;
  exclusive: number;
  calls: number;
  recursive: number;
}

function createBuilder(): Builder {
  const names: MethodName[] = [];
  const indexOf = new Map<string, number>();
  const nodes: Node[] = [
    { parent: -1, method: -1, children: new Map(), exclusive: 0, calls: NaN, recursive: 0 },
  ];
  const methodIndex = (method: MethodName): number => {
    const key = keyOfMethod(method);
    const known = indexOf.get(key);
    if (known !== undefined) return known;
    indexOf.set(key, names.length);
    return names.push(method) - 1;
  };
  const running = (caller: number, method: number): number | undefined => {
    for (let node = caller; node > 0; node = nodes[node]?.parent ?? 0)
      if (nodes[node]?.method === method) return node;
    return undefined;
  };
  return {
    add: (caller, name, { exclusive, calls, recursive }) => {
      const method = methodIndex(name);
      const ancestor = running(caller, method);
      const place = ancestor ?? nodes[caller]?.children.get(method) ?? nodes.length;
      const node: Node = nodes[place] ?? {
        parent: caller,
        method,
        children: new Map(),
        exclusive: 0,
        calls: NaN,
        recursive: 0,
      };
      if (place === nodes.length) {
        nodes.push(node);
        nodes[caller]?.children.set(method, place);
      }
      node.exclusive += exclusive;
      node.recursive += recursive + (ancestor === undefined || Number.isNaN(calls) ? 0 : calls);
      if (ancestor === undefined && !Number.isNaN(calls))
        node.calls = (Number.isNaN(node.calls) ? 0 : node.calls) + calls;
      return place;
    },
    finish: () => inPreorder(nodes, names),
  };
}

function inPreorder(nodes: readonly Node[], names: readonly MethodName[]): ReturnType<Builder['finish']> {
  const rowOf = new Int32Array(nodes.length);
  const parents = new Int32Array(nodes.length);
  const methods = new Int32Array(nodes.length);
  const exclusive = new Float64Array(nodes.length);
  const calls = new Float64Array(nodes.length);
  const recursive = new Float64Array(nodes.length);
  let row = 0;
  // Trees may be as deep as a program has methods: no recursion.
  const open: (readonly [node: number, parent: number])[] = [[0, -1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [index, parent] = next;
    const node = nodes[index];
    if (node === undefined) continue;
    rowOf[index] = row;
    parents[row] = parent;
    methods[row] = node.method;
    exclusive[row] = node.exclusive;
    calls[row] = node.calls;
    recursive[row] = node.recursive;
    for (const child of [...node.children.values()].reverse()) open.push([child, row]);
    row++;
  }
  return { tree: { parents, methods, exclusive, calls, recursive, names }, rowOf };
}
