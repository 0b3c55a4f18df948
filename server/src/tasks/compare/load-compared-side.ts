/**
 * Loads a side of a comparison: a counted profile, a saved import, or any file that an import can read. Sits in
 * `tasks/`.
 */
import type { ComparedRecording, ComparedSide } from '../../compare/sides/compared-side';
import { type Frame, MERGED_FORMAT } from '../../recordings/model/imported-profile';
import { statSync } from 'node:fs';
import { withDefined } from '../../base/check';
import type { PlacedRecording } from '../../recordings/place/placed-values';
import { Failure } from '../../base/failure';
import { chooseRecordedTree } from '../../compare/trees/recorded-contexts';
import { importMeasurements } from '../import/import-thread';
import { isSaved, loadSaved } from '../saved-profiles';

export interface LoadedSide {
  readonly side: ComparedSide;
  readonly problems: readonly string[];
}

/** Throws a {@link Failure} if the file is none of these. */
export async function loadComparedSide(path: string, bundleFolder: string): Promise<LoadedSide> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder && isSaved(path)) {
    const saved = await loadSaved(path);
    if (saved.kind === 'counted') return { side: { name: path, profile: saved.profile }, problems: [] };
    return chooseSide(path, saved.document.recordings, []);
  }
  const request = { paths: [path], sources: [], lines: false, javaHome: '' };
  const { recordings, problems } = await importMeasurements(request, bundleFolder);
  if (recordings.length === 0) throw new Failure(problems.join('\n') || `${path} holds no recording`);
  return chooseSide(path, recordings, problems);
}

/** A side whose lines have the methods that they were placed in, where their frames name none. */
export function sideOfPlaced(name: string, { recording, placements }: PlacedRecording): ComparedRecording {
  const framesBy = (isNamed: (frame: Frame) => boolean): readonly Frame[] =>
    recording.frames.map((frame, index) => {
      const placement = placements[index];
      if (frame.kind !== 'java' || isNamed(frame)) return frame;
      if (placement?.kind !== 'line' && placement?.kind !== 'method') return frame;
      const [owner, method] = placement.method?.name.split('.') ?? [];
      return { ...frame, ...withDefined({ class: owner, method }) };
    });
  return {
    name,
    recording: { ...recording, frames: framesBy(({ method }) => method !== undefined) },
    inSources: { ...recording, frames: framesBy(() => false) },
  };
}

function chooseSide(
  path: string,
  recordings: readonly PlacedRecording[],
  problems: readonly string[],
): LoadedSide {
  const recording = chooseRecordedTree(recordings.map((placed) => placed.recording));
  const placed = recordings.find((each) => each.recording === recording);
  if (recording === undefined || placed === undefined) throw new Failure(`${path} holds no recording`);
  const passedBy = recordings.length - 1;
  return {
    side: sideOfPlaced(path, placed),
    problems:
      passedBy === 0
        ? problems
        : [
            ...problems,
            `${path}: of ${recordings.length} recordings ${recording.source.name} is compared, ${recording.source.format === MERGED_FORMAT ? 'which tells no calls' : 'which tells most of its calls'}`,
          ],
  };
}
