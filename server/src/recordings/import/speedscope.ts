/**
 * Reads speedscope's own file: frames once, then profiles as samples or as events that open and close
 * frames.
 *
 * Sits in `recordings/`. Specification: www.speedscope.app/file-format-schema.json. It has no unit
 * of energy. A profile without a unit whose name ends in one, such as `energy (µJ)`, is energy; others
 * without a unit are samples. Profiles of one unit are the threads of one program. Not supported: files of
 * other tools that speedscope also opens.
 */
import { type ContextTree, ContextTreeBuilder, ROOT, stackOf } from '../../base/context-tree';
import { groupBy } from '../../base/groups';
import { type MeasureUnit, isAmount } from '../../base/measure';
import type { Frame } from '../model/imported-profile';
import { printable } from './frame-names';
import { JsonTokenReader, type JsonScalar, type JsonWay } from './bytes/json-tokens';
import { type KnownUnit, unitNamed } from './measure-units';
import { findNote, readFrame, UNKNOWN_FRAME } from './recording-note';
import { type FormatResult, StackImporter, atOffset, type ImportFormat } from './stack-importer';

const MOST_PROFILES = 10_000;
const DEEPEST = 100_000;

export const speedscopeFormat: ImportFormat = {
  id: 'speedscope',
  title: 'speedscope',
  recognizes(head) {
    const text = new TextDecoder().decode(head);
    return (
      /^\uFEFF?\s*\{/.test(text) &&
      (/"\$schema"\s*:\s*"https?:\/\/www\.speedscope\.app\//.test(text) ||
        /"shared"\s*:\s*\{\s*"frames"\s*:\s*\[/.test(text))
    );
  },
  create: (context) => new SpeedscopeImporter(context),
};

interface WrittenFrame {
  name?: string;
  file?: string;
  line?: number;
}

/** One profile as it is read: stacks as contexts of a tree of frame numbers. */
interface SpeedscopeProfile {
  type: string;
  name: string;
  unit: string;
  /** The context of each sample; `weights` has its weight. */
  readonly contexts: number[];
  readonly weights: number[];
  /** The frames that events have opened and not yet closed. */
  readonly open: number[];
  lastTime: number | undefined;
  lost: number;
}

class SpeedscopeImporter extends StackImporter {
  protected readonly format = speedscopeFormat.id;
  protected readonly reader = new JsonTokenReader({
    onValue: (way, value) => {
      this.readValue(way, value);
    },
    onClose: (way) => {
      this.close(way);
    },
    onBroken: (offset) => {
      this.problems.add(atOffset(offset, 'no JSON: what follows is not read'));
    },
  });
  private readonly frames: WrittenFrame[] = [];
  private readonly profiles: SpeedscopeProfile[] = [];
  private readonly remarks: string[] = [];
  private tool = '';
  private stack: number[] = [];
  private event: { type?: string; at?: number; frame?: number } = {};

  protected finish(): FormatResult {
    this.noteBeyond();
    const note = findNote(this.remarks);
    const numbers = this.frames.map(({ name = '', file = '', line = 0 }) =>
      this.table.numberOf(readFrame(name, { file, line }, note)),
    );
    const places = this.tree.build(0);
    const built = new ContextTreeBuilder();
    const measures = groupProfiles(this.profiles, note !== undefined).map(({ unit, members }, measure) => {
      let total = 0;
      for (const profile of members) {
        this.noteLosses(profile);
        const thread: Frame = { kind: 'thread', name: printable(`[${profile.name}]`) };
        const base = members.length > 1 ? built.child(ROOT, this.table.numberOf(thread)) : ROOT;
        total += this.addProfile(profile, { built, base, measure, places, numbers });
      }
      return this.measure(members.length > 1 ? unit : nameOf(members[0]?.name ?? ''), unit, total);
    });
    if (measures.every(({ total }) => total === 0)) this.note('the file holds no samples');
    return { tool: this.tool, measures, tree: built.build(measures.length), note };
  }

  private profileAt(index: string | number | undefined): SpeedscopeProfile | undefined {
    if (typeof index !== 'number' || index >= MOST_PROFILES) return undefined;
    while (this.profiles.length <= index)
      this.profiles.push({
        type: '',
        name: '',
        unit: 'none',
        contexts: [],
        weights: [],
        open: [],
        lastTime: undefined,
        lost: 0,
      });
    return this.profiles[index];
  }

  private readValue(way: JsonWay, value: JsonScalar): void {
    const [top, index, field, name] = way;
    if (way.length === 1 && typeof value === 'string') {
      if (top === 'exporter') this.tool = value;
      if (top === 'jouleline') this.remarks.push(value);
    } else if (top === 'shared' && index === 'frames' && way.length === 4) {
      const frame = (this.frames[Number(field)] ??= {});
      if ((name === 'name' || name === 'file') && typeof value === 'string') frame[name] = value;
      if (name === 'line' && typeof value === 'number') frame.line = value;
    } else if (top === 'profiles') this.readProfile(way, value);
  }

  private readProfile(way: JsonWay, value: JsonScalar): void {
    const [, index, field, , inner] = way;
    const profile = this.profileAt(index);
    if (profile === undefined) return;
    if (way.length === 3 && typeof value === 'string') {
      if (field === 'type' || field === 'name' || field === 'unit') profile[field] = value;
    } else if (way.length === 4 && field === 'weights') {
      profile.weights.push(typeof value === 'number' ? value : NaN);
    } else if (way.length === 5 && field === 'samples' && typeof inner === 'number') {
      if (typeof value === 'number' && this.stack.length < DEEPEST) this.stack.push(value);
    } else if (way.length === 5 && field === 'events') {
      if (inner === 'type' && typeof value === 'string') this.event.type = value;
      if ((inner === 'at' || inner === 'frame') && typeof value === 'number') this.event[inner] = value;
    }
  }

  private close(way: JsonWay): void {
    const [top, index, field] = way;
    if (top !== 'profiles' || way.length !== 4) return;
    const profile = this.profileAt(index);
    if (field === 'samples') {
      profile?.contexts.push(this.contextOf(this.stack));
      this.stack = [];
    } else if (field === 'events') {
      if (profile !== undefined) this.readEvent(profile);
      this.event = {};
    }
  }

  /** Gives the time since the last event to the frame that was open. */
  private readEvent(profile: SpeedscopeProfile): void {
    const { type, at: time, frame } = this.event;
    const { open, lastTime } = profile;
    if (time === undefined || frame === undefined || !(time >= (lastTime ?? time))) {
      profile.lost++;
      return;
    }
    if (open.length > 0 && time > (lastTime ?? time)) {
      profile.contexts.push(this.contextOf(open));
      profile.weights.push(time - (lastTime ?? time));
    }
    profile.lastTime = time;
    if (type === 'O' && open.length < DEEPEST) open.push(frame);
    else if (type === 'C' && open.at(-1) === frame) open.pop();
    else profile.lost++;
  }

  /** Adds a profile's samples below a context, and returns their sum. */
  private addProfile(
    profile: SpeedscopeProfile,
    { built, base, measure, places, numbers }: SamplesTarget,
  ): number {
    const { scale } = unitOf(profile);
    let total = 0;
    let unknown = 0;
    for (const [sample, context] of profile.contexts.entries()) {
      const weight = profile.weights[sample] ?? NaN;
      if (!isAmount(weight)) {
        this.note(`${printable(profile.name)}: a sample’s weight is no amount: left out`);
        continue;
      }
      const stack = stackOf(places, context);
      if (stack.some((frame) => numbers[frame] === undefined)) unknown++;
      const own = stack.reduceRight(
        (around, frame) => built.child(around, numbers[frame] ?? this.table.numberOf(UNKNOWN_FRAME)),
        base,
      );
      built.add(own, measure, weight * scale);
      total += weight * scale;
    }
    const stacks = unknown === 1 ? 'stack has' : 'stacks have';
    if (unknown > 0)
      this.note(
        `${printable(profile.name)}: ${unknown} ${stacks} frames that the file does not list: shown as ${UNKNOWN_FRAME.name}`,
      );
    return total;
  }

  private noteLosses({ name, contexts, weights, open, lost }: SpeedscopeProfile): void {
    const where = printable(name);
    const unpaired = weights.length - contexts.length;
    if (unpaired > 0) this.note(`${where}: ${unpaired} weights have no sample: left out`);
    if (lost > 0) this.note(`${where}: ${lost} events make no sense: left out`);
    if (open.length > 0) this.note(`${where}: ${open.length} frames are never closed`);
  }
}

/** The place that a profile's samples are added to. */
interface SamplesTarget {
  readonly built: ContextTreeBuilder;
  readonly base: number;
  readonly measure: number;
  /** The contexts of stacks of the file's frame numbers. */
  readonly places: ContextTree;
  /** The frame of each of the file's frame numbers. */
  readonly numbers: readonly number[];
}

interface ProfileGroup {
  readonly unit: MeasureUnit;
  readonly members: readonly SpeedscopeProfile[];
}

/** Groups profiles of one unit, which are threads. A file that Jouleline wrote has one profile for each measure. */
function groupProfiles(profiles: readonly SpeedscopeProfile[], isOurs: boolean): readonly ProfileGroup[] {
  if (isOurs) return profiles.map((profile) => ({ unit: unitOf(profile).unit, members: [profile] }));
  const groups = groupBy(profiles, (profile) => unitOf(profile).unit);
  return Array.from(groups, ([unit, members]) => ({ unit, members }));
}

const NAMED_UNIT = /[\s(]((?:[kmµμunpf]?(?:J|Wh))|share|samples)\)?$/;

function unitOf({ unit, name }: SpeedscopeProfile): KnownUnit {
  if (unit !== 'none') return unitNamed(unit) ?? { unit: 'share', scale: 1 };
  const named = NAMED_UNIT.exec(name)?.[1];
  return (named === undefined ? undefined : unitNamed(named)) ?? { unit: 'samples', scale: 1 };
}

function nameOf(name: string): string {
  const bare = name.replace(NAMED_UNIT, '').trim();
  return printable(bare === '' ? 'samples' : bare);
}
