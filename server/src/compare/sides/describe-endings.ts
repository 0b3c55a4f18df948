/**
 * Programs that did not do all that they were run for, in words.
 *
 * Sits in `compare/`, under `compared-sides.ts`. Who ends early takes less, and
 * is not cheaper for it: so this is said before anything else.
 */
import type { ComparedSide } from './compared-side';
import type { ProfiledProgram } from '../../profile/document/profile-document';

export function describeEndings(sides: readonly ComparedSide[]): readonly string[] {
  return sides.flatMap((side) => {
    const why = 'profile' in side ? whyNotWhole(side.profile.program) : undefined;
    return why === undefined ? [] : [`${side.name}: the program ${why}`];
  });
}

/** "ended with 1", "was canceled"; undefined of one that did all that it was run for. */
export function describeFailure({ exitCode, signal, ended }: ProfiledProgram): string | undefined {
  if (exitCode === 0) return undefined;
  if (exitCode !== null) return `ended with ${exitCode}`;
  const how = ended === '' && signal !== null ? `was ended by ${signal}` : ended;
  return how === '' ? 'did not end by itself' : how;
}

function whyNotWhole(program: ProfiledProgram): string | undefined {
  const how = describeFailure(program);
  if (how === undefined) return undefined;
  return program.exitCode === null
    ? `${how}: its profile is not whole, and what it did not do is in no figure`
    : `${how}: what it may have left undone is in no figure, and makes it no cheaper`;
}
