/**
 * What types come from: found, given to the workers, and read anew when it was
 * replaced on disk.
 *
 * Sits in `lsp/`, between `client-session.ts` and `project-libraries.ts`.
 */
import { basename } from 'node:path';
import type { AnalysisOptions } from '../engine/analysis-options';
import { BUILD_FILES } from '../host/find-class-path';
import type { Settings } from '../protocol/settings';
import type { Pool } from '../worker/pool';
import { inBackground, type Log } from './log';
import { createLibrariesFinder, type FoundLibraries } from './project-libraries';

export interface LibrariesWiring {
  readonly pool: () => Pool;
  readonly log: Log;
  /** With absolute paths. */
  readonly settings: () => Settings;
  readonly folders: () => readonly string[];
  readonly options: () => AnalysisOptions;
  readonly warn: (problems: readonly string[]) => void;
  /** All is to be typed anew. */
  readonly changed: () => void;
}

export interface OpenLibraries {
  readonly classPath: () => readonly string[];
  /** Also where only the assumptions changed: the workers take both at once. */
  readonly open: () => Promise<void>;
  /** Something that types come from may have changed on disk; `named` if it is known which file. */
  readonly check: (named?: string) => void;
  /** What the editor's own Java support knows of the class path. */
  readonly setEditorClassPath: (elements: readonly string[]) => void;
  /** What was replaced while it was in use is read anew; only what stays unreadable is the user's concern. */
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

  /** Each once, and in the log alone: it is the usual state of what was just cloned. */
  function tellGaps(gaps: readonly string[]): void {
    for (const gap of gaps) if (!toldGaps.has(gap)) log.warning(gap);
    for (const gap of gaps) toldGaps.add(gap);
  }

  /** Jars, classes or the JDK may have been replaced: then all is typed anew. */
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
