/**
 * What every importer is: bytes in as they come, a recording at the end.
 *
 * Sits in `measurement/import/`. Importers are pure: whoever has the bytes
 * pushes them, and may stop between two chunks. Broken input gives problems,
 * never an exception.
 */
import type { ImportedRecording, ImportProblem } from '../imported-profile';

export interface Importer {
  push(chunk: Uint8Array): void;
  end(): ImportedRecording;
}

export interface ImportContext {
  /** Name of the file, without folders. Recognition never needs it. */
  readonly name: string;
  /** Names of the folders around it, the innermost last, as far as they were given. */
  readonly folders: readonly string[];
  /** What the user says values without a unit are in. */
  readonly unit?: 'joules' | 'watts';
  readonly device?: string;
}

/** Enough to tell any format by. */
export const HEAD_BYTES = 64 * 1024;

export interface ImportFormat {
  readonly id: string;
  readonly title: string;
  /** `head` has the first {@link HEAD_BYTES}, or all there is. */
  readonly recognizes: (head: Uint8Array) => boolean;
  readonly create: (context: ImportContext) => Importer;
}

const MOST_PROBLEMS = 50;

export interface ProblemList {
  add(problem: ImportProblem): void;
  list(): readonly ImportProblem[];
}

/** The first problems, and how many more there are: a corrupt file has one for each of its lines. */
export function createProblems(): ProblemList {
  const first: ImportProblem[] = [];
  let further = 0;
  return {
    add(problem) {
      if (first.length < MOST_PROBLEMS) first.push(problem);
      else further++;
    },
    list: () => (further === 0 ? first : [...first, { message: `and ${further} more problems` }]),
  };
}

/** What values can be added up: neither negative nor not a number. */
export function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

export function atLine(at: number, message: string): ImportProblem {
  return { place: { kind: 'line', at }, message };
}

export function atOffset(at: number, message: string): ImportProblem {
  return { place: { kind: 'offset', at }, message };
}
