/** Types of published-tests.mjs, for the faults. */
interface Wanted {
  readonly coordinates: string;
  readonly others: readonly string[];
  readonly opened: readonly string[];
}
interface Library {
  readonly name: string;
  readonly subject: string;
}
export const LIBRARIES: readonly Wanted[];
export function fetchLibrary(wanted: Wanted, work: string): Library;
export function runTestsWhole(
  library: Library,
  what: string,
  work: string,
  given: {
    readonly options: readonly string[];
    readonly java: string;
    readonly opens: boolean;
    readonly without: string | undefined;
  },
): {
  readonly ended: ReadonlyMap<string, string>;
  readonly status: number | string | null;
  readonly said: string;
  readonly reports: string;
};
export function differingTests(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): readonly string[];
