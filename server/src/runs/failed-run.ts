/**
 * Says how a program failed, with the last lines that it printed. What ran in a failed run is no measure of the
 * program. Sits in `runs/`.
 */
import { Failure } from '../base/failure';
import { describeEnd, type ProgramRun, type RunEnd } from './program-run';

/** True for a program that ended by itself, without an error. */
export function isGoodEnd(end: RunEnd): boolean {
  return end.kind === 'exited' && end.code === 0;
}

/** The signals by which a JVM ends in order, by its exit code then: 128 and the signal's number. */
const ORDERLY: Readonly<Record<number, string>> = { 129: 'SIGHUP', 130: 'SIGINT', 143: 'SIGTERM' };

/** True for the exit code of a program that failed: whoever ends a JVM by a signal did not see it fail. */
export function isFailure(code: number): boolean {
  return code !== 0 && ORDERLY[code] === undefined;
}

/** "failed (exit code 1)" */
export function describeFailedEnd(end: RunEnd): string {
  if (end.kind !== 'exited') return describeEnd(end);
  const signal = ORDERLY[end.code];
  return signal === undefined
    ? `failed (exit code ${end.code})`
    : `was ended by ${signal} (exit code ${end.code})`;
}

/** A program as people know it. */
export interface NamedRun extends Pick<ProgramRun, 'end' | 'lastLines'> {
  /** `app.Main`, `app.SortTest#sorts`, `mvn` */
  readonly name: string;
  readonly kind: 'main' | 'test' | 'command';
  /** False for a main method that never looks at its arguments; absent if that is not known. */
  readonly readsArguments?: boolean;
  /** True if all that the program printed stands before the message already. */
  readonly isPrinted?: true;
}

/** The exit code of JUnit's console launcher if it found no test. */
const NO_TESTS = 2;

/** Words of a JVM that could not start, or not its main class. */
const NOT_STARTED =
  /^Error: .*\bmain class\b|^Error: Could not create the Java Virtual Machine|^(?:Exception in thread "main" |Caused by: )?java\.lang\.UnsupportedClassVersionError/i;

const ENDED_FROM_OUTSIDE =
  'Another program ended it, or the system did, since memory was short: run it again.';

/** The step that helps most programs that ended like this. */
function wayOutOf({ end, kind, readsArguments = true, lastLines = [] }: NamedRun): string | undefined {
  switch (end.kind) {
    case 'killed':
      return ENDED_FROM_OUTSIDE;
    case 'exited':
      if (ORDERLY[end.code] !== undefined) return ENDED_FROM_OUTSIDE;
      // The program did not begin.
      if (lastLines.some((line) => NOT_STARTED.test(line))) return undefined;
      return kind === 'main' && readsArguments
        ? 'If it needs arguments, name them after the class.'
        : undefined;
    case 'limit':
      return end.limit === 'seconds'
        ? '--time-limit gives it more seconds; --attach records a part of a program that does not end.'
        : '--output-limit lets it print more.';
    default:
      return undefined;
  }
}

/** The failure of a run, with another step that helps; undefined if it was good, or canceled. */
export function failureOfRun(run: NamedRun, further?: string): Failure | undefined {
  const { name, kind, end, lastLines = [], isPrinted } = run;
  if (isGoodEnd(end) || end.kind === 'canceled') return undefined;
  if (end.kind === 'failed') return new Failure(end.message);
  const found =
    kind === 'test' && end.kind === 'exited' && end.code === NO_TESTS ? ': JUnit found no test' : '';
  const ways = [wayOutOf(run), further].filter((way) => way !== undefined);
  const headline = `${name} ${describeFailedEnd(end)}${found}`;
  const told = isPrinted === true ? [] : lastLines;
  const reason = [headline, ...told.map((line) => `  ${line}`)].join('\n');
  return new Failure(reason, ways.length === 0 ? {} : { wayOut: ways.join('\n') });
}

/** The failure of a program that was ended on request: parts of a run are kept by other ways. */
export function failureOfCanceled(name: string): Failure {
  return new Failure(`${name} was canceled before its end: nothing is saved`, {
    wayOut: '--attach records a part of a program that does not end.',
  });
}

const MOST_LINES = 5;
const LONGEST_LINE = 200;
/** The bytes at the end of an output that {@link lastLinesOf} looks at. */
export const TAIL_BYTES = 8192;

/** Lines that a JVM prints of itself, whatever its program does. */
const OF_THE_JVM = /^(?:\S+ .*VM warning: |Picked up J)/;

/**
 * The last lines of what a program printed. Of a stack trace they have the exceptions, and the first method of each;
 * nothing in them steers a terminal.
 */
export function lastLinesOf(tail: string): readonly string[] {
  const lines = tail
    .replaceAll(/\p{Cc}\[[\d;]*[A-Za-z]/gu, '')
    .split(/\r?\n|\r/)
    .map((line) =>
      line
        .replaceAll('\t', '    ')
        .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
        .trimEnd(),
    )
    .filter((line) => line !== '' && !OF_THE_JVM.test(line));
  const isFrame = (line: string | undefined): boolean => /^ +(?:at |\.\.\. \d+ )/.test(line ?? '');
  const told = lines.filter((line, index) => !isFrame(line) || !isFrame(lines[index - 1]));
  return told
    .slice(-MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
}
