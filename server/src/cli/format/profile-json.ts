/**
 * The parts that the JSON documents made of a profile have in common: the
 * documents' place on the command line, and the beginning of each.
 *
 * Sits in `cli/`; docs/reference/formats.md describes the documents.
 */
import type { ProfileDocument } from '../../profile/document/profile-document';
import { UsageError } from '../../base/failure';
import type { ParsedArguments } from '../arguments';
import { loadProfile } from '../../tasks/saved-profiles';

export interface ProfileAtPath {
  readonly path: string;
  readonly profile: ProfileDocument;
}

/** The one file that `command` is about. */
export async function loadNamedProfile(command: string, given: ParsedArguments): Promise<ProfileAtPath> {
  const [path, ...others] = given.positionals;
  if (path === undefined || others.length > 0) throw new UsageError(`${command} needs exactly one profile`);
  return { path, profile: await loadProfile(path) };
}

export interface JsonHead {
  readonly format: string;
  readonly version: number;
  /** The version of Jouleline. */
  readonly toolVersion: string;
  /** Values of its own, before those that it lists. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** One value a line, the brace open: the lists that the document is about follow. */
export function* formatJsonHead(
  { format, version, toolVersion, own }: JsonHead,
  { counting, coverage }: ProfileDocument,
): Generator<string> {
  const generator = { name: 'jouleline', version: toolVersion };
  yield '{\n';
  for (const [name, value] of Object.entries({ format, version, generator, counting, coverage, ...own }))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
}
