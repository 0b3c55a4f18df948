/** Power that is joined to a trace, against powers that are functions of time and so known at every moment. */
import { describe, expect, it } from 'vitest';
import { SYNCHRONIZATION_CHIPS, type LoadPattern } from '../../server/src/power/find-pattern';
import { integratePower } from '../../server/src/power/integrate-power';
import { joinPower, sumTraces, toMachineClock } from '../../server/src/power/join-power';
import type { PowerTrace } from '../../server/src/power/power-trace';
import { sampleTrace } from './traces';

const patterns: readonly LoadPattern[] = [
  { start: 0.5, chip: 0.1, chips: SYNCHRONIZATION_CHIPS },
  { start: 20, chip: 0.1, chips: SYNCHRONIZATION_CHIPS.toReversed() },
];
/** The trace began when this machine's clock was at 10. */
const marks = { calendar: 1000, patterns };
const lead = 990;
const program = { start: 5, end: 15 };

/** At a time of the trace: 1 W at rest, 5 W while a pattern works, 3 W while the program runs. */
function powerAt(time: number): number {
  if (time >= program.start && time < program.end) return 3;
  const isBusy = patterns.some(({ start, chip, chips }) => chips[Math.floor((time - start) / chip)] === 1);
  return isBusy ? 5 : 1;
}

/** A meter that says `late` seconds later what it saw. */
function recorded(late: number, power = powerAt): { readonly traces: readonly PowerTrace[] } {
  return { traces: [sampleTrace(5 + late, 40, 0.01, (time) => power(time - 10 - late))] };
}

const local = { lead, isAligned: false };

describe('power is joined to a trace', () => {
  it('by its patterns, however late its readings come', () => {
    for (const late of [0, 0.04, 0.9]) {
      const joined = joinPower({ ...recorded(late), clock: '', problems: [] }, marks, local);
      expect(joined.problems).toEqual([]);
      expect(joined.clock).toMatch(/^aligned by 2 marks/);
      expect(joined.idle).toBeCloseTo(1, 2);
      const { energy } = integratePower(joined.power ?? expect.fail('no power'), program);
      expect(Math.abs(energy - 30)).toBeLessThan(0.04);
    }
  });

  it("by the machine's calendar where the patterns are not seen, and says so", () => {
    const steady = (time: number): number => (time >= program.start && time < program.end ? 3 : 1);
    const joined = joinPower({ ...recorded(0, steady), clock: '', problems: ['mine'] }, marks, local);
    expect(joined.clock).toMatch(/calendar/);
    expect(joined.problems.join('\n')).toMatch(
      /^mine\n.*the pattern was not found[^]*did not see the patterns/,
    );
    const { energy } = integratePower(joined.power ?? expect.fail('no power'), program);
    expect(Math.abs(energy - 30)).toBeLessThan(0.04);
  });

  it('in no way where its own clock jumped, and says what to do', () => {
    const own = { clock: 'aligned by one mark', isDoubtful: true, problems: ['not found'] };
    const joined = joinPower({ ...recorded(0), ...own }, marks, { lead, isAligned: true });
    expect(joined.power).toBeUndefined();
    expect(joined.problems.join('\n')).toMatch(/^not found\n.*its clock jumped\. Let it record from before/);
  });

  it('with its patterns on the clock of the machine', () => {
    expect(toMachineClock(marks, lead).map(({ start }) => start)).toEqual([10.5, 30]);
  });
});

describe('channels', () => {
  it('add up, also if they were read at other times', () => {
    const one = sampleTrace(0, 10, 0.1, (time) => time);
    const other = sampleTrace(-0.03, 10.03, 0.06, (time) => 2 * time);
    const sum = sumTraces([one, other]) ?? expect.fail('no sum');
    // ∫ 3t dt from 2 to 8.
    expect(integratePower(sum, { start: 2, end: 8 }).energy).toBeCloseTo(90, 6);
    expect(sumTraces([])).toBeUndefined();
    expect(sumTraces([one])).toBe(one);
  });
});
