/**
 * The energies of all files that a session shows, and what they rest on: the model, the profile or the estimated calls, and
 * the entry points at which these begin.
 *
 * Sits in `lsp/`, under `client-session.ts`, over the energy session, which computes them.
 */
import type { Joules } from '../../base/units';
import { createEnergySession, type EnergySession } from '../../lines/energy-session';
import { describeEntryPoints, describeUncertain, describeUnmatched } from '../../lines/entry-text';
import type { MemberRecord } from '../../analysis/file-operations';
import type { ScaledModel } from '../../profile/account/measured-profile';
import { readLaunchedClasses } from '../../tasks/programs/launched-classes';
import type { ColoredBy } from '../profiles/colored-by';
import type { Teaching } from '../profiles/teaching';
import type { provenanceOfAll } from '../views/modeled-view';
import type { Log } from './log';
import { createRests } from './pace';
import type { SessionSettings } from './settings';

interface PricingParts {
  readonly log: Log;
  readonly folders: () => readonly string[];
  readonly settings: SessionSettings;
  readonly coloredBy: ColoredBy;
  readonly teaching: Teaching;
  /** False while files are read: a method may not be known yet. */
  readonly areAllFilesKnown: () => boolean;
  /** True while files are read: who calls a method is known of a part of them only. */
  readonly isReading: () => boolean;
  /** Called when figures of all files may have changed. */
  readonly changed: () => void;
  readonly warn: (problems: readonly string[]) => void;
}

export class Pricing {
  readonly energies: EnergySession;
  readonly #parts: PricingParts;
  /** The main classes of launch configurations. */
  #launched: readonly string[] = [];
  /** The entry points and problems that were told last. */
  #told = '';

  constructor(parts: PricingParts) {
    this.#parts = parts;
    this.energies = createEnergySession(this.options());
  }

  get scaled(): ScaledModel {
    const { settings, coloredBy } = this.#parts;
    const { profile } = coloredBy;
    return profile.isShown ? profile.scale() : { model: settings.chosen.estimating };
  }

  options(): Parameters<EnergySession['configure']>[0] {
    const { settings, coloredBy, teaching } = this.#parts;
    const { profile } = coloredBy;
    return {
      model: this.scaled.model,
      countedMember: profile.memberOf,
      learned: teaching.learned,
      mode: profile.isShown ? 'counted' : settings.now.frequency,
      entries: { patterns: settings.now.entryPoints, mainClasses: this.#launched },
      ...settings.analysis,
    };
  }

  /** The options for what is shown, with the runs that knew any of the shown methods in the place of all that was learned. */
  shown(): Parameters<typeof provenanceOfAll>[1] {
    const { mode, model, learned } = this.options();
    return { mode, model, learned: learned?.runsOf(membersOf(this.energies)) };
  }

  /** The energy of one run of the program; undefined while it is not known. */
  programEnergy(): Joules | undefined {
    const { coloredBy, areAllFilesKnown } = this.#parts;
    const { profile } = coloredBy;
    if (profile.isShown) return profile.programEnergy();
    return areAllFilesKnown() ? this.energies.programEnergy() : undefined;
  }

  /** Estimates calls anew, in slices between which requests are answered. Answers true if they may be others. */
  async solveCalls(): Promise<boolean> {
    // A method whose callers are not read yet would pass for one that is never called. All is solved at the end.
    if (this.#parts.isReading()) return false;
    const isNew = await this.energies.solveCallsSlowly(createRests());
    if (isNew) this.#parts.changed();
    if (isNew) this.#tellEntryPoints();
    return isNew;
  }

  /** Prices everything anew, since what energies rest on has changed. */
  async again(): Promise<void> {
    this.energies.configure(this.options());
    this.#parts.changed();
    await this.solveCalls();
  }

  /** Reads which classes are launched, and estimates calls from them. */
  async takeLaunched(): Promise<void> {
    const launched = await readLaunchedClasses(this.#parts.folders());
    if (launched.join() !== this.#launched.join()) {
      this.#launched = launched;
      this.energies.configure(this.options());
    }
    await this.solveCalls();
  }

  /** Tells which entry points the estimate rests on, and warns of patterns that match nothing. */
  #tellEntryPoints(): void {
    const { log, areAllFilesKnown, warn } = this.#parts;
    const solved = this.energies.solved();
    if (solved === undefined) return;
    const points = solved.entryPoints;
    const problems = areAllFilesKnown() ? describeUnmatched(points) : [];
    const told = JSON.stringify([describeEntryPoints(points), ...problems]);
    if (told === this.#told) return;
    this.#told = told;
    log.info(`calls begin at the entry points ${describeEntryPoints(points)}`);
    for (const problem of describeUncertain(solved)) log.warning(problem);
    warn(problems);
  }
}

function* membersOf(energies: EnergySession): Generator<MemberRecord> {
  for (const { member } of energies.members()) yield member;
}
