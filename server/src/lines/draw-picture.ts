/**
 * This module fills the picture of a workspace, file after file.
 *
 * It sits in `lines/`, between files whose energies are known and the bytes of `pages/`, which the energy map
 * draws. The colors are those of the editor's overlay (`heat.ts`). Files come in the order of their folders,
 * so that the files of a package stand together.
 */
import { at, outside } from '../base/check';
import { createNumbering } from '../base/numbering';
import { divideOverCallers } from '../cost/pricing/divide-over-callers';
import { type FileEnergy, rankedEnergy } from '../cost/pricing/file-energy';
import { listedName } from '../operations/catalogue/operation-words';
import { countSites, keyOf, offsetOf } from '../operations/catalogue/site-table';
import type { MethodKey } from '../operations/catalogue/operation';
import { MOSTLY_UNMODELED, type FileState, type Picture, type PictureHead } from '../pages/picture';
import type { FileOperations } from '../analysis/file-operations';
import { growing } from '../base/growing';
import { isIn, paintedStep, type LineHeat } from './heat';
import type { Settings } from '../protocol/settings';
import type { LineIndexOf } from '../base/line-index';
import type { LineIndex } from '../base/units';
import { eachLineShape } from './line-shapes';
import { nameFolders, readPackage, type SourceFolder } from './package-names';

export interface DrawnFile {
  /** Index into the head's `roots`. */
  readonly root: number;
  /** Below it, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndexOf;
  readonly state: (typeof FileState)[keyof typeof FileState];
  /** Absent where nothing is known of the file but its text. */
  readonly colored?: ColoredFile;
}

interface ColoredFile {
  readonly file: FileOperations;
  readonly colors: readonly LineColor[];
  /**
   * The file's energy by a model; absent if no model was used. With it the energies of methods are known, and
   * who calls whom.
   */
  readonly energy?: FileEnergy;
}

export interface LineColor {
  readonly line: LineIndex;
  /** Undefined for a line that the look leaves without a color. */
  readonly step: number | undefined;
  /** The energy of the line in joules, or its amount in the unit of the picture's figures. */
  readonly mean: number;
  readonly isHatched: boolean;
  /**
   * The line's amount in the earlier profile of a comparison; `mean` is then the change. Absent outside of
   * comparisons.
   */
  readonly before?: number;
}

/**
 * The colors of a file's lines, the same as the editor's overlay paints. `heat` has one entry for each of the
 * energy's lines.
 */
export function colorLines(
  energy: FileEnergy,
  heat: readonly LineHeat[],
  settings: Pick<Settings, 'look' | 'colorSteps'>,
): readonly LineColor[] {
  return energy.lines.flatMap((line, index) => {
    const { step: all, isHotspot } = at(heat, index);
    const painted = paintedStep(line, all, settings.colorSteps);
    if (painted === undefined) return [];
    const step = isIn(settings, isHotspot) ? painted : undefined;
    return [{ line: line.line, step, mean: rankedEnergy(line).mean, isHatched: line.mostlyUnmodeled }];
  });
}

/** The columns of a picture, which grow with every file that is added. */
export class PictureDrawing {
  private readonly folders: (SourceFolder & { readonly root: number })[] = [];
  private readonly paths: string[] = [];
  private readonly fileRoot = growing(bytes);
  private readonly fileState = growing(bytes);
  private readonly fileGroup = growing(words);
  private readonly fileStart = growing(words);
  private readonly heat = growing((length) => new Uint16Array(length));
  private readonly energy = growing(floats);
  private readonly before = growing(floats);
  private readonly indent = growing(bytes);
  private readonly end = growing(bytes);
  private readonly operations = createNumbering<string>(String);
  private readonly operationLine = growing(words);
  private readonly operationName = growing(words);
  private readonly classes = createNumbering<string>(String);
  private readonly methodNames: string[] = [];
  private readonly methods = new Map<MethodKey, number>();
  private readonly methodFile = growing(words);
  private readonly methodClass = growing(words);
  private readonly methodLine = growing(words);
  private readonly methodEnd = growing(words);
  private readonly methodEnergy = growing(floats);
  /**
   * The number of times that each method runs, as counted or expected; 1 where neither is known. NaN where the file was
   * measured: recordings of lines do not say what a method calls.
   */
  private readonly runsOf = growing(doubles);
  private readonly calls: { readonly caller: number; readonly key: MethodKey; readonly count: number }[] = [];

  constructor() {
    this.fileStart.push(0);
  }

  add(file: DrawnFile): void {
    const index = this.paths.push(file.path) - 1;
    this.fileRoot.push(file.root);
    this.fileGroup.push(this.groupOf(file));
    this.fileState.push(file.state);
    const first = this.addShape(file);
    const { colored, lines } = file;
    if (colored === undefined) return;
    this.addColors(first, colored.colors);
    this.addOperations(first, colored.file, lines);
    if (colored.energy === undefined) this.addMeasuredMethods(index, colored, lines);
    else this.addModeledMethods(index, colored.energy, lines);
  }
  finish(head: PictureHead): Picture {
    return {
      head,
      groups: nameFolders(this.folders),
      paths: this.paths,
      fileRoot: this.fileRoot.finish(),
      fileGroup: this.fileGroup.finish(),
      fileStart: this.fileStart.finish(),
      fileState: this.fileState.finish(),
      heat: this.heat.finish(),
      energy: this.energy.finish(),
      before: head.comparison === undefined ? new Float32Array() : this.before.finish(),
      indent: this.indent.finish(),
      end: this.end.finish(),
      operationNames: this.operations.list,
      operationLine: this.operationLine.finish(),
      operationName: this.operationName.finish(),
      methodNames: this.methodNames,
      classNames: this.classes.list.map((name) => name.slice(name.indexOf(' ') + 1)),
      methodFile: this.methodFile.finish(),
      methodClass: this.methodClass.finish(),
      methodLine: this.methodLine.finish(),
      methodEnd: this.methodEnd.finish(),
      methodEnergy: this.methodEnergy.finish(),
      ...this.resolveCalls(),
    };
  }

  private addShape({ text, lines }: DrawnFile): number {
    const { indent, end, heat, energy, before, fileStart } = this;
    const first = indent.extend(lines.lineCount);
    for (const column of [end, heat, energy, before]) column.extend(lines.lineCount);
    eachLineShape(text, lines, (line, from, to) => {
      indent.put(first + line, from);
      end.put(first + line, to);
    });
    fileStart.push(first + lines.lineCount);
    return first;
  }

  private addColors(first: number, colors: readonly LineColor[]): void {
    const { heat, energy, before } = this;
    for (const { line, step, mean, isHatched, before: earlier } of colors) {
      if (first + line >= heat.length) continue;
      if (step !== undefined) heat.put(first + line, (step + 1) | (isHatched ? MOSTLY_UNMODELED : 0));
      energy.put(first + line, mean);
      if (earlier !== undefined) before.put(first + line, earlier);
    }
  }

  private addOperations(first: number, file: FileOperations, lines: LineIndexOf): void {
    const { operations, operationLine, operationName } = this;
    const pairs = new Set<number>();
    for (const { bodyStart, operations: found } of file.members) {
      const names = found.keys.map(({ name, group }) =>
        operations.numberOf(`${listedName(name)} (${group})`),
      );
      for (let site = 0; site < countSites(found.sites); site++) {
        const line = lines.lineAt(bodyStart + offsetOf(found.sites, site));
        pairs.add(line * NAMES + (names[keyOf(found.sites, site)] ?? outside(site)));
      }
    }
    for (const pair of Float64Array.from(pairs).sort()) {
      operationLine.push(first + Math.floor(pair / NAMES));
      operationName.push(pair % NAMES);
    }
  }

  private addMethod(
    file: number,
    lines: LineIndexOf,
    { key, name, start, end }: { key: MethodKey; name: string; start: number; end: number },
    figures: { readonly own: number; readonly runs: number },
  ): number {
    const number = this.methodNames.push(name) - 1;
    this.methods.set(key, number);
    this.methodFile.push(file);
    this.methodClass.push(this.classes.numberOf(`${file} ${classOf(name)}`));
    this.methodLine.push(lines.lineAt(start));
    this.methodEnd.push(lines.lineAt(Math.max(start, end - 1)));
    this.methodEnergy.push(figures.own);
    this.runsOf.push(figures.runs);
    return number;
  }

  private addModeledMethods(file: number, known: FileEnergy, lines: LineIndexOf): void {
    const numbers = new Map<string, number>();
    for (const method of known.methods) {
      const { calls, expectedCalls, energy, run = energy } = method;
      const figures = { own: run.mean, runs: calls ?? expectedCalls ?? 1 };
      numbers.set(method.name, this.addMethod(file, lines, method, figures));
    }
    for (const { method, callees, expectedCalls = 1 } of known.lines) {
      const caller = callees.length === 0 || method === undefined ? undefined : numbers.get(method);
      if (caller === undefined) continue;
      for (const { key, count } of callees) this.calls.push({ caller, key, count: count * expectedCalls });
    }
  }

  /**
   * Adds the methods of a file that was measured. A method's own energy is that of its lines; what it takes with its
   * callees is unknown (NaN).
   */
  private addMeasuredMethods(index: number, { file, colors }: ColoredFile, lines: LineIndexOf): void {
    for (const member of file.members) {
      const [from, to] = [lines.lineAt(member.start), lines.lineAt(Math.max(member.start, member.end - 1))];
      let own = 0;
      for (const { line, mean } of colors) if (line >= from && line <= to) own += mean;
      this.addMethod(index, lines, member, { own, runs: Number.NaN });
    }
  }

  private groupOf({ root, path, text }: DrawnFile): number {
    const { folders } = this;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const last = folders.at(-1);
    if (last?.path !== folder || last.root !== root)
      folders.push({ root, path: folder, packageName: readPackage(text) });
    return folders.length - 1;
  }

  private resolveCalls(): Pick<Picture, 'callStart' | 'callTo' | 'callEnergy' | 'methodInclusive'> {
    const { methodNames, methods, methodEnergy, runsOf, calls } = this;
    const [callTo, counts] = [growing(words), growing(doubles)];
    const callStart = new Uint32Array(methodNames.length + 1);
    const sums = new Map<number, number>();
    const runs = runsOf.finish();
    // A method's lines may be apart: those of a class in its initializer, say.
    const sorted = calls.sort((a, b) => a.caller - b.caller);
    let next = 0;
    for (let caller = 0; caller < methodNames.length; caller++) {
      sums.clear();
      for (let call = sorted[next]; call?.caller === caller; call = sorted[++next]) {
        const callee = methods.get(call.key);
        if (callee === undefined || Number.isNaN(at(runs, callee))) continue;
        // Calls of itself are its own work.
        if (callee === caller) runs[caller] = Math.max(0, at(runs, caller) - call.count);
        else sums.set(callee, (sums.get(callee) ?? 0) + call.count);
      }
      for (const [callee, count] of sums) {
        callTo.push(callee);
        counts.push(count);
      }
      callStart[caller + 1] = callTo.length;
    }
    const to = callTo.finish();
    const callsOfRun = { start: callStart, to, count: counts.finish() };
    const divided = divideOverCallers(methodEnergy.finish(), runs, callsOfRun);
    return {
      callStart,
      callTo: to,
      callEnergy: Float32Array.from(divided.ofCall),
      methodInclusive: Float32Array.from(divided.inclusive, (energy, method) =>
        Number.isNaN(at(runs, method)) ? Number.NaN : energy,
      ),
    };
  }
}

/** More names of operations than there can be, and with a line's number still exact. */
const NAMES = 2 ** 24;

function bytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length);
}

function words(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(length);
}

function doubles(length: number): Float64Array<ArrayBuffer> {
  return new Float64Array(length);
}

function floats(length: number): Float32Array<ArrayBuffer> {
  return new Float32Array(length);
}

/** `Grid.Cell` of `Grid.Cell.blit(int[])`. */
function classOf(method: string): string {
  const bracket = method.search(/[({]/);
  const name = bracket < 0 ? method : method.slice(0, bracket);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
