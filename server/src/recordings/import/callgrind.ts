/**
 * Reads callgrind's profile: costs of lines, function by function.
 *
 * Sits in `recordings/`. Specification: "Callgrind Format Specification" of the Valgrind manual,
 * version 1. The format has no stacks. Each line's own cost is read; the inclusive costs of calls repeat it
 * and are skipped. Not supported: positions of instructions (they are skipped, lines are read), and jumps.
 */
import { ROOT } from '../../base/context-tree';
import { isAmount } from '../../base/measure';
import { at } from '../../base/check';
import { linesOf } from './collapsed';
import { printable } from './frame-names';
import { type KnownUnit, unitNamed } from './measure-units';
import { findNote, isNote, readFrame } from './recording-note';
import {
  expandPlaces,
  type FormatResult,
  NO_STACK,
  StackImporter,
  atLine,
  type ImportFormat,
} from './stack-importer';

const MOST_EVENTS = 64;
/** The name that valgrind writes for an unknown file. */
const NO_FILE = '???';

const HEADER =
  /^(version|creator|pid|thread|part|desc|cmd|positions|events|event|summary|totals)\s*:\s*(.*)$/;
const NAMED = /^(ob|fl|fi|fe|fn|cob|cfi|cfl|cfn)=(?:\((\d+)\))?\s*(.*)$/;
const COST = /^(?:0x[0-9a-f]+|[+-]?\d+|\*)(?:\s|$)/i;

export const callgrindFormat: ImportFormat = {
  id: 'callgrind',
  title: 'callgrind',
  recognizes(head) {
    const lines = linesOf(head);
    return (
      /^# callgrind format/.test(lines[0] ?? '') ||
      (lines.some((line) => /^events\s*:/.test(line)) && lines.some((line) => /^fn=/.test(line)))
    );
  },
  create: (context) => new CallgrindImporter(context),
};

class CallgrindImporter extends StackImporter {
  protected readonly format = callgrindFormat.id;
  protected readonly reader = this.lines((text, number, isCut) => {
    this.readLine(text.trim(), number, isCut);
  });
  private readonly remarks: string[] = [];
  /** Names by their numbers, apart for objects, files and functions. */
  private readonly names = {
    ob: new Map<string, string>(),
    fl: new Map<string, string>(),
    fn: new Map<string, string>(),
  };
  private readonly places = new Map<string, number>();
  private readonly placed: { readonly file: string; readonly name: string; readonly line: number }[] = [];
  private readonly longNames = new Map<string, string>();
  /** The totals that the file's parts state, at their ends or before them. */
  private readonly told: Partial<Record<'totals' | 'summary', readonly number[]>> = {};
  private events: readonly string[] = [];
  private positions: readonly string[] = ['line'];
  private lastAt: readonly number[] = [0];
  private creator = '';
  private file = '';
  private functionName = '';
  private isCall = false;

  protected finish(): FormatResult {
    this.noteMissing();
    const note = findNote(this.remarks);
    const described = this.events.map((event, index) => {
      const { name, unit } = readEvent(event, this.longNames.get(event));
      if (unit === undefined) this.note(`${name} is no unit of energy or time: its values are shares`);
      const { unit: known, scale } = unit ?? { unit: 'share', scale: 1 };
      return { measure: this.measure(name, known, this.totalOf(index) * scale), scale };
    });
    if (this.totals.every((total) => total === 0)) this.note('the file holds no costs');
    const frames = this.placed.map((place) => [this.table.numberOf(readFrame(place.name, place, note))]);
    return {
      tool: this.creator,
      measures: described.map(({ measure }) => measure),
      tree: expandPlaces(
        this.tree.build(this.events.length),
        (place) => at(frames, place),
        described.map(({ scale }) => scale),
        () => this.table.numberOf(NO_STACK),
      ),
      note,
    };
  }

  private readLine(text: string, number: number, isCut: boolean): void {
    if (text.startsWith('# ') && isNote(text.slice(2))) this.remarks.push(text.slice(2));
    if (text === '' || text.startsWith('#')) return;
    if (COST.test(text) && !isCut) {
      this.readCost(text, number);
      return;
    }
    const [, headerKey, value = ''] = HEADER.exec(text) ?? [];
    const [, nameKey, id, given = ''] = NAMED.exec(text) ?? [];
    if (nameKey !== undefined) this.readName(nameKey, id, given);
    else if (text.startsWith('calls=')) this.isCall = true;
    else if (headerKey !== undefined) this.readHeader(headerKey, value);
    else this.problems.add(atLine(number, `no line of a profile: ${printable(text.slice(0, 80))}`));
  }

  private readHeader(key: string, value: string): void {
    if (key === 'events') this.events = value.trim().split(/\s+/).slice(0, MOST_EVENTS);
    else if (key === 'positions') {
      this.positions = value.trim().split(/\s+/);
      this.lastAt = this.positions.map(() => 0);
    } else if (key === 'creator') this.creator = value;
    else if (key === 'totals' || key === 'summary') {
      const before = this.told[key];
      this.told[key] = value.split(/\s+/).map((each, index) => Number(each) + (before?.[index] ?? 0));
    } else if (key === 'event') {
      const [short = '', long = ''] = value.split(/\s*:\s*/, 2);
      this.longNames.set(at(short.split('='), 0).trim(), long);
    }
  }

  private readName(key: string, number: string | undefined, given: string): void {
    const { ob, fl, fn } = this.names;
    const space = key.endsWith('ob') ? ob : key.endsWith('fn') ? fn : fl;
    if (number !== undefined && given !== '') space.set(number, given);
    const named = given !== '' || number === undefined ? given : (space.get(number) ?? '');
    const text = named === NO_FILE ? '' : named;
    if (key === 'fn') this.functionName = text;
    else if (key === 'fl' || key === 'fi' || key === 'fe') this.file = text;
  }

  private readCost(text: string, number: number): void {
    const { positions, events, lastAt } = this;
    const fields = text.split(/\s+/);
    const where = positions.map((_, index) => positionOf(fields[index] ?? '', at(lastAt, index)));
    if (where.some(Number.isNaN)) {
      this.problems.add(atLine(number, 'no position: the line is left out'));
      return;
    }
    this.lastAt = where;
    if (this.isCall) {
      this.isCall = false;
      return;
    }
    const line = where[positions.indexOf('line')] ?? 0;
    const costs = fields.slice(positions.length);
    if (costs.length > events.length) this.problems.add(atLine(number, 'more costs than events: left out'));
    for (const [index, cost] of costs.slice(0, events.length).entries()) {
      const value = Number(cost);
      if (cost === '' || !isAmount(value))
        this.problems.add(atLine(number, `a cost of ${printable(cost)} is left out`));
      else if (value > 0) this.add(this.tree.child(ROOT, this.placeOf(line)), index, value);
    }
  }

  private placeOf(line: number): number {
    const { functionName: name, file, places, placed } = this;
    const key = `${name}\n${file}\n${line}`;
    const known = places.get(key) ?? placed.push({ file, name, line }) - 1;
    places.set(key, known);
    return known;
  }

  /** Notes that the end of the file is missing if its totals say so. */
  private noteMissing(): void {
    const expected = this.told.totals ?? this.told.summary;
    const missing = this.events.flatMap((event, index) => {
      const [all, read] = [expected?.[index] ?? NaN, this.totalOf(index)];
      return Math.abs(all - read) > 1e-9 * all ? [`${all} ${printable(event)}, and its lines ${read}`] : [];
    });
    if (missing.length > 0)
      this.note(
        `the file ends in the middle, or lines are damaged: it says that it has ${missing.join('; ')}`,
      );
  }
}

/** Reads `12` and `0x1f`, and `+3`, `-3` and `*` relative to the position before. */
function positionOf(text: string, before: number): number {
  if (text === '*') return before;
  const value = /^[+-]?(?:0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text.replace(/^[+-]/, '')) : NaN;
  return text.startsWith('+') ? before + value : text.startsWith('-') ? before - value : value;
}

/** Reads names such as `nanojoules_1` and `Ir`, and `cpu(count)`, as Go's pprof writes them. */
function readEvent(
  event: string,
  long: string | undefined,
): { readonly name: string; readonly unit: KnownUnit | undefined } {
  const [, bare = event, given] = /^(.*)\((\w+)\)$/.exec(event) ?? [];
  const name = printable(long?.replace(/\s*\(\w+\)$/, '') ?? bare);
  return { name: name === '' ? event : name, unit: unitNamed(given ?? event.replace(/_\d+$/, '')) };
}
