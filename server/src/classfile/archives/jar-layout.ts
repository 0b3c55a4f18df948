/**
 * Finds the classes that a jar offers to a given Java release: its top level, overlaid by
 * `META-INF/versions/N` where the manifest says `Multi-Release: true` (JAR File Specification,
 * "Multi-release JAR files").
 *
 * Sits in `classfile/` over `zip.ts`.
 */
import type { ReadProblem } from '../../base/outcome';
import type { ZipArchive } from './zip';
import type { ZipEntry } from './zip-directory';

interface JarLayout {
  /** The classes by binary name with slashes. */
  readonly classes: ReadonlyMap<string, ZipEntry>;
  /** The packages with slashes, enclosing packages included. */
  readonly packages: ReadonlySet<string>;
  readonly problems: readonly ReadProblem[];
}

const manifestName = 'META-INF/MANIFEST.MF';
const versionedName = /^META-INF\/versions\/(\d{1,4})\/(.+)$/;
/** Versions below are not versions: the specification begins at 9. */
const oldestVersion = 9;

/** The entries of a jar that matter here: the rest need not be kept. */
export function isClassEntry(name: string): boolean {
  return name.endsWith('.class') || name === manifestName;
}

export function readJarLayout(archive: ZipArchive, release: number): JarLayout {
  const problems = [...archive.problems];
  const isMultiRelease = readMultiRelease(archive, problems);
  const classes = new Map<string, ZipEntry>();
  /** The versions of the classes that are not of the top level. */
  const versions = new Map<string, number>();
  for (const entry of archive.entries.values()) {
    if (!entry.name.endsWith('.class')) continue;
    const versioned = versionedName.exec(entry.name);
    const version = versioned === null ? 0 : Number(versioned[1]);
    if (versioned !== null && (!isMultiRelease || version < oldestVersion || version > release)) continue;
    const name = (versioned?.[2] ?? entry.name).slice(0, -'.class'.length);
    if (classes.has(name) && (versions.get(name) ?? 0) >= version) continue;
    classes.set(name, entry);
    if (version > 0) versions.set(name, version);
  }
  return { classes, packages: packagesOf(classes.keys()), problems };
}

function readMultiRelease(archive: ZipArchive, problems: ReadProblem[]): boolean {
  const entry = archive.entries.get(manifestName);
  if (entry === undefined) return false;
  const content = archive.read(entry);
  if (!content.ok) {
    problems.push(content.problem);
    return false;
  }
  const [mainSection = ''] = new TextDecoder().decode(content.value).split(/\r?\n\r?\n/, 1);
  return /^multi-release:\s*true\s*$/im.test(mainSection);
}

/** All packages of some classes, and those that enclose them: `java` has no class, and is a package name all the same. */
export function packagesOf(classNames: Iterable<string>): ReadonlySet<string> {
  const packages = new Set<string>();
  for (const name of classNames) {
    for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
      const found = name.slice(0, end);
      if (packages.has(found)) break;
      packages.add(found);
    }
  }
  return packages;
}
