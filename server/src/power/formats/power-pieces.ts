/**
 * Reads a file of power readings that is too long for one text: in pieces of whole lines, each with the
 * file's header and the last line before it.
 *
 * Sits in `power/`, over `power-file.ts`, which knows the format.
 */
import type { PowerTrace, TraceResult } from '../power-trace';
import {
  describeUnread,
  parsePowerFile,
  parsePowerPiece,
  type PowerFile,
  type PowerPiece,
  type UnreadCells,
} from './power-file';

/** The length in UTF-16 units: some 50,000 lines. */
const PIECE = 1 << 20;

export function parsePowerPieces(chunks: Iterable<Uint8Array>): PowerFile {
  const decoder = new TextDecoder();
  const pieces: PowerPiece[] = [];
  let linesBefore = 0;
  let header: string | undefined;
  let last = '';
  let text = '';
  const parse = (): void => {
    const cut = text.lastIndexOf('\n') + 1;
    if (cut === 0) return;
    const lines = text.slice(0, cut);
    const before = pieces.length === 0 ? '' : `${header ?? ''}${last}`;
    pieces.push(parsePowerPiece(before + lines, linesBefore - countLines(before)));
    linesBefore += countLines(lines);
    header ??= headerOf(lines);
    last = lines.slice(lines.lastIndexOf('\n', cut - 2) + 1);
    text = text.slice(cut);
  };
  for (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > PIECE) parse();
  }
  text += `${decoder.decode()}\n`;
  parse();
  return joinPieces(pieces);
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The line of names: the first that is not a row of numbers. */
function headerOf(text: string): string {
  const [first = ''] = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return /^[\uFEFF"]?[^\d+\-.]/.test(first) ? `${first}\n` : '';
}

function joinPieces(pieces: readonly PowerPiece[]): PowerFile {
  const [first] = pieces;
  if (first === undefined) return parsePowerFile('');
  return {
    clock: first.clock,
    results: first.results.map(({ trace }, channel) => ({
      trace: joinTraces(trace, pieces, channel),
      problems: [],
    })),
    problems: [
      ...new Set(
        pieces.flatMap(({ problems, results }) => [
          ...problems,
          ...results.flatMap((result: TraceResult) => result.problems),
        ]),
      ),
      ...describeUnread(joinUnread(pieces)),
    ],
  };
}

function joinUnread(pieces: readonly PowerPiece[]): UnreadCells | undefined {
  const found = pieces.flatMap(({ unread }) => unread ?? []);
  const [first] = found;
  return first && { ...first, count: found.reduce((sum, { count }) => sum + count, 0) };
}

function joinTraces(first: PowerTrace, pieces: readonly PowerFile[], channel: number): PowerTrace {
  const traces = pieces.flatMap(({ results }) => results[channel]?.trace ?? []);
  const length = traces.reduce((sum, { ends }) => sum + ends.length, 0);
  const ends = new Float64Array(length);
  const watts = new Float64Array(length);
  let at = 0;
  for (const trace of traces) {
    ends.set(Array.from(trace.ends), at);
    watts.set(Array.from(trace.watts), at);
    at += trace.ends.length;
  }
  return { ...first, ends, watts };
}
