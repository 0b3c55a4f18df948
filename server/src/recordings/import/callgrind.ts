/**
 * Reads callgrind's profile: costs of lines, function by function.
 *
 * Sits in `recordings/`. Specification: "Callgrind Format Specification" of the Valgrind manual,
 * version 1. The format has no stacks. Each line's own cost is read; the inclusive costs of calls repeat it
 * and are skipped. Not supported: positions of instructions (they are skipped, lines are read), and jumps.
 */
import type { Measure } from '../../base/measure';
import { isAmount } from '../../base/amounts';
import { withDefined } from '../../base/check';
import type { ImportedRecording } from '../model/imported-profile';
import { createByteLines } from './byte-lines';
import { createContextTree, ROOT } from './context-tree';
import { printable } from './frame-names';
import { createFrameTable } from './frame-table';
import { atLine, createProblems, type ImportContext, type Importer, type ImportFormat } from './importer';
import { linesOf } from './collapsed';
import { type KnownUnit, unitNamed } from './measure-units';
import { applyNote, findNote, isNote, readFrame } from './recording-note';

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
  create: createCallgrindImporter,
};

function createCallgrindImporter({ name, device }: ImportContext): Importer {
  const problems = createProblems();
  const tree = createContextTree();
  const remarks: string[] = [];
  /** Names by their numbers, apart for objects, files and functions. */
  const names = {
    ob: new Map<string, string>(),
    fl: new Map<string, string>(),
    fn: new Map<string, string>(),
  };
  const places = new Map<string, number>();
  const placed: { readonly file: string; readonly name: string; readonly line: number }[] = [];
  const totals: number[] = [];
  const longNames = new Map<string, string>();
  const decoder = new TextDecoder();
  /** The totals that the file's parts state, at their ends or before them. */
  const told = { totals: undefined as number[] | undefined, summary: undefined as number[] | undefined };
  let events: readonly string[] = [];
  let positions: readonly string[] = ['line'];
  let last: number[] = [0];
  let creator = '';
  let file = '';
  let functionName = '';
  let isCall = false;

  function readHeader(key: string, value: string): void {
    if (key === 'events') events = value.trim().split(/\s+/).slice(0, MOST_EVENTS);
    else if (key === 'positions') {
      positions = value.trim().split(/\s+/);
      last = positions.map(() => 0);
    } else if (key === 'creator') creator = value;
    else if (key === 'totals' || key === 'summary') {
      const before = told[key];
      told[key] = value.split(/\s+/).map((each, index) => Number(each) + (before?.[index] ?? 0));
    } else if (key === 'event') {
      const [short = '', long = ''] = value.split(/\s*:\s*/, 2);
      longNames.set(short.split('=')[0]?.trim() ?? '', long);
    }
  }

  function readName(key: string, number: string | undefined, given: string): void {
    const space = key.endsWith('ob') ? names.ob : key.endsWith('fn') ? names.fn : names.fl;
    if (number !== undefined && given !== '') space.set(number, given);
    const named = given !== '' || number === undefined ? given : (space.get(number) ?? '');
    const text = named === NO_FILE ? '' : named;
    if (key === 'fn') functionName = text;
    else if (key === 'fl' || key === 'fi' || key === 'fe') file = text;
  }

  function readCost(text: string, number: number): void {
    const fields = text.split(/\s+/);
    const at = positions.map((_, index) => positionOf(fields[index] ?? '', last[index] ?? 0));
    if (at.some(Number.isNaN)) {
      problems.add(atLine(number, 'no position: the line is left out'));
      return;
    }
    last = at;
    if (isCall) {
      isCall = false;
      return;
    }
    const line = at[positions.indexOf('line')] ?? 0;
    const costs = fields.slice(positions.length);
    if (costs.length > events.length) problems.add(atLine(number, 'more costs than events: left out'));
    for (const [index, cost] of costs.slice(0, events.length).entries()) {
      const value = Number(cost);
      if (cost === '' || !isAmount(value)) {
        problems.add(atLine(number, `a cost of ${printable(cost)} is left out`));
        continue;
      }
      totals[index] = (totals[index] ?? 0) + value;
      if (value > 0) tree.add(tree.child(ROOT, placeOf(line)), index, value);
    }
  }

  function placeOf(line: number): number {
    const key = `${functionName}\n${file}\n${line}`;
    const known = places.get(key) ?? placed.push({ file, name: functionName, line }) - 1;
    places.set(key, known);
    return known;
  }

  /** Reports that the end of the file is missing if its totals say so. */
  function describeMissing(): void {
    const expected = told.totals ?? told.summary;
    const missing = events.flatMap((event, index) => {
      const [all, read] = [expected?.[index] ?? NaN, totals[index] ?? 0];
      return Math.abs(all - read) > 1e-9 * all ? [`${all} ${printable(event)}, and its lines ${read}`] : [];
    });
    if (missing.length > 0)
      problems.add({
        message: `the file ends in the middle, or lines are damaged: it says that it has ${missing.join('; ')}`,
      });
  }

  const lines = createByteLines((bytes, start, end, number, isCut) => {
    const text = decoder.decode(bytes.subarray(start, end)).trim();
    if (text.startsWith('# ') && isNote(text.slice(2))) remarks.push(text.slice(2));
    if (text === '' || text.startsWith('#')) return;
    if (COST.test(text) && !isCut) {
      readCost(text, number);
      return;
    }
    const [, headerKey, value] = HEADER.exec(text) ?? [];
    const [, nameKey, id, given] = NAMED.exec(text) ?? [];
    if (nameKey !== undefined) readName(nameKey, id, given ?? '');
    else if (text.startsWith('calls=')) isCall = true;
    else if (headerKey !== undefined) readHeader(headerKey, value ?? '');
    else problems.add(atLine(number, `no line of a profile: ${printable(text.slice(0, 80))}`));
  });

  return {
    push(chunk) {
      lines.push(chunk);
    },
    end() {
      lines.end();
      describeMissing();
      const note = findNote(remarks);
      const described = events.map((event, index) =>
        describeEvent(event, longNames.get(event), totals[index] ?? 0, device),
      );
      for (const { measure, unit } of described)
        if (unit === undefined)
          problems.add({ message: `${measure.name} is no unit of energy or time: its values are shares` });
      if (totals.every((total) => total === 0)) problems.add({ message: 'the file holds no costs' });
      const table = createFrameTable();
      const frames = placed.map((place) => table.numberOf(readFrame(place.name, place, note)));
      const located = tree.build(events.length);
      const built = createContextTree();
      for (let context = 1; context < located.parents.length; context++) {
        const at = built.child(ROOT, frames[located.frames[context] ?? -1] ?? 0);
        for (const [measure, { unit }] of described.entries()) {
          const value = located.values[measure]?.[context] ?? 0;
          if (value > 0) built.add(at, measure, value * (unit?.scale ?? 1));
        }
      }
      const recording: ImportedRecording = {
        source: {
          format: callgrindFormat.id,
          name,
          ...(creator === '' ? {} : { tool: printable(creator) }),
          ...withDefined({ device }),
        },
        measures: described.map(({ measure }) => measure),
        frames: table.list(),
        tree: built.build(events.length),
        lineTrust: table.list().some(({ line }) => line !== undefined) ? 'biased' : 'none',
        problems: problems.list(),
      };
      return applyNote(recording, note);
    },
  };
}

/** Reads `12` and `0x1f`, and `+3`, `-3` and `*` relative to the position before. */
function positionOf(text: string, before: number): number {
  if (text === '*') return before;
  const value = /^[+-]?(?:0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text.replace(/^[+-]/, '')) : NaN;
  return text.startsWith('+') ? before + value : text.startsWith('-') ? before - value : value;
}

/** Reads names such as `nanojoules_1` and `Ir`, and `cpu(count)`, as Go's pprof writes them. */
function describeEvent(
  event: string,
  long: string | undefined,
  total: number,
  device: string | undefined,
): { readonly measure: Measure; readonly unit: KnownUnit | undefined } {
  const [, bare = event, given] = /^(.*)\((\w+)\)$/.exec(event) ?? [];
  const unit = unitNamed(given ?? event.replace(/_\d+$/, ''));
  const name = printable(long?.replace(/\s*\(\w+\)$/, '') ?? bare);
  return {
    unit,
    measure: {
      name: name === '' ? event : name,
      unit: unit?.unit ?? 'share',
      provenance: 'measured',
      ...withDefined({ device }),
      total: total * (unit?.scale ?? 1),
    },
  };
}
