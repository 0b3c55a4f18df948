/**
 * The teachers of the workspace's estimates: the file of learned frequencies, and the profiles of the workspace.
 *
 * Sits in `lsp/`, under `client-session.ts`. The file is read at once; profiles are read in the background, when all
 * sources are known, and again when they change.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LearnedFrequencies } from '../../lines/learned/learned-frequencies';
import { learnProfiles, type LearnedText } from '../../lines/learned/learn-profile';
import { loadFrequencies, loadTeachers } from '../../tasks/learned-frequencies';

interface TeachingOptions {
  readonly folders: () => readonly string[];
  readonly texts: () => Iterable<LearnedText>;
  readonly warn: (problems: readonly string[]) => void;
  /** Called when estimates have learned. */
  readonly changed: () => Promise<void>;
}

/** The most bytes of profiles: they are read while somebody types. */
const MOST_BYTES = 64 * 1024 * 1024;

export class Teaching {
  #learned: LearnedFrequencies | undefined;
  readonly #options: TeachingOptions;
  #updates = 0;
  #warned = '';

  constructor(options: TeachingOptions) {
    this.#options = options;
  }

  /** Undefined if no run is known. */
  get learned(): LearnedFrequencies | undefined {
    return this.#learned;
  }

  /** Reads the file, and with `hasTexts` the profiles. A later call ends an earlier one. */
  async update(hasTexts: boolean): Promise<void> {
    const { folders, texts, warn, changed } = this.#options;
    const mine = ++this.#updates;
    const { frequencies, problems } = await loadFrequencies(folders());
    if (mine !== this.#updates) return;
    // The same file is read again when its profiles change.
    if (problems.join() !== this.#warned) warn(problems);
    this.#warned = problems.join();
    const profiles = loadTeachers(hasTexts ? folders() : [], MOST_BYTES);
    const all = await learnProfiles(profiles, texts, frequencies, async () => {
      await nextTurn();
      return mine === this.#updates;
    });
    if (mine !== this.#updates || (all === undefined && this.#learned === undefined)) return;
    this.#learned = all && new LearnedFrequencies(all);
    await changed();
  }
}
