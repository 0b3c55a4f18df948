/**
 * The places of a table of energies that its sources do not have: files that are gone, and lines outside of a text or
 * a method.
 *
 * Sits in `recordings/`, over `place-frame.ts`. Tables name places of the program alone: stacks also name those of
 * libraries, which no source has.
 */
import { methodInWords } from '../../words/text-sections';
import { counted } from '../../base/counted';
import type { Frame, ImportProblem, ImportedRecording } from '../model/imported-profile';
import { createProblems } from '../import/stack-importer';
import type { Placement } from './place-frame';
import type { PlacedRecording } from './placed-values';

interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** The recording with a doubt for each place that is not there. Without any sources nothing is looked for. */
export function noteMisplaced(placed: PlacedRecording, sources: readonly NamedText[]): PlacedRecording {
  const { recording, placements } = placed;
  if (sources.length === 0 || !recording.source.format.startsWith('energy-')) return placed;
  const problems = createProblems();
  const said = new Set<string>();
  for (const [index, frame] of recording.frames.entries()) {
    const message = describeMisplaced(frame, placements[index], sources);
    if (message === undefined || said.has(message)) continue;
    said.add(message);
    problems.add({ message, isDoubt: true });
  }
  return { ...placed, recording: withProblems(recording, problems.list()) };
}

function withProblems(recording: ImportedRecording, problems: readonly ImportProblem[]): ImportedRecording {
  return problems.length === 0 ? recording : { ...recording, problems: [...recording.problems, ...problems] };
}

function describeMisplaced(
  { kind, file, line }: Frame,
  placement: Placement | undefined,
  sources: readonly NamedText[],
): string | undefined {
  if (kind !== 'java') return undefined;
  if (placement?.kind === 'method' && placement.isStale === true)
    return `${methodInWords(placement.method.name)} in ${placement.path} has no line ${line ?? ''}: the energy of that line is on the method as a whole`;
  if (placement?.kind === 'class' && line !== undefined)
    return `${placement.path} has no such method on line ${line}: the energy of that line is on the class`;
  if (placement?.kind !== 'unplaced' || placement.reason !== 'no place' || file === undefined)
    return undefined;
  const base = file.split(/[\\/]/).at(-1) ?? file;
  const source = sources.find(({ path }) => path.split(/[\\/]/).at(-1) === base);
  if (source === undefined)
    return `${file} is not among the sources: its energy has no place; name its folder with --source, or restore the file`;
  if (line === undefined) return undefined;
  const lines = source.text.split(/\r\n|\r|\n/).length;
  return `${source.path} has ${counted(lines, 'line')}, and no line ${line}: its energy has no place; name the sources that ran`;
}
