/**
 * Where the command line keeps what it can make anew. Sits in `host/`.
 *
 * The XDG Base Directory Specification's cache folder on Linux, and what stands
 * for it on macOS and Windows.
 */
import { isAbsolute, join } from 'node:path';

/** `undefined` where the machine names no folder. Relative paths are as good as none (XDG). */
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
