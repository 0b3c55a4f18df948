/**
 * Finds packages that were marked but hold no class of anything compared. They are most likely misspelled, and then
 * the split into application and frameworks is wrong, too.
 *
 * Sits in `compare/`, beside `compare-profiles.ts`.
 */
import type { ComparedSide } from '../sides/compared-side';
import type { PackageMarks } from '../trees/frameworks';

export function describeUnmatchedMarks(
  { application, framework }: PackageMarks,
  sides: readonly ComparedSide[],
): readonly string[] {
  const names = new Set(sides.flatMap(namesIn));
  const isKnown = (mark: string): boolean =>
    mark === '' || [...names].some((name) => name === mark || name.startsWith(`${mark}.`));
  return [
    ...application.map((mark) => [mark, 'application'] as const),
    ...framework.map((mark) => [mark, 'framework'] as const),
  ].flatMap(([mark, kind]) =>
    isKnown(mark)
      ? []
      : [
          `no method is in package ${mark}, which was marked as ${kind}${mark.includes('/') ? ': names of packages have dots' : ''}`,
        ],
  );
}

/** The names of a side's classes, and of library methods with their classes before them, with dots. */
function namesIn(side: ComparedSide): readonly string[] {
  if ('recording' in side) return side.recording.frames.map((frame) => dotted(frame.class ?? ''));
  const { classes, callees, keys } = side.profile;
  return [
    ...classes.map(({ name }) => dotted(name)),
    ...callees.map((callee) => dotted(callee.replace(/\(.*$/s, ''))),
    ...keys.map(({ name }) => name),
  ];
}

function dotted(name: string): string {
  return name.replaceAll('/', '.');
}
