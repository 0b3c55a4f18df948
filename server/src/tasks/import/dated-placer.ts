/**
 * Lays recordings on sources as they are, by way of the sources as they were.
 *
 * Sits in `tasks/`. Lines that changed since are moved by their text, else by
 * their method (`lines/later-texts`).
 */
import { parseCalendarTime } from '../../base/time-columns';
import type { ImportProblem } from '../../recordings/model/imported-profile';
import { createRecordingPlacer, type Placer } from '../../recordings/import/import-profile';
import { moveRecording } from '../../lines/later-texts';
import { spreadInLoops } from '../../lines/loop-lines';
import type { ProcessWatch } from '../../host/git/run-git';
import type { SourceTexts } from '../../host/files/import-sources';
import { createHistory, type EarlierSources, type HistoryRequest } from './earlier-sources';

export interface DatedPlacing {
  readonly sources: readonly string[];
  readonly lines: boolean;
  /** Samples in loops are spread over the loop's lines, which are then believed. */
  readonly spread?: boolean;
  readonly history?: HistoryRequest;
  readonly whyNothingRuns?: string;
}

/** More is nothing to read. */
const MOST_NAMES = 20;

export type DatedPlacer = (recording: Parameters<Placer>[0]) => Promise<ReturnType<Placer>>;

export function createDatedPlacer(
  { sources: named, lines, spread, history, whyNothingRuns }: DatedPlacing,
  read: SourceTexts,
  watch: ProcessWatch,
): DatedPlacer {
  const placerOf = (sources: SourceTexts['sources']): Placer =>
    spread === true
      ? spreadInLoops(createRecordingPlacer(sources, true), sources)
      : createRecordingPlacer(sources, lines);
  const placeNow = placerOf(read.sources);
  if (history === undefined || whyNothingRuns !== undefined)
    return (recording) => Promise.resolve(placeNow(recording));
  const sourcesAt = createHistory(named, read, history, watch);
  const now = new Map(read.sources.map(({ path, text }) => [path, text]));
  const placers = new Map<EarlierSources, Placer>();
  return async (recording) => {
    const earlier = await sourcesAt(parseCalendarTime(recording.source.date ?? ''));
    if (earlier === undefined) return placeNow(recording);
    const place = placers.get(earlier) ?? placerOf(earlier.sources);
    placers.set(earlier, place);
    const { placed, changed } = moveRecording(place(recording), (path) => now.get(path));
    const further = changed.length > MOST_NAMES ? `, and ${changed.length - MOST_NAMES} more` : '';
    const problems: readonly ImportProblem[] = [
      ...placed.recording.problems,
      { message: earlier.note, isDoubt: true },
      ...(changed.length === 0
        ? []
        : [
            {
              message: `these methods have changed or are gone: ${changed.slice(0, MOST_NAMES).join(', ')}${further}`,
            },
          ]),
    ];
    return { ...placed, recording: { ...placed.recording, problems } };
  };
}
