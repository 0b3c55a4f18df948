/**
 * Class paths as texts: splitting them, their `dir/*` wildcards, and when two
 * paths name the same file.
 *
 * Sits in `classfile/`; `host/` gives the answers of the file system. Follows
 * the JDK's `java` command ("Setting the class path"), and reads what another
 * platform's user wrote as far as it has one meaning only.
 */

export type PathStyle = 'windows' | 'macos' | 'posix';

/**
 * The elements of a class path, in order; empty ones are left out. Both `;` and
 * `:` separate on every platform, except for the colon of a drive (`C:\lib`,
 * on Windows also `C:/lib` and `C:`): settings are shared between machines, and
 * no file name on Windows may hold either.
 */
export function splitClassPath(text: string, style: PathStyle): readonly string[] {
  const elements: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text.charAt(at);
    const isEnd =
      at === text.length || character === ';' || (character === ':' && !isDriveColon(text, start, at, style));
    if (!isEnd) continue;
    const element = text.slice(start, at).trim();
    if (element !== '') elements.push(element);
    start = at + 1;
  }
  return elements;
}

/** `lib/*` and `*`: all jars of a folder, none of its subfolders. Undefined for what is no wildcard. */
export function folderOfWildcard(element: string): string | undefined {
  if (element === '*') return '.';
  return /[/\\]\*$/.test(element) ? element.slice(0, -1) : undefined;
}

/**
 * The files of a folder that a wildcard stands for. They are sorted: Java leaves their order open, and
 * ours must not change.
 */
export function jarsOfWildcard(fileNames: readonly string[]): readonly string[] {
  return fileNames.filter((name) => /\.jar$/i.test(name)).sort();
}

/**
 * A key that is equal for paths of the same file, as far as the text tells:
 * `/` throughout, doubled and closing slashes dropped, letters folded where the
 * platform's file systems usually ignore case (Windows, macOS).
 */
export function foldPath(path: string, style: PathStyle): string {
  const slashed = style === 'windows' ? path.replaceAll('\\', '/') : path;
  // A UNC path (`//server/share`) keeps the two slashes that make it one.
  const isUnc = style === 'windows' && slashed.startsWith('//');
  const tidy = slashed.replace(/\/{2,}/g, '/').replace(/(?<=[^/:])\/$/, '');
  const whole = isUnc ? `/${tidy}` : tidy;
  switch (style) {
    case 'windows':
      return whole.toLowerCase();
    case 'macos':
      return whole.normalize('NFC').toLowerCase();
    case 'posix':
      return whole;
  }
}

export function pathStyleOf(platform: string): PathStyle {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'posix';
}

function isDriveColon(text: string, start: number, colon: number, style: PathStyle): boolean {
  if (!/^\s*[A-Za-z]$/.test(text.slice(start, colon))) return false;
  const next = text.charAt(colon + 1);
  return next === '\\' || (style === 'windows' && (next === '/' || next === '' || next === ';'));
}
