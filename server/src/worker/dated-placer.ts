/**
 * Lays recordings on sources as they are, by way of the sources as they were.
 *
 * Sits in `worker/`. What changed since is moved by its text, else by its
 * method (`engine/later-texts`).
 */
import { createRecordingPlacer, parseCalendarTime, type Placer } from '../engine/import-profile';
import { moveRecording } from '../engine/later-texts';
import type { ProcessWatch } from '../host/git-history';
import type { SourceTexts } from '../host/import-sources';
import { createHistory, type EarlierSources, type HistoryRequest } from './earlier-sources';

export interface DatedPlacing {
  readonly sources: readonly string[];
  readonly lines: boolean;
  readonly history?: HistoryRequest;
  readonly whyNothingRuns?: string;
}

/** More is nothing to read. */
const MOST_NAMES = 20;

export type DatedPlacer = (recording: Parameters<Placer>[0]) => Promise<ReturnType<Placer>>;

export function createDatedPlacer(
  { sources: named, lines, history, whyNothingRuns }: DatedPlacing,
  read: SourceTexts,
  watch: ProcessWatch,
): DatedPlacer {
  const placeNow = createRecordingPlacer(read.sources, lines);
  if (history === undefined || whyNothingRuns !== undefined)
    return (recording) => Promise.resolve(placeNow(recording));
  const sourcesAt = createHistory(named, read, history, watch);
  const now = new Map(read.sources.map(({ path, text }) => [path, text]));
  const placers = new Map<EarlierSources, Placer>();
  return async (recording) => {
    const earlier = await sourcesAt(parseCalendarTime(recording.source.date ?? ''));
    if (earlier === undefined) return placeNow(recording);
    const place = placers.get(earlier) ?? createRecordingPlacer(earlier.sources, lines);
    placers.set(earlier, place);
    const { placed, changed } = moveRecording(place(recording), (path) => now.get(path));
    const further = changed.length > MOST_NAMES ? `, and ${changed.length - MOST_NAMES} more` : '';
    const notes = [
      earlier.note,
      ...(changed.length === 0
        ? []
        : [`not what they were, or gone: ${changed.slice(0, MOST_NAMES).join(', ')}${further}`]),
    ];
    const problems = [...recording.problems, ...notes.map((message) => ({ message }))];
    return { ...placed, recording: { ...recording, problems } };
  };
}
