/**
 * Names of source folders for people who look for a package: the package's name, after the module's name if
 * there are several modules. Sits in `lines/`. Pure.
 */
import { at } from '../base/check';

export interface SourceFolder {
  /**
   * The folder's path, with `/` as separator and none at its end. In the usual layout of sources it ends with
   * the package's path.
   */
  readonly path: string;
  /** Empty for the one without a name. */
  readonly packageName: string;
}

/** Folders that build tools make the same everywhere say nothing. */
const USUAL = /(^|\/)src\/main\/java$|(^|\/)(src|java)$/;

/** One name for each folder, in their order. */
export function nameFolders(folders: readonly SourceFolder[]): readonly string[] {
  const modules = folders.map(moduleOf);
  const isOne = new Set(modules).size <= 1;
  return folders.map(({ packageName }, index) => {
    const shown = packageName === '' ? '(default package)' : packageName;
    const module = at(modules, index);
    return isOne || module === '' ? shown : `${module} · ${shown}`;
  });
}

function moduleOf({ path, packageName }: SourceFolder): string {
  const tail = packageName.replaceAll('.', '/');
  const isUsual = tail !== '' && `/${path}`.endsWith(`/${tail}`);
  const module = isUsual ? path.slice(0, Math.max(0, path.length - tail.length - 1)) : path;
  return module
    .replace(/(^|\/)src\/test\/java$/, ' (test)')
    .replace(USUAL, '')
    .trim();
}

/** The package that a text declares; comments before it may say what they like. */
export function readPackage(text: string): string {
  const blank = /^(?:\s+|\/\/[^\n\r]*|\/\*[^]*?\*\/|@\w+(?:\([^)]*\))?)+/;
  const start = blank.exec(text)?.[0].length ?? 0;
  return /^package\s+([\w.]+)/.exec(text.slice(start, start + 500))?.[1] ?? '';
}
