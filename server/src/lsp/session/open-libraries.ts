/**
 * The libraries that types come from: found, given to the workers, and read again when they were replaced on disk.
 *
 * Sits in `lsp/`, between `client-session.ts` and `project-libraries.ts`.
 */
import { basename } from 'node:path';
import type { AnalysisOptions } from '../../analysis/analysis-options';
import { BUILD_FILES } from '../../host/builds/find-class-path';
import type { Settings } from '../../protocol/settings';
import type { Pool } from '../../threads/pool';
import { inBackground, type Log } from './log';
import { createLibrariesFinder, type FoundLibraries } from './project-libraries';

export interface LibrariesWiring {
  readonly pool: () => Pool;
  readonly log: Log;
  /** The settings, with absolute paths. */
  readonly settings: () => Settings;
  readonly folders: () => readonly string[];
  readonly options: () => AnalysisOptions;
  readonly warn: (problems: readonly string[]) => void;
  /** Called when everything must be typed again. */
  readonly changed: () => void;
}

export interface OpenLibraries {
  readonly classPath: () => readonly string[];
  /** Opens the libraries. Changed assumptions come this way, too: the workers take both at once. */
  readonly open: () => Promise<void>;
  /** Called when a library or class file may have changed on disk; `named` if it is known which. */
  readonly check: (named?: string) => void;
  /** Takes the class path that the editor's own Java support knows. */
  readonly setEditorClassPath: (elements: readonly string[]) => void;
  /** Reads libraries again that were replaced while in use; warns the user only if they stay unreadable. */
  readonly handleProblem: (problem: string) => Promise<void>;
  readonly dispose: () => void;
}

const CHECK_DELAY_MS = 300;

export function createOpenLibraries(wiring: LibrariesWiring): OpenLibraries {
  const { log } = wiring;
  const finder = createLibrariesFinder();
  const toldGaps = new Set<string>();
  let libraries: FoundLibraries | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    libraries = await finder.find(wiring.settings(), wiring.folders());
    for (const description of libraries.descriptions) log.info(description);
    tellGaps(libraries.gaps);
    const configured = await wiring.pool().configure(wiring.options(), libraries);
    wiring.warn([...libraries.problems, ...configured]);
  }

  /** Logs each gap once. There is no warning: a project that was just cloned usually has gaps. */
  function tellGaps(gaps: readonly string[]): void {
    for (const gap of gaps) if (!toldGaps.has(gap)) log.warning(gap);
    for (const gap of gaps) toldGaps.add(gap);
  }

  /** Looks for replaced jars, classes or JDKs, and has everything typed again if there are any. */
  async function checkNow(): Promise<boolean> {
    const before = libraries?.identity;
    const { identity } = await finder.find(wiring.settings(), wiring.folders());
    if (before === undefined || identity === before) return false;
    log.info('the class path or the JDK changed: reading them anew');
    await open();
    wiring.changed();
    return true;
  }

  function checkSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      inBackground(checkNow(), log);
    }, CHECK_DELAY_MS);
  }

  return {
    classPath: () => libraries?.classPath ?? [],
    open,
    check(named) {
      if (named !== undefined && BUILD_FILES.includes(basename(named))) finder.forgetBuilds();
      checkSoon();
    },
    setEditorClassPath(elements) {
      if (finder.setEditorClassPath(elements)) checkSoon();
    },
    async handleProblem(problem) {
      log.warning(problem);
      if (!(await checkNow())) wiring.warn([problem]);
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}
