/**
 * The Java programs that a `launch.json` describes.
 *
 * Sits in `launching/`, the door of `launching/` for `cli/` and `lsp/`.
 */
import { readLaunchJson, type LaunchEntries } from './launch-json';
import { launchVariables, type LaunchPlace } from './launch-variables';
import { findRunnables } from './runnables';

export interface OpenFile {
  readonly path: string;
  readonly text: string;
}

export function readLaunchEntries(
  text: string,
  place: Omit<LaunchPlace, 'file'>,
  open: OpenFile | undefined,
): LaunchEntries {
  const valueOf = launchVariables({ ...place, ...(open === undefined ? undefined : { file: open.path }) });
  const fileName = open?.path.slice(open.path.lastIndexOf(place.separator) + 1) ?? '';
  const main = findRunnables(open?.text ?? '', fileName).find(({ kind }) => kind === 'main');
  return readLaunchJson(text, valueOf, main?.className);
}
