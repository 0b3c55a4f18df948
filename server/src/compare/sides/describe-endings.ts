/**
 * Notes on programs that did not do all that they were run for.
 *
 * Sits in `compare/`, under `compared-sides.ts`. A program that ends early takes less energy without being better, so
 * that these notes come before all others.
 */
import type { ComparedSide } from './compared-side';
import type { ProfiledProgram } from '../../profile/document/profile-document';

export function describeEndings(sides: readonly ComparedSide[]): readonly string[] {
  return sides.flatMap((side) => {
    const why = 'profile' in side ? whyNotWhole(side.profile.program) : undefined;
    return why === undefined ? [] : [`${side.name}: the program ${why}`];
  });
}

/** The end of a program: "ended with 1", "was canceled"; undefined if it did all that it was run for. */
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
