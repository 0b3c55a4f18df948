/**
 * Finds the folder in which the command line keeps what it can compute again.
 *
 * Sits in `host/`. On Linux this is the cache folder of the XDG Base Directory Specification, elsewhere its
 * counterpart on macOS or Windows.
 */
import { isAbsolute, join } from 'node:path';

/** Undefined if the machine names no folder. Relative paths are ignored (XDG). */
export function userCacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string | undefined {
  const named = (name: string): string | undefined => {
    const path = environment[name];
    return path !== undefined && isAbsolute(path) ? path : undefined;
  };
  const home = named('HOME') ?? named('USERPROFILE');
  const byPlatform = (): string | undefined => {
    if (platform === 'win32') return named('LOCALAPPDATA');
    if (home === undefined) return undefined;
    return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  };
  const folder = named('XDG_CACHE_HOME') ?? byPlatform();
  return folder === undefined ? undefined : join(folder, 'jouleline');
}
