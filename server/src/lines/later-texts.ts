/**
 * Places of recordings in texts that may have changed since they were placed.
 *
 * Sits in `lines/`, joining checksums of lines (`source-lines`) with
 * `recordings/place/move-placements`.
 */
import { methodInWords } from '../words/text-sections';
import { hashLines, readHashes } from '../base/line-hashes';
import { describeKotlinSource } from '../recordings/place/kotlin-classes';
import { placeCalls } from '../recordings/place/place-calls';
import { matchLines } from '../recordings/place/match-lines';
import { type LaterText, movePlacement } from '../recordings/place/move-placements';
import type { Placement } from '../recordings/place/place-frame';
import type { PlacedRecording, PlacedText } from '../recordings/place/placed-values';
import { describeJavaSource, type SourceFile } from '../recordings/place/source-classes';
import type { ImportSource, Placer } from '../recordings/import/import-profile';

interface MovedRecording {
  readonly placed: PlacedRecording;
  /** Methods and lines that are not what they were: `app/Feed.load`. */
  readonly changed: readonly string[];
}

/** A text that is gone has no place for anything. */
export function moveRecording(
  placed: PlacedRecording,
  textOf: (path: string) => string | undefined,
): MovedRecording {
  const known = new Map((placed.texts ?? []).map(({ path, lines }) => [path, lines]));
  const laters = new Map<string, LaterText>();
  const texts: PlacedText[] = [];
  const laterOf = (path: string): LaterText => {
    const made = laters.get(path);
    if (made !== undefined) return made;
    const text = textOf(path);
    const lines = text === undefined ? undefined : hashLines(text);
    if (lines !== undefined) texts.push({ path, lines });
    const later = laterText(path, known.get(path), text, lines);
    laters.set(path, later);
    return later;
  };
  const changed = new Set<string>();
  const placements = placed.placements.map((placement): Placement => {
    if (placement.kind === 'unplaced') return placement;
    const moved = movePlacement(placement, laterOf(placement.path));
    if (moved.isChanged) changed.add(nameOf(placement));
    return moved.placement;
  });
  return { placed: { recording: placed.recording, placements, texts }, changed: [...changed] };
}

/**
 * Laid on `sources` anew; what lay in a text that is another by now is moved there instead, since the lines that a
 * recording names are not of the new one.
 */
export function placeAnew(
  placed: PlacedRecording,
  sources: readonly ImportSource[],
  place: Placer,
): MovedRecording {
  const fresh = place(placed.recording);
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const isOther = new Set(
    (placed.texts ?? []).flatMap(({ path, lines }) => {
      const text = texts.get(path);
      return text === undefined || hashLines(text) === lines ? [] : [path];
    }),
  );
  if (isOther.size === 0) return { placed: fresh, changed: [] };
  const isMoved = (placement: Placement | undefined): boolean =>
    placement !== undefined && placement.kind !== 'unplaced' && isOther.has(placement.path);
  const before = placed.placements.map((placement) => (isMoved(placement) ? placement : NOWHERE));
  const moved = moveRecording({ ...placed, placements: before }, (path) => texts.get(path));
  const known = new Map(
    [...(fresh.texts ?? []), ...(moved.placed.texts ?? [])].map((text) => [text.path, text]),
  );
  return {
    placed: placeCalls({
      recording: placed.recording,
      placements: fresh.placements.map((placement, frame) =>
        isMoved(placed.placements[frame]) ? (moved.placed.placements[frame] ?? placement) : placement,
      ),
      texts: [...known.values()],
    }),
    changed: moved.changed,
  };
}

const NOWHERE: Placement = { kind: 'unplaced', reason: 'no place' };

/** Relates a text whose checksums are known to a later text; `now` are the checksums of `text`. */
export function laterText(
  path: string,
  then: string | undefined,
  text: string | undefined,
  now: string | undefined,
): LaterText {
  if (text === undefined || now === undefined)
    return { match: undefined, describe: () => ({ path, classes: [], lineStarts: [0], text: '' }) };
  let described: SourceFile | undefined;
  return {
    match: then === undefined ? undefined : matchLines(readHashes(then), readHashes(now)),
    describe: () =>
      (described ??= /\.kts?$/.test(path)
        ? describeKotlinSource(path, text)
        : describeJavaSource(path, text)),
  };
}

/** The name of a placement, for people. */
export function nameOf(placement: Exclude<Placement, { readonly kind: 'unplaced' }>): string {
  switch (placement.kind) {
    case 'line':
      return placement.method === undefined
        ? `${placement.path}:${placement.line}`
        : methodInWords(placement.method.name);
    case 'method':
      return methodInWords(placement.method.name);
    case 'overloads':
      return placement.methods[0] === undefined ? placement.path : methodInWords(placement.methods[0].name);
    case 'class':
      return methodInWords(placement.class);
  }
}
