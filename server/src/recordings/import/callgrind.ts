/**
 * Reads callgrind's profile: costs of lines, function by function.
 *
 * Sits in `recordings/`. Specification: "Callgrind Format Specification" of the Valgrind manual,
 * version 1. The format has no stacks. Each line's own cost is read; the inclusive costs of calls repeat it, and say in
 * which proportions the callers of a function have it. Not supported: positions of instructions (they are skipped, lines
 * are read), and jumps.
 */
import { ROOT } from '../../base/context-tree';
import { createNumbering } from '../../base/numbering';
import { isAmount } from '../../base/measure';
import { at } from '../../base/check';
import { linesOf } from './collapsed';
import { printable } from './frame-names';
import { type KnownUnit, unitNamed } from './measure-units';
import { findNote, isNote, readFrame } from './recording-note';
import { type PlaceCosts, unrollCalls } from './unroll-calls';
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
  private readonly places = createNumbering<ReadPlace>(({ file, name, line }) => `${name}\n${file}\n${line}`);
  private readonly functions: ReadFunction[] = [];
  private readonly byName = new Map<string, ReadFunction[]>();
  private readonly longNames = new Map<string, string>();
  /** The totals that the file's parts state, at their ends or before them. */
  private readonly told: Partial<Record<'totals' | 'summary', readonly number[]>> = {};
  private events: readonly string[] = [];
  private positions: readonly string[] = ['line'];
  private lastAt: readonly number[] = [0];
  private creator = '';
  private file = '';
  private current: ReadFunction = this.functionOf('', '');
  /** The function that the next cost is of a call of; absent outside of calls. */
  private called: (CalledName & { readonly isCall?: true }) | undefined;

  protected finish(): FormatResult {
    this.unroll();
    this.noteMissing();
    const note = findNote(this.remarks);
    const described = this.events.map((event, index) => {
      const { name, unit } = readEvent(event, this.longNames.get(event));
      if (unit === undefined) this.note(`${name} is no unit of energy or time: its values are shares`);
      const { unit: known, scale } = unit ?? { unit: 'share', scale: 1 };
      return { measure: this.measure(name, known, this.totalOf(index) * scale), scale };
    });
    if (this.totals.every((total) => total === 0)) this.note('the file holds no costs');
    const frameOf = (index: number): number => {
      const place = at(this.places.list, index);
      return this.table.numberOf(readFrame(place.name, place, note));
    };
    return {
      tool: this.creator,
      measures: described.map(({ measure }) => measure),
      tree: expandPlaces(
        this.tree.build(this.events.length),
        (place) => [frameOf(place)],
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
    else if (text.startsWith('calls=')) this.called = { name: '', ...this.called, isCall: true };
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
      const [short = '', long = ''] = value.split(':', 2).map((part) => part.trim());
      this.longNames.set(at(short.split('='), 0).trim(), long);
    }
  }

  private readName(key: string, number: string | undefined, given: string): void {
    const { ob, fl, fn } = this.names;
    const space = key.endsWith('ob') ? ob : key.endsWith('fn') ? fn : fl;
    if (number !== undefined && given !== '') space.set(number, given);
    const named = given !== '' || number === undefined ? given : (space.get(number) ?? '');
    const text = named === NO_FILE ? '' : named;
    if (key === 'fn') this.current = this.functionOf(text, this.file);
    else if (key === 'cfn') this.called = { ...this.called, name: text };
    else if (key === 'cfi' || key === 'cfl') this.called = { name: '', ...this.called, file: text };
    else if (key === 'fl' || key === 'fi' || key === 'fe') this.file = text;
  }

  private functionOf(name: string, file: string): ReadFunction {
    const same = this.byName.get(name) ?? [];
    this.byName.set(name, same);
    const known = same.find((each) => each.file === file);
    if (known !== undefined) return known;
    const made: ReadFunction = { index: this.functions.length, name, file, own: new Map(), calls: new Map() };
    this.functions.push(made);
    same.push(made);
    return made;
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
    const { called, current } = this;
    const line = where[positions.indexOf('line')] ?? 0;
    const place = this.places.numberOf({ file: this.file, name: current.name, line });
    if (called?.isCall === true) {
      this.called = undefined;
      this.addCosts(current.calls, JSON.stringify([place, called.name, called.file]), fields, {
        place,
        called,
      });
      return;
    }
    const costs = fields.slice(positions.length);
    if (costs.length > events.length) this.problems.add(atLine(number, 'more costs than events: left out'));
    for (const cost of costs.slice(0, events.length))
      if (cost === '' || !isAmount(Number(cost)))
        this.problems.add(atLine(number, `a cost of ${printable(cost)} is left out`));
    this.addCosts(current.own, place, fields, { place });
  }

  private addCosts<Key, Of extends object>(
    sums: Map<Key, Of & { readonly values: number[] }>,
    key: Key,
    fields: readonly string[],
    of: Of,
  ): void {
    const known = sums.get(key) ?? { ...of, values: this.events.map(() => 0) };
    sums.set(key, known);
    for (const index of this.events.keys()) {
      const value = Number(fields[this.positions.length + index] ?? 0);
      if (isAmount(value)) known.values[index] = (known.values[index] ?? 0) + value;
    }
  }

  /** Hangs what functions took below the lines that called them. */
  private unroll(): void {
    const indexOf = (caller: ReadFunction, { name, file = caller.file }: CalledName): number | undefined => {
      const same = this.byName.get(name) ?? [];
      return (same.find((each) => each.file === file) ?? (same.length === 1 ? same[0] : undefined))?.index;
    };
    const { events, functions } = this;
    const costsOf = ({ place, values }: ReadCosts): PlaceCosts => ({
      place,
      values: events.map((_, index) => values[index] ?? 0),
    });
    unrollCalls(
      functions.map((each) => ({
        own: Array.from(each.own.values(), costsOf),
        calls: [...each.calls.values()].flatMap((call) => {
          const callee = indexOf(each, call.called);
          return callee === undefined ? [] : [{ ...costsOf(call), callee }];
        }),
      })),
      events.length,
      {
        root: ROOT,
        child: (parent, place) => this.tree.child(parent, place),
        add: (context, measure, value) => {
          this.add(context, measure, value);
        },
      },
    );
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

interface ReadPlace {
  readonly file: string;
  readonly name: string;
  readonly line: number;
}

/** The name of a called function; without a file it lies in the caller's. */
interface CalledName {
  readonly name: string;
  readonly file?: string;
}

interface ReadCosts {
  readonly place: number;
  readonly values: number[];
}

interface ReadFunction extends Omit<ReadPlace, 'line'> {
  readonly index: number;
  readonly own: Map<number, ReadCosts>;
  readonly calls: Map<string, ReadCosts & { readonly called: CalledName }>;
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
  const name = printable(long?.replace(/(?<!\s)\s*\(\w+\)$/, '') ?? bare);
  return { name: name === '' ? event : name, unit: unitNamed(given ?? event.replace(/_\d+$/, '')) };
}
