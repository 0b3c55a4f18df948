/**
 * Reads speedscope's own file: frames once, then profiles as samples or as events that open and close
 * frames.
 *
 * Sits in `recordings/`. Specification: www.speedscope.app/file-format-schema.json. It has no unit
 * of energy. A profile without a unit whose name ends in one, such as `energy (µJ)`, is energy; others
 * without a unit are samples. Profiles of one unit are the threads of one program. Not supported: files of
 * other tools that speedscope also opens.
 */
import type { Measure, MeasureUnit } from '../../base/measure';
import { isAmount } from '../../base/amounts';
import { withDefined } from '../../base/check';
import type { Frame, ImportedRecording } from '../model/imported-profile';
import { createContextTree, ROOT } from './context-tree';
import { printable } from './frame-names';
import { createFrameTable } from './frame-table';
import {
  atOffset,
  createProblems,
  type ImportContext,
  type Importer,
  type ImportFormat,
  type ProblemList,
} from './importer';
import { createJsonTokens, type JsonWay } from './bytes/json-tokens';
import { type KnownUnit, unitNamed } from './measure-units';
import { applyNote, findNote, readFrame, UNKNOWN_FRAME } from './recording-note';

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
  create: createSpeedscopeImporter,
};

interface WrittenFrame {
  name?: string;
  file?: string;
  line?: number;
}

/** One profile as it is read: stacks as contexts of a tree of frame numbers. */
interface Profile {
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

function createSpeedscopeImporter({ name, device }: ImportContext): Importer {
  const problems = createProblems();
  const frames: WrittenFrame[] = [];
  const profiles: Profile[] = [];
  const remarks: string[] = [];
  const tree = createContextTree();
  let tool = '';
  let stack: number[] = [];
  let event: { type?: string; at?: number; frame?: number } = {};
  let beyond = 0;

  function profileAt(index: string | number | undefined): Profile | undefined {
    if (typeof index !== 'number' || index >= MOST_PROFILES) return undefined;
    while (profiles.length <= index)
      profiles.push({
        type: '',
        name: '',
        unit: 'none',
        contexts: [],
        weights: [],
        open: [],
        lastTime: undefined,
        lost: 0,
      });
    return profiles[index];
  }

  function contextOf(outermostFirst: readonly number[]): number {
    let context = ROOT;
    for (const frame of outermostFirst) {
      context = tree.childWithin(context, frame);
      if (context >= 0) continue;
      beyond++;
      return tree.child(ROOT, outermostFirst.at(-1) ?? 0);
    }
    return context;
  }

  function readValue(way: JsonWay, value: string | number | boolean | null): void {
    const [top, index, field, , inner] = way;
    if (way.length === 1 && typeof value === 'string') {
      if (top === 'exporter') tool = value;
      if (top === 'jouleline') remarks.push(value);
    } else if (top === 'shared' && index === 'frames' && way.length === 4) {
      const frame = (frames[Number(field)] ??= {});
      const name = way[3];
      if ((name === 'name' || name === 'file') && typeof value === 'string') frame[name] = value;
      if (name === 'line' && typeof value === 'number') frame.line = value;
    } else if (top === 'profiles') readProfile(index, way, inner, value);
  }

  function readProfile(
    index: string | number | undefined,
    way: JsonWay,
    inner: string | number | undefined,
    value: string | number | boolean | null,
  ): void {
    const profile = profileAt(index);
    const field = way[2];
    if (profile === undefined) return;
    if (way.length === 3 && typeof value === 'string') {
      if (field === 'type' || field === 'name' || field === 'unit') profile[field] = value;
    } else if (way.length === 4 && field === 'weights') {
      profile.weights.push(typeof value === 'number' ? value : NaN);
    } else if (way.length === 5 && field === 'samples' && typeof inner === 'number') {
      if (typeof value === 'number' && stack.length < DEEPEST) stack.push(value);
    } else if (way.length === 5 && field === 'events') {
      if (inner === 'type' && typeof value === 'string') event.type = value;
      if ((inner === 'at' || inner === 'frame') && typeof value === 'number') event[inner] = value;
    }
  }

  function close(way: JsonWay): void {
    const [top, index, field] = way;
    if (top !== 'profiles' || way.length !== 4) return;
    const profile = profileAt(index);
    if (field === 'samples') {
      profile?.contexts.push(contextOf(stack));
      stack = [];
    } else if (field === 'events') {
      if (profile !== undefined) readEvent(profile);
      event = {};
    }
  }

  /** Gives the time since the last event to the frame that was open. */
  function readEvent(profile: Profile): void {
    const { type, at, frame } = event;
    const { open, lastTime } = profile;
    if (at === undefined || frame === undefined || !(at >= (lastTime ?? at))) {
      profile.lost++;
      return;
    }
    if (open.length > 0 && at > (lastTime ?? at)) {
      profile.contexts.push(contextOf(open));
      profile.weights.push(at - (lastTime ?? at));
    }
    profile.lastTime = at;
    if (type === 'O' && open.length < DEEPEST) open.push(frame);
    else if (type === 'C' && open.at(-1) === frame) open.pop();
    else profile.lost++;
  }

  const tokens = createJsonTokens({
    onValue: readValue,
    onClose: close,
    onBroken: (offset) => {
      problems.add(atOffset(offset, 'no JSON: what follows is not read'));
    },
  });

  return {
    push(chunk) {
      tokens.push(chunk);
    },
    end() {
      if (!tokens.end()) problems.add({ message: 'the file ends in the middle: what stands before is read' });
      if (beyond > 0)
        problems.add({
          message: `${beyond} stacks are kept by their innermost frame only: there are too many`,
        });
      const note = findNote(remarks);
      const table = createFrameTable();
      const numbers = frames.map(({ name: spelled = '', file = '', line = 0 }) =>
        table.numberOf(readFrame(spelled, { file, line }, note)),
      );
      const groups = groupProfiles(profiles, note !== undefined);
      const located = tree.build(0);
      const built = createContextTree();
      const measures = groups.map(({ unit, members }, measure): Measure => {
        let total = 0;
        for (const profile of members) {
          const thread: Frame = { kind: 'thread', name: printable(`[${profile.name}]`) };
          const base = members.length > 1 ? built.child(ROOT, table.numberOf(thread)) : ROOT;
          total += addProfile(profile, base, measure);
        }
        const [first] = members;
        return {
          name: members.length > 1 ? unit : nameOf(first?.name ?? ''),
          unit,
          provenance: 'measured',
          ...withDefined({ device }),
          total,
        };
      });
      if (measures.every(({ total }) => total === 0)) problems.add({ message: 'the file holds no samples' });
      const recording: ImportedRecording = {
        source: {
          format: speedscopeFormat.id,
          name,
          ...(tool === '' ? {} : { tool: printable(tool) }),
          ...withDefined({ device }),
        },
        measures,
        frames: table.list(),
        tree: built.build(measures.length),
        lineTrust: table.list().some(({ line }) => line !== undefined) ? 'biased' : 'none',
        problems: problems.list(),
      };
      return applyNote(recording, note);

      function addProfile(profile: Profile, base: number, measure: number): number {
        const { scale } = unitOf(profile);
        reportLosses(profile, problems);
        let total = 0;
        let unknown = 0;
        for (const [sample, context] of profile.contexts.entries()) {
          const weight = profile.weights[sample] ?? NaN;
          if (!isAmount(weight)) {
            problems.add({ message: `${printable(profile.name)}: a sample’s weight is no amount: left out` });
            continue;
          }
          const stackOfSample: number[] = [];
          for (let at = context; at > 0; at = located.parents[at] ?? 0)
            stackOfSample.push(located.frames[at] ?? -1);
          if (stackOfSample.some((frame) => numbers[frame] === undefined)) unknown++;
          let at = base;
          for (const frame of stackOfSample.reverse())
            at = built.child(at, numbers[frame] ?? table.numberOf(UNKNOWN_FRAME));
          built.add(at, measure, weight * scale);
          total += weight * scale;
        }
        if (unknown > 0)
          problems.add({
            message: `${printable(profile.name)}: ${unknown} ${unknown === 1 ? 'stack has' : 'stacks have'} frames that the file does not list: shown as ${UNKNOWN_FRAME.name}`,
          });
        return total;
      }
    },
  };
}

function reportLosses({ name, contexts, weights, open, lost }: Profile, problems: ProblemList): void {
  const where = printable(name);
  if (weights.length > contexts.length)
    problems.add({
      message: `${where}: ${weights.length - contexts.length} weights have no sample: left out`,
    });
  if (lost > 0) problems.add({ message: `${where}: ${lost} events make no sense: left out` });
  if (open.length > 0) problems.add({ message: `${where}: ${open.length} frames are never closed` });
}

interface Group {
  readonly unit: MeasureUnit;
  readonly members: readonly Profile[];
}

/** Groups profiles of one unit, which are threads. A file that Jouleline wrote has one profile for each measure. */
function groupProfiles(profiles: readonly Profile[], isOurs: boolean): readonly Group[] {
  if (isOurs) return profiles.map((profile) => ({ unit: unitOf(profile).unit, members: [profile] }));
  const groups = new Map<MeasureUnit, Profile[]>();
  for (const profile of profiles) {
    const { unit } = unitOf(profile);
    groups.set(unit, [...(groups.get(unit) ?? []), profile]);
  }
  return Array.from(groups, ([unit, members]) => ({ unit, members }));
}

const NAMED_UNIT = /[\s(]((?:[kmµμunpf]?(?:J|Wh))|share|samples)\)?$/;

function unitOf({ unit, name }: Profile): KnownUnit {
  if (unit !== 'none') return unitNamed(unit) ?? { unit: 'share', scale: 1 };
  const named = NAMED_UNIT.exec(name)?.[1];
  return (named === undefined ? undefined : unitNamed(named)) ?? { unit: 'samples', scale: 1 };
}

function nameOf(name: string): string {
  const bare = name.replace(NAMED_UNIT, '').trim();
  return printable(bare === '' ? 'samples' : bare);
}
