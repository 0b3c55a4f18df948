/** The exit codes of the process; `--help` and docs/reference/formats.md describe them. Sits in `cli/`. */
export const ExitCode = {
  ok: 0,
  /** Something could not be read, analyzed or written, or nothing was found; the rest was done. */
  incomplete: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** Something takes more energy than its budget. */
  overBudget: 3,
  /** A fault in Jouleline itself. */
  fault: 70,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
