/**
 * The terminal of a command with its abilities, the arguments that it gets, and the exit codes that it gives.
 *
 * Sits in `cli/`. Colors: NO_COLOR (no-color.org) and FORCE_COLOR (as Node
 * reads it: 0 to 3), else COLORTERM and TERM; SGR codes as in ECMA-48 and
 * xterm's ctlseqs.
 */
import type { Rgb } from '../words/color';
import { UNSEEN } from '../base/split-words';
import type { Installation } from '../tasks/installation';
import type { AnalysisPlaces } from '../tasks/report/analyze-files';
import { UsageError } from '../base/failure';

/** One text stream of the process. */
export interface TextStream {
  readonly isTerminal: boolean;
  /** The width of the terminal; `undefined` if the stream is not a terminal. */
  readonly columns: number | undefined;
  /** Settles once the reader has taken the text, or the bytes of what is not ours. */
  write(text: string | Uint8Array): Promise<void>;
}

/** Writes what nobody waits for: a terminal that was closed does not stop the work. */
export function tell(stream: TextStream, text: string): void {
  stream.write(text).catch(() => undefined);
}

/** The command's view of the process that it runs in. */
export interface Terminal {
  readonly installation: Installation;
  readonly environment: Environment;
  readonly output: TextStream;
  readonly errors: TextStream;
}

/** The places of an analysis that prints on the way what it could not read. */
export function analysisPlaces({ installation, errors }: Terminal): AnalysisPlaces {
  return {
    ...installation,
    log: (message) => {
      tell(errors, `jouleline: ${message}\n`);
    },
  };
}

/** No colors, the 16 of every terminal, xterm's 256, or 24 bits. */
export type ColorDepth = 'none' | '16' | '256' | 'full';

type Environment = Readonly<Record<string, string | undefined>>;

export function detectColors(stream: TextStream, environment: Environment): ColorDepth {
  const { FORCE_COLOR: force, NO_COLOR: no, COLORTERM: kind, TERM: terminal = '' } = environment;
  if (force !== undefined && force !== '') {
    const forced: Readonly<Record<string, ColorDepth>> = {
      '0': 'none',
      false: 'none',
      '1': '16',
      '2': '256',
      '3': 'full',
    };
    return forced[force] ?? detectDepth(kind, terminal, '16');
  }
  if ((no !== undefined && no !== '') || !stream.isTerminal || terminal === 'dumb') return 'none';
  return detectDepth(kind, terminal, environment['WT_SESSION'] === undefined ? '16' : 'full');
}

function detectDepth(kind: string | undefined, terminal: string, fallback: ColorDepth): ColorDepth {
  if (kind === 'truecolor' || kind === '24bit' || terminal.endsWith('-direct')) return 'full';
  return terminal.includes('256') ? '256' : fallback;
}

/** Wraps text in SGR codes, or leaves it plain. */
export interface TerminalPainter {
  readonly depth: ColorDepth;
  bold(text: string): string;
  dim(text: string): string;
  warn(text: string): string;
  /** Text on a heat color; `at` from 0, cold, to 1, hot, for terminals with too few colors. */
  heat(text: string, color: Rgb, ink: Rgb, at: number): string;
}

export function createPainter(depth: ColorDepth): TerminalPainter {
  const wrap = (codes: string, text: string): string =>
    depth === 'none' ? text : `\u001b[${codes}m${text}\u001b[0m`;
  return {
    depth,
    bold: (text) => wrap('1', text),
    dim: (text) => wrap('2', text),
    warn: (text) => wrap('33', text),
    heat: (text, color, ink, at) => wrap(heatCodes(depth, color, ink, at), text),
  };
}

function heatCodes(depth: ColorDepth, color: Rgb, ink: Rgb, at: number): string {
  switch (depth) {
    case 'full':
      return `48;2;${rounded(color)};38;2;${rounded(ink)}`;
    case '256':
      return `48;5;${nearestOf256(color)};38;5;${ink[0] > 127 ? 231 : 16}`;
    case '16':
    case 'none':
      // White on blue, magenta and red: the nearest to blue through purple to red.
      return `97;${at < 1 / 3 ? 44 : at < 2 / 3 ? 45 : 41}`;
  }
}

function rounded(color: Rgb): string {
  return color.map((channel) => Math.round(channel)).join(';');
}

/** Index in xterm's 6 × 6 × 6 cube, whose channels are 0, 95, 135, 175, 215 and 255. */
function nearestOf256(color: Rgb): number {
  const level = (channel: number): number =>
    channel < 48 ? 0 : channel < 115 ? 1 : Math.min(5, Math.floor((channel - 35) / 40));
  return 16 + 36 * level(color[0]) + 6 * level(color[1]) + level(color[2]);
}

/**
 * Code and names come from files that may be hostile: control characters could
 * steer the terminal, and bidirectional ones could show another code than there
 * is (CVE-2021-42574). Tabs become blanks.
 */
export function makePrintable(text: string): string {
  return text.replaceAll('\t', '    ').replace(UNSEEN, '\ufffd');
}

/** The same for a message of several lines; a line of progress, which is made of control characters, stays. */
export function makeMessagePrintable(message: string): string {
  return message.startsWith('\r') ? message : message.split('\n').map(makePrintable).join('\n');
}

/** Cuts to a number of characters, never through a surrogate pair. */
export function cut(text: string, length: number): string {
  // A character is at most two units: the rest of a line of a megabyte need not be looked at.
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : characters.slice(0, Math.max(0, length - 1)).join('') + '…';
}

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** One line that is written over, ten times a second at most; nothing where the stream is no terminal. */
export function createProgress(stream: TextStream, now: () => number): ProgressLine {
  if (!stream.isTerminal) return { show: () => undefined, clear: () => undefined };
  let shownAt = -Infinity;
  let isShown = false;
  return {
    show(text) {
      if (now() - shownAt < 100) return;
      shownAt = now();
      isShown = true;
      tell(stream, `\r\u001b[K${cut(text, (stream.columns ?? 80) - 1)}`);
    },
    clear() {
      if (isShown) tell(stream, '\r\u001b[K');
      isShown = false;
    },
  };
}

/** The arguments of the command line: options by their names without dashes. */
export interface ParsedArguments {
  /** Everything that is not an option, also after `--`. */
  readonly positionals: readonly string[];
  /** The last of the values given. */
  text(option: string): string | undefined;
  /** All of the values given. */
  texts(option: string): readonly string[];
  isSet(option: string): boolean;
}

export type RunCommand = (given: ParsedArguments, terminal: Terminal) => Promise<ExitCode>;

/** One of a set of names, or a {@link UsageError} that lists them. */
export function choose<Name extends string>(
  option: string,
  given: string | undefined,
  names: readonly Name[],
  fallback: Name,
): Name {
  if (given === undefined) return fallback;
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  throw new UsageError(`${option} can't be "${given}"`, { wayOut: `It is one of: ${names.join(', ')}` });
}

/** A number of at least `minimum`, or a {@link UsageError}. */
export function readNumber(
  option: string,
  given: string | undefined,
  range: { readonly minimum: number; readonly whole: boolean },
): number | undefined {
  if (given === undefined) return undefined;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (Number.isFinite(value) && value >= range.minimum && (!range.whole || Number.isSafeInteger(value)))
    return value;
  throw new UsageError(
    `${option} needs a ${range.whole ? 'whole ' : ''}number of at least ${range.minimum}, not "${given}"`,
  );
}

/** The exit codes of the process; `--help` and docs/reference/formats.md describe them. */
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
