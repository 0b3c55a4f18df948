/**
 * Finds the folder that a source's package starts from.
 */
import { dirname, sep } from 'node:path';

/** Matches at the start of a line only: in a comment, a line begins with `*` or `//`. */
const PACKAGE = /^[ \t]*package[ \t]+([\p{L}_$][\p{L}\p{N}_$.]*)[ \t]*;/mu;

/**
 * For `src/com/example/A.java` of `package com.example`, `src`. Undefined if the folders are not named like the
 * package: then nothing tells which files belong together.
 */
export function sourceRootOf(path: string, text: string, separator: string = sep): string | undefined {
  const names = PACKAGE.exec(text)?.[1]?.split('.') ?? [];
  let folder = dirname(path);
  for (const name of names.reverse()) {
    const end = folder.lastIndexOf(separator);
    if (folder.slice(end + 1) !== name) return undefined;
    folder = end < 0 ? '.' : folder.slice(0, Math.max(end, 1));
  }
  return folder;
}
