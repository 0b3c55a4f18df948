/**
 * This module fills the picture of a workspace, file after file.
 *
 * It sits in `lines/`, between files whose energies are known and the bytes of `pages/`, which the energy map
 * draws. The colors are those of the editor's overlay (`heat.ts`). Files come in the order of their folders,
 * so that the files of a package stand together.
 */
import type { FileEnergy } from '../cost/pricing/file-energy';
import { countSites, keyOf, offsetOf } from '../operations/catalogue/site-table';
import type { MethodKey } from '../operations/catalogue/operation';
import { MOSTLY_UNPRICED, type FileState, type Picture, type PictureHead } from '../pages/picture';
import type { FileOperations } from '../analysis/file-operations';
import { growing } from '../base/growing';
import { paintedStep, type LineHeat } from './heat';
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

export interface ColoredFile {
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
  readonly step: number;
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
  steps: number,
): readonly LineColor[] {
  return energy.lines.flatMap((line, index) => {
    const step = paintedStep(line, heat[index]?.step ?? 0, steps);
    if (step === undefined) return [];
    return [{ line: line.line, step, mean: line.own.mean, isHatched: line.mostlyUnmodeled }];
  });
}

export interface PictureDrawing {
  add(file: DrawnFile): void;
  finish(head: PictureHead): Picture;
}

export function drawPicture(): PictureDrawing {
  const folders: (SourceFolder & { readonly root: number })[] = [];
  const paths: string[] = [];
  const [fileRoot, fileState] = [growing(bytes), growing(bytes)];
  const [fileGroup, fileStart] = [growing(words), growing(words)];
  const [heat, energy] = [growing((length) => new Uint16Array(length)), growing(floats)];
  const before = growing(floats);
  const [indent, end] = [growing(bytes), growing(bytes)];
  const operations = numbering();
  const [operationLine, operationName] = [growing(words), growing(words)];
  const classes = numbering();
  const methodNames: string[] = [];
  const methods = new Map<MethodKey, number>();
  const [methodFile, methodClass] = [growing(words), growing(words)];
  const [methodLine, methodEnd] = [growing(words), growing(words)];
  const [methodEnergy, methodInclusive] = [growing(floats), growing(floats)];
  /** The number of times that each method ran; 1 for estimates. */
  const runsOf = growing(floats);
  const calls: { readonly caller: number; readonly key: MethodKey; readonly count: number }[] = [];
  fileStart.push(0);

  function addShape({ text, lines }: DrawnFile): number {
    const first = indent.extend(lines.lineCount);
    for (const column of [end, heat, energy, before]) column.extend(lines.lineCount);
    eachLineShape(text, lines, (line, from, to) => {
      indent.put(first + line, from);
      end.put(first + line, to);
    });
    fileStart.push(first + lines.lineCount);
    return first;
  }

  function addColors(first: number, colors: readonly LineColor[]): void {
    for (const { line, step, mean, isHatched, before: earlier } of colors) {
      if (first + line >= heat.length) continue;
      heat.put(first + line, (step + 1) | (isHatched ? MOSTLY_UNPRICED : 0));
      energy.put(first + line, mean);
      if (earlier !== undefined) before.put(first + line, earlier);
    }
  }

  function addOperations(first: number, file: FileOperations, lines: LineIndexOf): void {
    const pairs = new Set<number>();
    for (const { bodyStart, operations: found } of file.members) {
      const names = found.keys.map(({ name, group }) => operations.numberOf(`${name} (${group})`));
      for (let site = 0; site < countSites(found.sites); site++) {
        const line = lines.lineAt(bodyStart + offsetOf(found.sites, site));
        pairs.add(line * NAMES + (names[keyOf(found.sites, site)] ?? 0));
      }
    }
    for (const pair of Float64Array.from(pairs).sort()) {
      operationLine.push(first + Math.floor(pair / NAMES));
      operationName.push(pair % NAMES);
    }
  }

  function addMethod(
    file: number,
    lines: LineIndexOf,
    { key, name, start, end }: { key: MethodKey; name: string; start: number; end: number },
    figures: { readonly own: number; readonly inclusive: number; readonly runs: number },
  ): number {
    const number = methodNames.push(name) - 1;
    methods.set(key, number);
    methodFile.push(file);
    methodClass.push(classes.numberOf(`${file} ${classOf(name)}`));
    methodLine.push(lines.lineAt(start));
    methodEnd.push(lines.lineAt(Math.max(start, end - 1)));
    methodEnergy.push(figures.own);
    methodInclusive.push(figures.inclusive);
    runsOf.push(figures.runs);
    return number;
  }

  function addPricedMethods(file: number, known: FileEnergy, lines: LineIndexOf): void {
    const numbers = new Map<string, number>();
    for (const method of known.methods) {
      const own = method.energy.mean;
      const figures = { own, inclusive: method.inclusive?.mean ?? own, runs: method.calls ?? 1 };
      numbers.set(method.name, addMethod(file, lines, method, figures));
    }
    for (const { method, callees } of known.lines) {
      const caller = callees.length === 0 || method === undefined ? undefined : numbers.get(method);
      if (caller === undefined) continue;
      for (const { key, count } of callees) calls.push({ caller, key, count });
    }
  }

  /**
   * Adds the methods of a file that was measured. A method's own energy is that of its lines; its inclusive
   * energy is unknown (NaN), since recordings of lines do not say what it calls.
   */
  function addMeasuredMethods(index: number, { file, colors }: ColoredFile, lines: LineIndexOf): void {
    for (const member of file.members) {
      const [from, to] = [lines.lineAt(member.start), lines.lineAt(Math.max(member.start, member.end - 1))];
      let own = 0;
      for (const { line, mean } of colors) if (line >= from && line <= to) own += mean;
      addMethod(index, lines, member, { own, inclusive: Number.NaN, runs: 1 });
    }
  }

  function groupOf({ root, path, text }: DrawnFile): number {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const last = folders.at(-1);
    if (last?.path !== folder || last.root !== root)
      folders.push({ root, path: folder, packageName: readPackage(text) });
    return folders.length - 1;
  }

  function resolveCalls(): Pick<Picture, 'callStart' | 'callTo' | 'callEnergy'> {
    const [callTo, callEnergy] = [growing(words), growing(floats)];
    const callStart = new Uint32Array(methodNames.length + 1);
    const sums = new Map<number, number>();
    // A method's lines may be apart: those of a class in its initializer, say.
    const sorted = calls.sort((a, b) => a.caller - b.caller);
    let next = 0;
    for (let caller = 0; caller < methodNames.length; caller++) {
      sums.clear();
      for (let call = sorted[next]; call?.caller === caller; call = sorted[++next]) {
        const callee = methods.get(call.key);
        if (callee === undefined || callee === caller) continue;
        const each = methodInclusive.at(callee) / Math.max(1, runsOf.at(callee));
        sums.set(callee, (sums.get(callee) ?? 0) + call.count * each);
      }
      for (const [callee, sum] of sums) {
        callTo.push(callee);
        callEnergy.push(sum);
      }
      callStart[caller + 1] = callTo.length;
    }
    return { callStart, callTo: callTo.finish(), callEnergy: callEnergy.finish() };
  }

  return {
    add(file) {
      const index = paths.push(file.path) - 1;
      fileRoot.push(file.root);
      fileGroup.push(groupOf(file));
      fileState.push(file.state);
      const first = addShape(file);
      const { colored, lines } = file;
      if (colored === undefined) return;
      addColors(first, colored.colors);
      addOperations(first, colored.file, lines);
      if (colored.energy === undefined) addMeasuredMethods(index, colored, lines);
      else addPricedMethods(index, colored.energy, lines);
    },
    finish: (head) => ({
      head,
      groups: nameFolders(folders),
      paths,
      fileRoot: fileRoot.finish(),
      fileGroup: fileGroup.finish(),
      fileStart: fileStart.finish(),
      fileState: fileState.finish(),
      heat: heat.finish(),
      energy: energy.finish(),
      before: head.comparison === undefined ? new Float32Array() : before.finish(),
      indent: indent.finish(),
      end: end.finish(),
      operationNames: operations.names(),
      operationLine: operationLine.finish(),
      operationName: operationName.finish(),
      methodNames,
      classNames: classes.names().map((name) => name.slice(name.indexOf(' ') + 1)),
      methodFile: methodFile.finish(),
      methodClass: methodClass.finish(),
      methodLine: methodLine.finish(),
      methodEnd: methodEnd.finish(),
      methodEnergy: methodEnergy.finish(),
      methodInclusive: methodInclusive.finish(),
      ...resolveCalls(),
    }),
  };
}

/** More names of operations than there can be, and with a line's number still exact. */
const NAMES = 2 ** 24;

function bytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length);
}

function words(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(length);
}

function floats(length: number): Float32Array<ArrayBuffer> {
  return new Float32Array(length);
}

function numbering(): { numberOf(name: string): number; names(): readonly string[] } {
  const known = new Map<string, number>();
  return {
    numberOf(name) {
      const number = known.get(name) ?? known.size;
      if (number === known.size) known.set(name, number);
      return number;
    },
    names: () => [...known.keys()],
  };
}

/** `Grid.Cell` of `Grid.Cell.blit(int[])`. */
function classOf(method: string): string {
  const bracket = method.search(/[({]/);
  const name = bracket < 0 ? method : method.slice(0, bracket);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
