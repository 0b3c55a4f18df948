/**
 * The libraries that types come from: found, given to the workers, and read again when they were replaced on disk.
 *
 * Sits in `lsp/`, under `client-session.ts`, over `host/`. The settings come first, then the build files, then the
 * editor's Java support.
 */
import { basename } from 'node:path';
import { messageOf } from '../../base/failure';
import type { AnalysisOptions } from '../../analysis/analysis-options';
import { BUILD_FILES } from '../../host/builds/build-file-reader';
import type { BuildClassPath } from '../../host/builds/find-class-path';
import { fencedFolders } from '../../host/files/fence';
import { chooseJdk } from '../../host/jdk/jdks';
import {
  describeFiles,
  identifyLibraries,
  type IdentifiedLibraries,
} from '../../host/jdk/identify-libraries';
import type { Settings } from '../../protocol/settings';
import type { Pool } from '../../threads/pool';
import { shareMemory } from '../../base/memory-shares';
import { createTurns } from '../../host/machine/threads';
import { readLibraryJars } from '../../tasks/bodies/read-bodies';
import type { LibraryClass } from '../../operations/bodies/library-bodies';
import { inBackground, type Log } from './log';

interface OpenLibrariesOptions {
  readonly pool: Pick<Pool, 'configure'>;
  readonly log: Log;
  /** The settings, with absolute paths. */
  readonly settings: () => Settings;
  readonly folders: () => readonly string[];
  readonly analysis: () => AnalysisOptions;
  readonly warn: (problems: readonly string[]) => void;
  /** Reads the build files of folders; undefined if that takes too long. */
  readonly readBuilds: (folders: readonly string[]) => Promise<BuildClassPath | undefined>;
  readonly bundleFolder: string;
  readonly mediaFolder: string;
  /** The folder that keeps what was read; undefined if nothing is kept. */
  readonly cacheFolder: string | undefined;
  /** Called with what the methods of jars do: reading large jars takes seconds. */
  readonly readBodies: (classes: readonly LibraryClass[]) => Promise<void>;
  /** Called when everything must be typed again. */
  readonly changed: () => void;
}

interface FoundLibraries extends IdentifiedLibraries {
  /** Sentences for the log. */
  readonly descriptions: readonly string[];
  /** Sentences about what the user named and cannot be used. */
  readonly problems: readonly string[];
  /** Names of what the build files name and this machine lacks. */
  readonly gaps: readonly string[];
}

const CHECK_DELAY_MS = 300;
const NO_BUILD: BuildClassPath = { elements: [], builds: [], found: [], problems: [], inputs: [] };

/** Files are colored without the types of libraries, too. */
function withoutTypes(error: unknown): FoundLibraries {
  return {
    ...{ classPath: [], jdk: undefined, identity: 'unknown', descriptions: [], gaps: [] },
    problems: [
      `the class path and the JDK can't be found (${messageOf(error)}): the types of java.* come with Jouleline, and no others are known`,
    ],
  };
}

export class OpenLibraries {
  private readonly options: OpenLibrariesOptions;
  private readonly inTurn = createTurns();
  private readonly toldGaps = new Set<string>();
  private libraries: FoundLibraries | undefined;
  private timer: NodeJS.Timeout | undefined;
  private editorClassPath: readonly string[] = [];
  /** The class path of the build files, kept for as long as none of them changes. */
  private builds:
    { readonly key: string; readonly state: string; readonly build: BuildClassPath } | undefined;

  constructor(options: OpenLibrariesOptions) {
    this.options = options;
  }

  get classPath(): readonly string[] {
    return this.libraries?.classPath ?? [];
  }

  /** Opens the libraries. Changed assumptions come this way, too: the workers take both at once. */
  async open(): Promise<void> {
    const { log, pool, analysis, warn } = this.options;
    const libraries = await this.find().catch((error: unknown) => withoutTypes(error));
    this.libraries = libraries;
    for (const description of libraries.descriptions) log.info(description);
    this.tellGaps(libraries.gaps);
    const configured = await pool.configure(analysis(), libraries);
    warn([...libraries.problems, ...configured]);
    inBackground(this.readBodies(libraries), log);
  }

  /** Called when a library or class file may have changed on disk; `named` if it is known which. */
  check(named?: string): void {
    if (named !== undefined && BUILD_FILES.includes(basename(named))) this.builds = undefined;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      inBackground(this.checkNow(), this.options.log);
    }, CHECK_DELAY_MS);
  }

  /** Takes the class path that the editor's own Java support knows. */
  setEditorClassPath(elements: readonly string[]): void {
    const isNew = elements.join('\n') !== this.editorClassPath.join('\n');
    this.editorClassPath = elements;
    if (isNew) this.check();
  }

  /** Reads libraries again that were replaced while in use; warns the user only if they stay unreadable. */
  async handleProblem(problem: string): Promise<void> {
    this.options.log.warning(problem);
    if (!(await this.checkNow())) this.options.warn([problem]);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  /** Looks for replaced jars, classes or JDKs, and has everything typed again if there are any. */
  private async checkNow(): Promise<boolean> {
    const before = this.libraries?.identity;
    const { identity } = await this.find();
    if (before === undefined || identity === before) return false;
    this.options.log.info('the class path or the JDK changed: reading them anew');
    await this.open();
    this.options.changed();
    return true;
  }

  private async readBodies(libraries: FoundLibraries): Promise<void> {
    const { log, settings, bundleFolder, mediaFolder, cacheFolder } = this.options;
    const { cache, server } = settings();
    const { bodies: maxMemoryMB } = shareMemory(server.maxMemoryMB, 1);
    const { classes, problems } = await this.inTurn(() =>
      readLibraryJars(libraries.classPath, {
        ...{ bundleFolder, mediaFolder, maxMemoryMB },
        cacheFolder: cache.enable ? cacheFolder : undefined,
      }),
    );
    for (const problem of problems) log.warning(problem);
    if (classes.length > 0 && this.libraries === libraries) await this.options.readBodies(classes);
  }

  /** Logs each gap once. There is no warning: a project that was just cloned usually has gaps. */
  private tellGaps(gaps: readonly string[]): void {
    for (const gap of gaps) if (!this.toldGaps.has(gap)) this.options.log.warning(gap);
    for (const gap of gaps) this.toldGaps.add(gap);
  }

  private async find(): Promise<FoundLibraries> {
    const { classPath, javaHome, buildFiles } = this.options.settings();
    const { jdk, description, problems } = chooseJdk({
      configured: javaHome,
      suggested: [],
      environment: process.env,
    });
    const build = buildFiles.enable ? await this.readBuilds(this.options.folders()) : NO_BUILD;
    const { editorClassPath } = this;
    const all = [...new Set([...classPath, ...build.elements, ...editorClassPath])];
    const identified = await identifyLibraries({ classPath: all, jdk, fenced: fencedFolders() });
    const editor = `the editor's Java support: ${editorClassPath.length} elements of the class path`;
    return {
      ...identified,
      descriptions: [
        `java.* is typed from ${description}`,
        ...build.found,
        ...(editorClassPath.length === 0 ? [] : [editor]),
      ],
      problems,
      gaps: build.problems,
    };
  }

  private async readBuilds(folders: readonly string[]): Promise<BuildClassPath> {
    const key = folders.join('\n');
    const known = this.builds;
    if (known?.key === key && known.state === (await describeFiles(known.build.inputs))) return known.build;
    const build = (await this.options.readBuilds(folders)) ?? {
      ...NO_BUILD,
      problems: [
        `the build files in ${folders.join(', ')} take too long to read: the types of their libraries are not known; name the jars in jouleline.classPath`,
      ],
    };
    this.builds = { key, state: await describeFiles(build.inputs), build };
    return build;
  }
}
