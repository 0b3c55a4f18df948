/**
 * Neighboring cases of a switch that begin with the same test of a record's component: javac takes the record apart
 * once, and tells them by a switch over that component.
 *
 * Sits in `operations/`, under `switches.ts`. javac's `TransPatterns.unrollRecordPattern` (the order of tests),
 * `patchCompletingNormallyCases` and `processCases` (which cases go together).
 */
import type { Pattern, SwitchBody, SwitchCase } from '../../java/syntax/ast';
import { canComplete } from '../../java/types/completion';
import { descriptorOf } from '../../java/types/erasure';
import { componentTypeOf, isTotal, type SharedTests } from './patterns';
import type { SourceWalk } from './source-walk';

/** A component that a case tests, in the order of javac. */
interface Test {
  readonly pattern: Pattern;
  /** The place of the component within the case's pattern, such as `0.1`. */
  readonly path: string;
}

interface MergeableCase {
  readonly entry: SwitchCase;
  readonly root: Pattern;
  readonly tests: readonly Test[];
  readonly bound: Map<Pattern, number>;
  readonly told: Map<Pattern, { readonly offset: number; readonly labels: number }>;
}

export interface MergedCases {
  readonly shared: ReadonlyMap<SwitchCase, SharedTests>;
  /** The number of labels that the switch has less than its text. */
  readonly spared: number;
}

export function mergeCases(walk: SourceWalk, { cases }: SwitchBody, isExpression: boolean): MergedCases {
  const shared = new Map<SwitchCase, SharedTests>();
  let spared = 0;
  let run: MergeableCase[] = [];
  const finish = (): void => {
    spared += run.length - mergeRun(walk, run, 0);
    run = [];
  };
  for (const [index, entry] of cases.entries()) {
    const one = mergeableCase(entry, cases[index + 1], isExpression);
    if (one === undefined) finish();
    else {
      run.push(one);
      shared.set(entry, one);
    }
  }
  finish();
  return { shared, spared };
}

function mergeableCase(
  entry: SwitchCase,
  next: SwitchCase | undefined,
  isExpression: boolean,
): MergeableCase | undefined {
  const [label] = entry.labels;
  if (entry.labels.length !== 1 || label?.kind !== 'pattern') return undefined;
  const tests = testsOf(label.pattern, '');
  if (tests.length === 0 || (goesOn(entry, next) && !(isExpression && entry.value !== undefined)))
    return undefined;
  return { entry, root: label.pattern, tests, bound: new Map(), told: new Map() };
}

/** All components of a record come before those of the records in it. */
function testsOf(pattern: Pattern, path: string): readonly Test[] {
  if (pattern.kind !== 'record-pattern') return [];
  const own = pattern.patterns.map((inner, index) => ({ pattern: inner, path: `${path}.${index}` }));
  return [...own, ...own.flatMap((test) => testsOf(test.pattern, test.path))];
}

/** True if a case goes on in the next, or after the switch. Where that one has a guard or tests components, javac copies its code instead. */
function goesOn({ arrow, value, body }: SwitchCase, next: SwitchCase | undefined): boolean {
  if (value === undefined && !body.every(canComplete)) return false;
  if (arrow || next === undefined) return true;
  return next.guard === undefined && !next.labels.some((label) => label.kind === 'pattern' && testsOf(label.pattern, '').length > 0);
} // prettier-ignore

/**
 * Merges what goes together of neighbors that have the first so many tests in common; gives the number of cases that
 * are left. A case whose last test always succeeds gets a label for null besides, and stays alone.
 */
function mergeRun(walk: SourceWalk, cases: readonly MergeableCase[], depth: number): number {
  let left = 0;
  for (let start = 0; start < cases.length; left++) {
    const first = cases[start];
    let end = start + 1;
    if (first !== undefined && isTested(walk, first, depth))
      while (isAlike(walk, first, cases[end], depth)) end++;
    const group = cases.slice(start, end);
    if (first !== undefined && group.length > 1) share(walk, first, group, depth);
    start = end;
  }
  return left;
}

function share(walk: SourceWalk, first: MergeableCase, group: readonly MergeableCase[], depth: number): void {
  const last = group.at(-1);
  const coversAll = last !== undefined && isPrimitive(walk, last.tests[depth]?.pattern);
  const hasMore = last !== undefined && (last.tests.length > depth + 1 || last.entry.guard !== undefined);
  const inner = coversAll
    ? mergeRun(walk, group.slice(0, -1), depth + 1) + 1
    : mergeRun(walk, group, depth + 1);
  const labels = coversAll && !hasMore ? inner - 1 : inner;
  const told = first.tests[depth]?.pattern;
  for (const each of group) {
    const test = each.tests[depth]?.pattern;
    each.bound.set(boundBefore(each, depth), boundBefore(first, depth).start);
    if (test !== undefined && told !== undefined) each.told.set(test, { offset: told.start, labels });
  }
}

/** The pattern whose test comes before the one at a depth. */
function boundBefore({ root, tests }: MergeableCase, depth: number): Pattern {
  return tests[depth - 1]?.pattern ?? root;
}

function isTested(walk: SourceWalk, { tests }: MergeableCase, depth: number): boolean {
  const pattern = tests[depth]?.pattern;
  if (pattern === undefined || pattern.kind === 'match-all') return false;
  return isPrimitive(walk, pattern) || !isTotal(walk, pattern);
}

function isAlike(walk: SourceWalk, first: MergeableCase, other: MergeableCase | undefined, depth: number): boolean {
  if (other === undefined || !isTested(walk, other, depth)) return false;
  const [one, two] = [first.tests[depth], other.tests[depth]];
  if (one === undefined || two === undefined || one.path !== two.path) return false;
  const [bound, otherBound] = [boundBefore(first, depth), boundBefore(other, depth)];
  return (
    isUnnamed(bound) === isUnnamed(otherBound) &&
    erasureOf(walk, bound) === erasureOf(walk, otherBound) &&
    descriptorOf(componentTypeOf(walk, one.pattern)) === descriptorOf(componentTypeOf(walk, two.pattern))
  );
} // prettier-ignore

function isUnnamed(pattern: Pattern): boolean {
  return pattern.kind === 'type-pattern' && pattern.name === '_';
}

function erasureOf(walk: SourceWalk, pattern: Pattern): string {
  return descriptorOf(walk.hierarchy.erased(walk.typing.typeOfPattern(pattern)));
}

/** True for a primitive component, which is tested although it always matches. */
function isPrimitive(walk: SourceWalk, pattern: Pattern | undefined): boolean {
  return (
    walk.habits.testsPrimitives &&
    pattern?.kind === 'type-pattern' &&
    componentTypeOf(walk, pattern).kind === 'primitive'
  );
}
