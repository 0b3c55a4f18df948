/** The types of test-counts.mjs, for its own tests. */

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly leftOut: number;
}

export function countTests(report: unknown, exitCode: number, mayLeaveNothingOut: boolean): TestCounts;

export function failedFiles(report: unknown): readonly string[];

export function withSecondTry(report: unknown, second: unknown): unknown;

export function listFailures(report: unknown): readonly string[];

export interface FileTime {
  readonly name: string;
  readonly seconds: number;
}

export function listSlowest(report: unknown, count: number): readonly FileTime[];
