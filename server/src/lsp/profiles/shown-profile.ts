/**
 * The profile whose counts replace estimates, if one is shown.
 *
 * Sits in `lsp/`, under `colored-by.ts`.
 */
import { type LibraryPlace, layCallsOnLines } from '../../profile/account/called-lines';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { stat } from 'node:fs/promises';
import { describeMeasuredRuns } from '../../profile/document/count-program';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { withDefined } from '../../base/check';
import type { Joules, LineIndex, Share } from '../../base/units';
import { energyOfRow, listRowCosts } from '../../cost/pricing/counted-rows';
import type { CostModel } from '../../cost/model/cost-model';
import type { MethodKey } from '../../operations/catalogue/operation';
import {
  type AnalyzedVersion,
  createCountedSources,
  type CountedSources,
  placeOf,
} from '../../lines/counted-file';
import { countText, moveCounts, type UncountedMember } from '../../lines/counted-text';
import type { LineIndexOf } from '../../base/line-index';
import type { FileOperations } from '../../analysis/file-operations';
import { chooseRan, findInText, type FoundCounts } from '../../lines/source-lines';
import {
  scaleToProfile,
  type ScaledModel,
  inTermsOf,
  termsOfModel,
  type ProfileTerms,
} from '../../profile/account/measured-profile';
import { describeOwnModel, modelFor } from '../../profile/account/own-model';
import { readSource } from '../../host/files/source-files';
import type { NoColors } from '../views/bare-view';

export interface CountsInText {
  readonly kind: 'counted';
  readonly file: FileOperations;
  readonly uncounted: readonly UncountedMember[];
  /** The lines of members that the text that ran did not have, ascending. */
  readonly newer: readonly LineIndex[];
}

export type ShownCounts = CountsInText | NoColors;

interface ShownDocument {
  readonly read: ProfileDocument;
  /** The profile in the terms of models that price instructions, and of models that price operations. */
  readonly terms: Map<`${ProfileTerms} ${LibraryPlace}`, Terms>;
}

interface Terms {
  readonly profile: ProfileDocument;
  readonly sources: CountedSources;
  /** The texts that ran, by path; or why one cannot be had. */
  readonly texts: Map<string, FoundCounts | NoColors>;
  /** The files of whose older classes the user was told, and the places of several files. */
  readonly told: Set<string>;
  /** Which of several files with the same package and name ran, by these. */
  readonly owners: Map<string, string>;
}

/** The files of the workspace with the same package and name. */
export interface FilesOfName {
  /** The paths of the others at a place, such as `com/example/Grid.java`. */
  readonly others: (path: string, place: string) => readonly string[];
  /** A text with its operations; undefined while it is not known. */
  readonly textNow: (path: string) => Promise<AnalyzedVersion | undefined>;
}

const NO_FILES: FilesOfName = { others: () => [], textNow: () => Promise.resolve(undefined) };

/** The energy of a method's own code in the profiled run by another model, as modeled. */
export interface OtherEnergy {
  readonly title: string;
  readonly energy: Joules;
  /** The share of all that was counted, by the same model. */
  readonly share: Share;
}

/** A model, and the energies of the profile's methods by it. */
interface OtherModel {
  readonly of: ProfileDocument;
  readonly whole: Joules;
  readonly methods: ReadonlyMap<string, Joules>;
}

/** The profile that is shown, if one is. */
export class ShownProfile {
  /** The model whose costs the counts are multiplied by, unscaled. */
  private readonly chosen: () => CostModel;
  private readonly warn: (problem: string) => void;
  /** Which energies besides their own lines have. */
  private readonly place: () => LibraryPlace;
  private readonly others: () => readonly CostModel[];
  private readonly ofName: FilesOfName;
  private readonly byModel = new WeakMap<CostModel, OtherModel>();
  private shown: ShownDocument | undefined;
  private scaled:
    { readonly of: CostModel; readonly profile: ProfileDocument; readonly to: ScaledModel } | undefined;
  private counted:
    { readonly of: ProfileDocument; readonly by: CostModel; readonly energy: Joules } | undefined;

  constructor(
    chosen: () => CostModel,
    warn: (problem: string) => void,
    place: () => LibraryPlace = () => 'caller',
    others: () => readonly CostModel[] = () => [],
    ofName = NO_FILES,
  ) {
    this.chosen = chosen;
    this.warn = warn;
    this.place = place;
    this.others = others;
    this.ofName = ofName;
  }

  /** Shows a profile, or estimates if there is none. Warns of measured runs that do not count. */
  show(profile: ProfileDocument | undefined): void {
    this.shown = profile === undefined ? undefined : { read: profile, terms: new Map() };
    const doubts =
      profile === undefined ? [] : [...describeOwnModel(profile), ...describeMeasuredRuns(profile)];
    if (doubts.length > 0) this.warn(doubts.join('\n'));
  }

  get isShown(): boolean {
    return this.shown !== undefined;
  }

  /** The start of the profiled run in ISO 8601; undefined while estimates are shown. */
  get started(): string | undefined {
    return this.shown?.read.started;
  }

  /** The counted operations of a method, wherever its source is; undefined while estimates are shown. */
  get memberOf(): CountedSources['memberOf'] | undefined {
    return this.terms()?.sources.memberOf;
  }

  /** The model: as it is while estimates are shown, else scaled to the measured energy if there is one. */
  scale(): ScaledModel {
    const model = this.model();
    const profile = this.terms()?.profile;
    if (profile === undefined) return { model };
    // Prices are remembered by this object, so it stays the same one.
    if (this.scaled?.of !== model || this.scaled.profile !== profile)
      this.scaled = { of: model, profile, to: scaleToProfile(model, profile) };
    return this.scaled.to;
  }

  /** The energy of the profiled run: measured where lines are scaled to it, else that of all that was counted. */
  programEnergy(): Joules | undefined {
    const profile = this.terms()?.profile;
    if (profile === undefined) return undefined;
    const { model, measured } = this.scale();
    if (measured?.factor !== undefined) return measured.account.total;
    if (this.counted?.of !== profile || this.counted.by !== model)
      this.counted = { of: profile, by: model, energy: countedEnergy(profile, model) };
    return this.counted.energy;
  }

  /** A method by each of the user's other models, side by side; empty while estimates are shown. */
  byOthers(method: MethodKey): readonly OtherEnergy[] {
    const profile = this.shown?.read;
    if (profile === undefined) return [];
    return this.others().flatMap((model) => {
      let known = this.byModel.get(model);
      if (known?.of !== profile) this.byModel.set(model, (known = methodsBy(model, profile)));
      const energy = known.methods.get(method);
      return energy === undefined ? [] : [{ title: model.title, energy, share: energy / known.whole }];
    });
  }

  /** The counts of a text; undefined while estimates are shown. */
  countsOf(path: string, now: AnalyzedVersion, lines: LineIndexOf): Promise<ShownCounts> | undefined {
    const terms = this.terms();
    return terms && this.tellOlder(terms, path, this.countsIn(terms, path, now, lines));
  }

  private async countsIn(
    terms: Terms,
    path: string,
    now: AnalyzedVersion,
    lines: LineIndexOf,
  ): Promise<ShownCounts> {
    if (!terms.sources.has(now.file)) return notIn();
    const owner = await this.ownerOf(terms, path, now);
    if (owner === undefined || owner === path) return countsIn(terms, path, now, lines);
    const reason = l10n.t('The profile that is shown is of {0}, which has the same package and name.', owner);
    return { kind: 'none', title: notIn().title, reason };
  }

  /** The file that ran, if there are several with the same package and name; undefined if there are not, or nothing tells. */
  private async ownerOf(
    { sources, owners, told }: Terms,
    path: string,
    now: AnalyzedVersion,
  ): Promise<string | undefined> {
    const place = placeOf(now.file);
    const others = this.ofName.others(path, place);
    const [first] = others;
    if (first === undefined) return undefined;
    const known = owners.get(place);
    // An edit must not make a copy of what ran the file that ran.
    if (known !== undefined && [path, ...others].includes(known)) return known;
    const texts = (await Promise.all(others.map(this.ofName.textNow))).flatMap((text) => text ?? []);
    if (texts.length < others.length) return undefined;
    const owner = chooseRan(sources, [now, ...texts])?.file.path;
    if (owner !== undefined) owners.set(place, owner);
    else if (!told.has(place)) {
      told.add(place);
      this.warn(
        l10n.t(
          '{0} and {1} have the same package and name, and nothing tells which of them ran: both have its counts.',
          ...[path, first].sort(),
        ),
      );
    }
    return owner;
  }

  /** Warns once of each file that has methods whose classes are older. */
  private async tellOlder({ told }: Terms, path: string, counts: Promise<ShownCounts>): Promise<ShownCounts> {
    const found = await counts;
    const words = found.kind === 'counted' ? describeOlder(found.uncounted) : '';
    if (words !== '' && !told.has(path)) this.warn(`${basename(path)}: ${words}`);
    if (words !== '') told.add(path);
    return found;
  }

  /** The profile's own model if it has one and the settings choose none, else the chosen one. */
  private model(): CostModel {
    const chosen = this.chosen();
    return this.shown === undefined ? chosen : modelFor(this.shown.read, chosen);
  }

  private terms(): Terms | undefined {
    if (this.shown === undefined) return undefined;
    const { read, terms } = this.shown;
    const model = this.model();
    const place = this.place();
    const own = `${termsOfModel(model)} ${place}` as const;
    const known = terms.get(own);
    if (known !== undefined) return known;
    const inTerms = inTermsOf(model, read);
    const profile = layCallsOnLines(inTerms, place);
    const made = {
      profile,
      sources: createCountedSources(profile, place, read),
      texts: new Map(),
      told: new Set<string>(),
      owners: new Map<string, string>(),
    };
    terms.set(own, made);
    return made;
  }
}

/** The energies of methods by a model, without those that it has no cost for. */
function methodsBy(model: CostModel, profile: ProfileDocument): OtherModel {
  const { keys, classes } = inTermsOf(model, profile);
  const costs = listRowCosts(keys, model);
  const methods = new Map<string, Joules>();
  let whole = 0;
  for (const { name: owner, methods: own } of classes)
    for (const { name, descriptor, operations } of own) {
      let energy = 0;
      for (const [key, , count, sizes] of operations) energy += energyOfRow(costs, key, count, sizes);
      whole += energy;
      if (energy > 0) methods.set(`${owner}.${name}${descriptor}`, energy);
    }
  return { of: profile, whole, methods };
}

/** The energy of all that was counted, by a model in the terms of the profile. */
export function countedEnergy({ keys, classes }: ProfileDocument, model: CostModel): Joules {
  const costs = listRowCosts(keys, model);
  const rows = classes.flatMap(({ methods }) => methods.flatMap(({ operations }) => operations));
  return rows.reduce((sum, [key, , count, sizes]) => sum + energyOfRow(costs, key, count, sizes), 0);
}

/** The methods whose classes are older than the text, in words; empty if there are none. */
export function describeOlder(uncounted: readonly UncountedMember[]): string {
  const { length } = uncounted.filter(({ why }) => why === 'older');
  if (length === 0) return '';
  return length === 1
    ? l10n.t('1 method was left out: its class is older than the text. Build, then profile again.')
    : l10n.t(
        '{0} methods were left out: their classes are older than the text. Build, then profile again.',
        length,
      );
}

async function countsIn(
  profile: Terms,
  path: string,
  now: AnalyzedVersion,
  lines: LineIndexOf,
): Promise<ShownCounts> {
  const counted = await countedText(path, now, lines, profile);
  if ('kind' in counted) return counted;
  const moved = moveCounts(counted.text, now);
  const places = new Map(now.file.members.map((member) => [member.key, member]));
  const before = counted.stale.map(({ key, name }): UncountedMember => {
    const { nameStart } = places.get(key) ?? {};
    return { name, why: 'changed', ...withDefined({ nameStart }) };
  });
  const newer = [...new Set(moved.newer.map((offset) => lines.lineAt(offset)))].sort((a, b) => a - b);
  return { kind: 'counted', file: moved.file, uncounted: [...before, ...moved.uncounted], newer };
}

async function countedText(
  path: string,
  now: AnalyzedVersion,
  lines: LineIndexOf,
  { texts, sources, profile }: Terms,
): Promise<FoundCounts | NoColors> {
  const known = texts.get(path);
  if (known !== undefined) return known;
  const changed = await changeSince(path, now.text, Date.parse(profile.started));
  const whole = changed === undefined ? countText(now, lines, sources) : undefined;
  const found: FoundCounts | NoColors =
    changed === undefined
      ? whole === undefined
        ? notIn()
        : { text: whole, stale: [] }
      : (findInText(sources, now, lines, 'held') ?? {
          kind: 'none',
          title: newerThanProfile(),
          reason: changed,
        });
  // An unsaved text may become the one that ran again, so it is not kept.
  if (changed === undefined) texts.set(path, found);
  return found;
}

function notIn(): NoColors {
  return {
    kind: 'none',
    title: l10n.t('not in the profile'),
    reason: l10n.t('The profile that is shown contains no counts of this file.'),
  };
}

/** The words for what was written after the run. */
export function newerThanProfile(): string {
  return l10n.t('newer than the profile');
}

/** The reason why a text that is shown first cannot be the one that ran; undefined if it can. */
async function changeSince(path: string, text: string, started: number): Promise<string | undefined> {
  const state = await stat(path).catch(() => undefined);
  // This check comes first, because it runs at each edit: neither saving nor undoing makes such a file the text that
  // ran.
  if (state !== undefined && state.mtimeMs > started)
    return l10n.t('This file has changed since it was profiled.');
  const source = state === undefined ? undefined : await readSource(path);
  return source?.kind === 'text' && source.text === text
    ? undefined
    : l10n.t('Save this file or undo its changes to see the counts of the profile.');
}
