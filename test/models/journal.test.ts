/** The journal of a calibration that was interrupted. */
import { describe, expect, it } from 'vitest';
import {
  type CalibrationSetup,
  differenceOf,
  type JournalEntry,
  readJournal,
  setupEntry,
} from '../../server/src/models/calibrate/journal';

const setup: CalibrationSetup = {
  mode: 'interpreter',
  jvm: 'Some 17',
  machine: 'Some processor',
  power: 'proxy: CPU time at 10 W a core, no meter',
  isProxy: true,
  seed: 1,
  secondsEach: 0.02,
  benchmarks: 'abc',
};
const ran: JournalEntry = {
  kind: 'ran',
  cycle: 1,
  name: 'P001',
  rounds: 100,
  energy: 0.2,
  seconds: 0.03,
  cpu: 0.02,
  collections: 0,
};

function text(...entries: readonly JournalEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

function read(
  given: string,
): Exclude<ReturnType<typeof readJournal>, { readonly problem: string }>['journal'] {
  const outcome = readJournal(given, 'journal.jsonl');
  if ('problem' in outcome) throw new Error(outcome.problem);
  return outcome.journal;
}

describe('a journal', () => {
  it('begins with nothing', () => {
    expect(read('')).toEqual({ rounds: new Map(), measurements: [], failures: new Map() });
  });

  it('has all that was written', () => {
    const journal = read(
      text(
        setupEntry(setup),
        { kind: 'rounds', name: 'P001', rounds: 100 },
        { kind: 'counts', keys: [], operations: { P001: [[0, 800]] }, instructions: {} },
        ran,
        { kind: 'failed', name: 'L002', message: 'no such method' },
      ),
    );
    expect(journal.setup).toMatchObject(setup);
    expect(journal.rounds).toEqual(new Map([['P001', 100]]));
    expect(journal.counts?.operations).toEqual({ P001: [[0, 800]] });
    expect(journal.measurements).toMatchObject([{ name: 'P001', cycle: 1, energy: 0.2 }]);
    expect(journal.failures).toEqual(new Map([['L002', 'no such method']]));
  });

  it('leaves out a last line that was cut short, anywhere', () => {
    const whole = text(setupEntry(setup), ran);
    const last = whole.trimEnd().lastIndexOf('\n') + 1;
    for (let end = last; end < whole.length - 1; end++)
      expect(read(whole.slice(0, end)).measurements, `cut at ${end}`).toEqual([]);
    expect(read(whole).measurements).toHaveLength(1);
  });

  it('says which line is none of its own', () => {
    const outcome = readJournal(`${text(setupEntry(setup))}nonsense\n${text(ran)}`, 'journal.jsonl');
    expect(outcome).toHaveProperty('problem');
    expect(JSON.stringify(outcome)).toMatch(/journal\.jsonl: line 2 .*remove the file/);
  });

  it('refuses another version', () => {
    const outcome = readJournal(text(setupEntry(setup)).replace('"version":1', '"version":9'), 'j');
    expect(JSON.stringify(outcome)).toMatch(/problem.*version 9/);
  });
});

describe('measurements that belong together', () => {
  it('have the same setup', () => {
    expect(differenceOf(setup, setup)).toBeUndefined();
    expect(differenceOf(setup, { ...setup, jvm: 'Some 25' })).toBe('another JVM (Some 17, now Some 25)');
    expect(differenceOf(setup, { ...setup, mode: 'jit' })).toMatch(/another mode/);
  });
});
