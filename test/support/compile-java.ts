/**
 * Compiles Java sources for tests. What javac made of the same texts with the same options is kept in `.cache/` of the
 * checkout, which may be deleted at any time.
 */
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runJdkTool } from './jdk-tools';
import { type FolderContent, writeFiles } from './temporary-folder';

export interface Compilation {
  readonly home: string;
  /** The texts of the sources by their paths; javac is given all of them. */
  readonly sources: FolderContent;
  /** javac's options, with the class path if there is one; `-d` is added. */
  readonly options?: readonly string[];
}

const kept = resolve(import.meta.dirname, '../../.cache/test-classes');

/** Writes the sources and their class files into the folder; throws what javac complained about. */
export function compileInto(folder: string, compilation: Compilation): void {
  writeFiles(folder, compilation.sources);
  cpSync(compileKept(compilation), folder, { recursive: true });
}

/** The folder of the class files, which all tests share: nobody may change it. Throws what javac complained about. */
export function compileKept({ home, sources, options = [] }: Compilation): string {
  const classes = join(kept, keyOf({ home, sources, options }));
  if (existsSync(classes)) return classes;
  const work = `${classes}-${randomUUID()}`;
  const made = join(work, 'classes');
  mkdirSync(made, { recursive: true });
  try {
    writeFiles(join(work, 'sources'), sources);
    const files = Object.keys(sources).map((name) => join(work, 'sources', name));
    runJdkTool(home, 'javac', [...options, '-d', made, ...files]);
    // Another process may have been quicker.
    if (!existsSync(classes)) renameSync(made, classes);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return classes;
}

function keyOf({ home, sources, options }: Required<Compilation>): string {
  const release = readFileSync(join(home, 'release'), 'utf8');
  const texts = Object.entries(sources).map(([name, text]) => [name, Buffer.from(text).toString('base64')]);
  return createHash('sha256')
    .update(JSON.stringify([release, options, texts]))
    .digest('hex')
    .slice(0, 40);
}
