/**
 * The form of every importer (bytes go in as they come, and a recording comes out at the end), and the skeleton of those
 * of stacks: frames and contexts in columns, the totals of its measures, notes on what was left out, and the recording
 * at the end.
 *
 * Sits in `recordings/`, under one file for each format. Importers are pure: the caller pushes bytes, and may stop between
 * two chunks. Broken input gives problems, never an exception. A format says how its bytes come apart and what its
 * measures are. Many formats number something else than frames (names, locations, entries of a table), which are known
 * only at the end: the contexts are then made of those places first.
 */
import { counted } from '../../base/counted';
import { type ContextTree, ContextTreeBuilder, ROOT } from '../../base/context-tree';
import type { Measure } from '../../base/measure';
import { at, outside, withDefined } from '../../base/check';
import {
  createFrameTable,
  type Frame,
  type ImportedRecording,
  type LineTrust,
  type TimedSamples,
  type ImportProblem,
} from '../model/imported-profile';
import { createByteLines } from './bytes/record-stream';
import { printable } from './frame-names';
import { applyNote, type RecordingNote } from './recording-note';

export interface Importer {
  push(chunk: Uint8Array): void;
  end(): ImportedRecording;
}

export interface ImportContext {
  /** The name of the file, without folders. Recognition never needs it. */
  readonly name: string;
  /** The names of the folders around it, the innermost last, as far as the caller gave them. */
  readonly folders: readonly string[];
  /** The unit that the user states for values without one. */
  readonly unit?: 'joules' | 'watts';
  readonly device?: string;
}

/** The number of bytes that suffice to recognize any format. */
export const HEAD_BYTES = 64 * 1024;

export interface ImportFormat {
  readonly id: string;
  readonly title: string;
  /** `head` has the first {@link HEAD_BYTES}, or the whole file. */
  readonly recognizes: (head: Uint8Array) => boolean;
  readonly create: (context: ImportContext) => Importer;
}

const MOST_PROBLEMS = 50;

export interface ProblemList {
  add(problem: ImportProblem): void;
  list(): readonly ImportProblem[];
}

/** Keeps the first problems and the number of others: a corrupt file has one for each of its lines. */
export function createProblems(): ProblemList {
  const first: ImportProblem[] = [];
  let further = 0;
  return {
    add(problem) {
      if (first.length < MOST_PROBLEMS) first.push(problem);
      else further++;
    },
    list: () => (further === 0 ? first : [...first, { message: `and ${counted(further, 'more problem')}` }]),
  };
}

export function atLine(at: number, message: string): ImportProblem {
  return { place: { kind: 'line', at }, message };
}

export function atOffset(at: number, message: string): ImportProblem {
  return { place: { kind: 'offset', at }, message };
}

/** Takes bytes apart. `end` is false if the file ends in the middle. */
export interface ByteReader {
  push(chunk: Uint8Array): void;
  end(): boolean;
}

/** The facts about a recording that a format's reader knows once it has read all bytes. */
export interface FormatResult {
  /** The tool that wrote the file, in its own words; empty if the file does not say. */
  readonly tool: string;
  readonly device?: string | undefined;
  readonly date?: string | undefined;
  readonly measures: readonly Measure[];
  readonly tree: ContextTree;
  /** Left out: lines are biased if any frame has one. */
  readonly lineTrust?: LineTrust;
  readonly timed?: TimedSamples | undefined;
  readonly note?: RecordingNote | undefined;
}

export abstract class StackImporter implements Importer {
  protected readonly context: ImportContext;
  protected readonly problems = createProblems();
  protected readonly table = createFrameTable();
  /** The contexts, made of frames or of the format's own places. */
  protected readonly tree = new ContextTreeBuilder();
  /** The sum of each measure, in the unit of the file. */
  protected readonly totals: number[] = [];
  protected readonly decoder = new TextDecoder();
  protected abstract readonly format: string;
  protected abstract readonly reader: ByteReader;
  /** The number of stacks that exceed the limit of contexts. */
  protected beyond = 0;

  constructor(context: ImportContext) {
    this.context = context;
  }

  protected abstract finish(): FormatResult;

  push(chunk: Uint8Array): void {
    this.reader.push(chunk);
  }

  end(): ImportedRecording {
    if (!this.reader.end()) this.note('the file ends in the middle: what stands before is read');
    const {
      tool,
      device = this.context.device,
      date,
      measures,
      tree,
      lineTrust,
      timed,
      note,
    } = this.finish();
    const frames = this.table.list;
    const recording: ImportedRecording = {
      source: {
        format: this.format,
        name: this.context.name,
        ...withDefined({ tool: tool === '' ? undefined : printable(tool), device, date }),
      },
      measures,
      frames,
      tree,
      lineTrust: lineTrust ?? (frames.some(({ line }) => line !== undefined) ? 'biased' : 'none'),
      ...withDefined({ timed }),
      problems: this.problems.list(),
    };
    return applyNote(recording, note);
  }

  protected note(message: string, { isDoubt = false } = {}): void {
    this.problems.add(isDoubt ? { message, isDoubt } : { message });
  }

  /** Notes how many of something were left out, unless there are none. */
  protected noteCount(count: number, what: string): void {
    if (count > 0) this.note(`${count} ${what}`);
  }

  protected noteBeyond(): void {
    this.noteCount(this.beyond, 'stacks are kept by their innermost frame only: there are too many');
  }

  /** The context of a stack whose outermost frame or place comes first; there is at least one. */
  protected contextOf(stack: readonly number[]): number {
    let context = ROOT;
    for (let depth = 0; depth < stack.length; depth++) {
      context = this.tree.childWithin(context, stack[depth] ?? outside(depth));
      if (context >= 0) continue;
      this.beyond++;
      return this.tree.child(ROOT, at(stack, stack.length - 1));
    }
    return context;
  }

  /** Adds a value to a context, and to the total of its measure. */
  protected add(context: number, measure: number, value: number): void {
    while (this.totals.length <= measure) this.totals.push(0);
    this.totals[measure] = at(this.totals, measure) + value;
    this.tree.add(context, measure, value);
  }

  /** The total of a measure, which is 0 until something was added. */
  protected totalOf(measure: number): number {
    return this.totals[measure] ?? 0;
  }

  protected measure(
    name: string,
    unit: Measure['unit'],
    total: number,
    {
      component,
      device = this.context.device,
    }: { readonly component?: string; readonly device?: string } = {},
  ): Measure {
    return { name, unit, provenance: 'measured', ...withDefined({ component, device }), total };
  }

  /** Reads lines of text. */
  protected lines(onLine: (text: string, number: number, isCut: boolean) => void): ByteReader {
    const lines = createByteLines((bytes, start, end, number, isCut) => {
      onLine(this.decoder.decode(bytes.subarray(start, end)), number, isCut);
    });
    return {
      push: (chunk) => {
        lines.push(chunk);
      },
      end: () => {
        lines.end();
        return true;
      },
    };
  }
}

/** Puts frames in the place of a tree's places, one for each. */
export function renamePlaces(tree: ContextTree, frameOf: (place: number) => number): ContextTree {
  tree.frames.forEach((place, context) => {
    if (context !== ROOT) tree.frames[context] = frameOf(place);
  });
  return tree;
}

/**
 * A tree of frames from one of places. A place stands for several frames, the outermost first, if methods were inlined
 * there, and several places may stand for one frame. Values are multiplied by the scale of their measure.
 */
export function expandPlaces(
  places: ContextTree,
  framesOf: (place: number) => readonly number[],
  scales: readonly number[],
  frameOfNoStack: () => number,
): ContextTree {
  const built = new ContextTreeBuilder();
  const contexts = new Int32Array(places.parents.length);
  for (let context = 0; context < contexts.length; context++) {
    const isRoot = context === ROOT;
    let own = isRoot ? ROOT : at(contexts, at(places.parents, context));
    if (!isRoot) for (const frame of framesOf(at(places.frames, context))) own = built.child(own, frame);
    contexts[context] = own;
    for (const [measure, scale] of scales.entries()) {
      const value = at(at(places.values, measure), context);
      if (value > 0) built.add(isRoot ? built.child(ROOT, frameOfNoStack()) : own, measure, value * scale);
    }
  }
  return built.build(scales.length);
}

/** The frame of samples without a stack. */
export const NO_STACK: Frame = { kind: 'native', name: '[no stack]' };
