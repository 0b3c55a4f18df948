/**
 * The folder that a source's package starts from. Sits in `host/`: one file is
 * typed by the declarations of the others below that folder.
 */
import { dirname, sep } from 'node:path';

/** At the start of a line, as everyone writes it: what stands in a comment begins with `*` or `//`. */
const PACKAGE = /^[ \t]*package[ \t]+([\p{L}_$][\p{L}\p{N}_$.]*)[ \t]*;/mu;

/**
 * For `src/com/example/A.java` of `package com.example`, `src`. `undefined`
 * where the folders are not named like the package: then nothing tells which
 * files belong together.
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
