/**
 * Finds the sources of a project that differ from its classes: those that are newer, or have no class at
 * all.
 *
 * Sits in `host/`. It compares times, as build tools do. Cost: a look at the state of each source and of
 * its class. If sources have no class of their name, the classes of a folder are read, once.
 */
import type { SourceRoot } from './resolve-dependencies';
import { readdirSync, statSync } from 'node:fs';
import { listBelowSync } from '../files/walk-folder';
import { basename, dirname, join, relative } from 'node:path';
import { sourceFileOf } from '../../classfile/read/code';
import { readClass } from '../../classfile/read/read-class';
import type { FoundBuild } from './find-class-path';
import { leadsOut } from '../files/fence';
import { readBytesSync } from '../files/read-file';

export interface StaleBuild {
  readonly build: FoundBuild;
  /** The paths of sources that are newer than their class. */
  readonly newer: readonly string[];
  /** The paths of sources that have no class. */
  readonly missing: readonly string[];
}

/** Leaves out builds whose classes all exist and are as new as their sources. */
export function findStaleBuilds(builds: readonly FoundBuild[]): readonly StaleBuild[] {
  const compiledIn = new Map<string, CompiledTimes>();
  return builds.flatMap((build) => {
    const newer: string[] = [];
    const missing: string[] = [];
    for (const root of build.roots)
      for (const source of listJava(root.sources)) {
        const compiled = timeOfClass(root, source, compiledIn);
        if (compiled === undefined) missing.push(source);
        else if ((statSync(source, { throwIfNoEntry: false })?.mtimeMs ?? 0) > compiled) newer.push(source);
      }
    return newer.length + missing.length === 0 ? [] : [{ build, newer, missing }];
  });
}

function listJava(folder: string): readonly string[] {
  const wants = (name: string): boolean =>
    name.endsWith('.java') && !/^(?:package|module)-info\.java$/.test(name);
  return listBelowSync(folder, { wants, mostFiles: MOST_SOURCES }).map((path) => join(folder, path));
}

/** A larger project is not compared file by file. */
const MOST_SOURCES = 50_000;

/** The times at which each source of a folder was last compiled, by its name without folders. */
type CompiledTimes = ReadonlyMap<string, number>;

/**
 * The time at which the source was last compiled; undefined if it was not, infinity if it declares nothing.
 * `compiledIn` remembers what is known of folders of classes, and grows.
 */
function timeOfClass(
  { sources, classes }: SourceRoot,
  source: string,
  compiledIn: Map<string, CompiledTimes>,
): number | undefined {
  const file = join(classes, relative(sources, source));
  const usual = statSync(file.replace(/java$/, 'class'), { throwIfNoEntry: false })?.mtimeMs;
  if (usual !== undefined) return usual;
  const folder = dirname(file);
  const times = compiledIn.get(folder) ?? readCompiledTimes(folder);
  compiledIn.set(folder, times);
  const time = times.get(basename(source));
  if (time !== undefined) return time;
  const declares = /\b(?:class|interface|enum|record)\s|\bmain\s*\(/.test(
    readBytesSync(source).toString('latin1'),
  );
  return declares ? undefined : Infinity;
}

function readCompiledTimes(folder: string): CompiledTimes {
  const times = new Map<string, number>();
  for (const path of classesIn(folder)) {
    const source = sourceOf(path);
    if (source !== undefined) times.set(source, Math.max(times.get(source) ?? 0, statSync(path).mtimeMs));
  }
  return times;
}

function classesIn(folder: string): readonly string[] {
  if (leadsOut(folder)) return [];
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.class'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function sourceOf(path: string): string | undefined {
  const read = readClass(new Uint8Array(readBytesSync(path)));
  return read.ok ? sourceFileOf(read.value) : undefined;
}
