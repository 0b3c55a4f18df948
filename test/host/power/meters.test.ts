/**
 * Meters on machines that tests make up: counters in a folder that a test
 * turns on, programs that print what real ones were seen to print. What has no
 * hardware here is tried nowhere else.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../../server/src/host/machine/machine';
import { createMeter, type MeterSetup, alignFile } from '../../../server/src/host/power/create-meter';
import { readPerf } from '../../../server/src/host/power/line-meters';
import { calendarLead, monotonicTime } from '../../../server/src/host/processes/clock';
import { SYNCHRONIZATION_CHIPS } from '../../../server/src/power/find-pattern';
import { parsePowerFile } from '../../../server/src/power/formats/power-file';
import { integratePower } from '../../../server/src/power/integrate-power';
import type { PowerChoice } from '../../../server/src/power/power-choice';
import type { Meter, MeterOrProxy, RecordedPower } from '../../../server/src/power/meter';
import { measureHelper } from '../../support/measure-helper';
import { makeMachine } from '../../support/bare-machine';
import { asPlainUser } from '../../support/plain-user';
import { makeTemporaryFolder, type FolderContent } from '../../support/temporary-folder';
import { waitFor } from '../../support/wait-for';

function create(choice: PowerChoice, machine: Machine, options: Partial<MeterSetup> = {}): MeterOrProxy {
  return createMeter(choice, {
    machine,
    helperEntry: measureHelper(),
    samplerPrefix: [],
    folder: '/',
    ...options,
  });
}

function asMeter(meter: MeterOrProxy): Meter {
  if (meter.kind !== 'meter') throw new Error(`${meter.name} is no meter`);
  return meter;
}

const powercap = 'sys/class/powercap';

function zone(name: string, title: string, energy: number, range = 262_143_328_850): FolderContent {
  return {
    [`${powercap}/${name}/name`]: `${title}\n`,
    [`${powercap}/${name}/energy_uj`]: `${energy}\n`,
    [`${powercap}/${name}/max_energy_range_uj`]: `${range}\n`,
  };
}

const server = {
  ...zone('intel-rapl:0', 'package-0', 1_000_000),
  ...zone('intel-rapl:0:0', 'core', 500_000),
  ...zone('intel-rapl:0:1', 'dram', 300_000),
  ...zone('intel-rapl:1', 'psys', 9_000_000),
  ...zone('intel-rapl-mmio:0', 'package-0', 1_000_000),
};

function energiesOf({ traces }: RecordedPower): ReadonlyMap<string, number> {
  return new Map(
    traces.map((trace) => {
      const end = trace.ends[trace.ends.length - 1] ?? trace.start;
      return [
        `${trace.channel}${trace.inTotal ? '*' : ''}`,
        integratePower(trace, { start: trace.start, end }).energy,
      ];
    }),
  );
}

describe('powercap', () => {
  it('counts what was counted, each joule once', async () => {
    const machine = makeMachine(server);
    const recording = await asMeter(create({ kind: 'rapl' }, machine)).start();
    const set = (name: string, energy: number): void => {
      writeFileSync(join(machine.systemRoot, powercap, name, 'energy_uj'), `${energy}\n`);
    };
    await sleep(250);
    set('intel-rapl:0', 3_500_000);
    set('intel-rapl:0:0', 2_000_000);
    set('intel-rapl:0:1', 400_000);
    set('intel-rapl:1', 12_000_000);
    const recorded = await recording.stop([]);
    expect(recorded.problems).toEqual([]);
    const energies = energiesOf(recorded);
    expect([...energies.keys()]).toEqual(['package-0*', 'package-0 core', 'package-0 dram*', 'psys']);
    expect(energies.get('package-0*')).toBeCloseTo(2.5, 9);
    expect(energies.get('package-0 core')).toBeCloseTo(1.5, 9);
    expect(energies.get('package-0 dram*')).toBeCloseTo(0.1, 9);
  });

  it('wraps', async () => {
    const machine = makeMachine(zone('intel-rapl:0', 'package-0', 65_000_000, 65_532_610));
    const recording = await asMeter(create({ kind: 'auto' }, machine)).start();
    writeFileSync(join(machine.systemRoot, powercap, 'intel-rapl:0/energy_uj'), '467390\n');
    await sleep(150);
    const energies = energiesOf(await recording.stop([]));
    expect(energies.get('package-0*')).toBeCloseTo(1, 6);
  });

  it('reads ten times a second, by the clock that runs are timed by', async () => {
    const machine = makeMachine(server);
    const before = monotonicTime();
    const recording = await asMeter(create({ kind: 'rapl' }, machine)).start();
    await sleep(1000);
    const recorded = await recording.stop([]);
    const [trace] = recorded.traces;
    expect(trace?.start).toBeGreaterThan(before);
    expect(trace?.ends.length).toBeGreaterThan(3);
    expect(trace?.ends[trace.ends.length - 1]).toBeLessThan(monotonicTime());
  });

  it('says what permits reading it', async () => {
    const machine = makeMachine(server);
    chmodSync(join(machine.systemRoot, powercap, 'intel-rapl:0/energy_uj'), 0o400);
    chmodSync(join(machine.systemRoot, powercap, 'intel-rapl:0'), 0o755);
    await asPlainUser(() => {
      expect(() => create({ kind: 'rapl' }, machine)).toThrow(/permission denied; .*sudo chmod a\+r/);
      const meter = create({ kind: 'auto' }, machine);
      expect(meter).toMatchObject({
        kind: 'cpu-time',
        description: expect.stringMatching(/^proxy: .*sudo chmod/) as string,
      });
      return Promise.resolve();
    });
  });

  it('does not guess where a counter begins anew', async () => {
    const content = Object.fromEntries(
      Object.entries(zone('intel-rapl:0', 'package-0', 5)).filter(([path]) => !path.endsWith('range_uj')),
    );
    await expect(asMeter(create({ kind: 'rapl' }, makeMachine(content))).start()).rejects.toThrow(
      'where its counter begins anew is not known',
    );
  });

  it('is not there on most virtual machines', () => {
    expect(() => create({ kind: 'rapl' }, makeMachine({}))).toThrow('this machine has no RAPL counters');
    expect(create({ kind: 'auto' }, makeMachine({}))).toMatchObject({
      kind: 'cpu-time',
      watts: 10,
      description: 'proxy: CPU time at 10 W a core, no meter: none was found',
    });
  });
});

/** A program that says its part, a line every 50 ms, and writes beside itself how many it has said. */
function player(lines: readonly string[], stream: 'stdout' | 'stderr', end = ''): string {
  return `#!${process.execPath}
const lines = ${JSON.stringify(lines)};
let at = 0;
const play = () => {
  require('node:fs').writeFileSync(process.argv[1] + '.said', String(at));
  if (at < lines.length) process.${stream}.write(lines[at++].replace('ELAPSED', (at * 0.05).toFixed(9)) + '\\n');
  else { ${end} }
};
setInterval(play, 50);
`;
}

function withProgram(
  name: string,
  text: string,
  content: FolderContent = {},
  given: Partial<Machine> = {},
): Machine {
  const machine = makeMachine({ ...content, [`bin/${name}`]: text }, given);
  const folder = join(machine.systemRoot, 'bin');
  chmodSync(join(folder, name), 0o755);
  return { ...machine, environment: { PATH: folder } };
}

const events = {
  'sys/bus/event_source/devices/power/events/energy-pkg': 'event=0x02\n',
  'proc/sys/kernel/perf_event_paranoid': '-1\n',
};

describe('perf', () => {
  const interval = '     ELAPSED,0.50,Joules,power/energy-pkg/,50000000,100.00,,';

  it('is asked for its energy events, and read while it runs', async () => {
    const machine = withProgram(
      'perf',
      player(
        Array.from({ length: 200 }, () => interval),
        'stderr',
      ),
      events,
    );
    const meter = asMeter(create({ kind: 'auto' }, machine));
    expect(meter).toMatchObject({ name: 'perf', description: 'RAPL by perf (energy-pkg)' });
    const recording = await meter.start();
    const start = monotonicTime();
    const said = join(machine.systemRoot, 'bin', 'perf.said');
    const lines = (): Promise<number> => Promise.resolve(Number(readFileSync(said, 'utf8')));
    await waitFor('its lines', lines, (count) => count > 14);
    const recorded = await recording.stop([]);
    expect(recorded.problems).toEqual([]);
    const [trace] = recorded.traces;
    if (trace === undefined) throw new Error('no trace');
    // 0.5 J in each 50 ms of its own clock.
    const window = integratePower(trace, { start: start + 0.1, end: start + 0.5 });
    expect(window.energy / window.covered).toBeCloseTo(10, 6);
    expect(window.covered).toBeGreaterThan(0.2);
  });

  it('that fails says why', async () => {
    const machine = withProgram(
      'perf',
      `#!${process.execPath}\nconsole.error('event syntax error: Cannot find PMU');process.exit(129);`,
      events,
    );
    await expect(asMeter(create({ kind: 'perf' }, machine)).start()).rejects.toThrow(
      /exited with code 129; it said: event syntax error: Cannot find PMU; energy events need kernel.perf_event_paranoid/,
    );
  });

  it('is aligned by the line that came soonest', () => {
    const lines = [0.1, 0.2, 0.3].map((stamp, index) => ({
      time: 500 + stamp + ([0.02, 0.005, 0.04][index] ?? 0),
      text: ` ${stamp},1,Joules,power/energy-pkg/,1,100,,`,
    }));
    const { traces, clock } = readPerf(lines);
    expect(traces[0]?.start).toBeCloseTo(500.005, 9);
    expect(clock).toBe('aligned by when lines came, which was up to 35 ms late');
  });

  it('needs events, and perf', () => {
    expect(() => create({ kind: 'perf' }, makeMachine({}))).toThrow('no energy events of perf');
    expect(() => create({ kind: 'perf' }, makeMachine(events))).toThrow(
      'the program perf is not on the path',
    );
  });
});

describe('powermetrics', () => {
  it('is read while it runs', async () => {
    const lines = Array.from(
      { length: 100 },
      () =>
        '*** Sampled system activity (Fri Nov 21 14:00:00 2026 +0100) (50.00ms elapsed) ***\n\nCPU Power: 211 mW\nGPU Power: 48 mW\nCombined Power (CPU + GPU + ANE): 259 mW',
    );
    const machine = withProgram(
      'powermetrics',
      player(lines, 'stdout'),
      { 'usr/bin/powermetrics': '' },
      { platform: 'darwin' },
    );
    const recording = await asMeter(create({ kind: 'powermetrics' }, machine)).start();
    await sleep(400);
    const { traces, problems } = await recording.stop([]);
    expect(problems).toEqual([]);
    expect(traces.map(({ channel, inTotal }) => [channel, inTotal])).toEqual([
      ['cpu', false],
      ['gpu', false],
      ['combined', true],
    ]);
    expect(traces[2]?.watts[0]).toBeCloseTo(0.259, 12);
  });
});

describe('a command', () => {
  const print = (script: string): PowerChoice => ({
    kind: 'command',
    command: [process.execPath, '-e', script],
  });

  it('prints watts', async () => {
    const recording = await asMeter(
      create(print('setInterval(() => console.log("12.5 2.5"), 50)'), makeMachine({})),
    ).start();
    const start = monotonicTime();
    await sleep(500);
    const end = monotonicTime();
    const { traces, problems } = await recording.stop([]);
    expect(problems).toEqual([]);
    expect(traces.map(({ channel }) => channel)).toEqual(['channel 1', 'channel 2']);
    const [first] = traces;
    if (first === undefined) throw new Error('no trace');
    const window = integratePower(first, { start, end }, 10);
    expect(window.gaps).toEqual([]);
    expect(window.energy).toBeCloseTo(12.5 * (end - start), 6);
  });

  it('gets its words as they are', async () => {
    const choice: PowerChoice = {
      kind: 'command',
      command: [
        process.execPath,
        '-e',
        'console.log(process.argv[1] === "$(a) b" ? 7 : 8); setInterval(() => console.log(7), 50)',
        '$(a) b',
      ],
    };
    const recording = await asMeter(create(choice, makeMachine({}))).start();
    const { traces } = await recording.stop([]);
    expect(traces[0]?.watts[0]).toBe(7);
  });

  it('that ends early, prints nothing of use or is not there says so', async () => {
    const early = await asMeter(
      create(
        print('console.log(1); console.log(2); setTimeout(() => process.exit(3), 300)'),
        makeMachine({}),
      ),
    ).start();
    await sleep(1500);
    expect((await early.stop([])).problems).toContainEqual(
      expect.stringMatching(/exited with code 3 before the last run did$/),
    );
    await expect(asMeter(create(print('console.log("no watts")'), makeMachine({}))).start()).rejects.toThrow(
      /exited with code 0; it said: no watts; it has to print/,
    );
    await expect(
      asMeter(create({ kind: 'command', command: ['/no/such/meter'] }, makeMachine({}))).start(),
    ).rejects.toThrow(/could not be started/);
    expect(() => create({ kind: 'command', command: [] }, makeMachine({}))).toThrow('is missing');
  });
});

describe('a file', () => {
  const chip = 0.2;
  const reversed = [...SYNCHRONIZATION_CHIPS].reverse();
  const patterns = [
    { start: 100, chip, chips: SYNCHRONIZATION_CHIPS },
    { start: 160, chip, chips: reversed },
  ];
  /** Rows every 20 ms of a meter whose clock is ours and `offset`; 30 W between the patterns. */
  const rows = (offset: number): string => {
    const lines = ['time,watts'];
    for (let time = 90; time < 180; time += 0.02) {
      const chips = patterns.map(({ start, chips }) => chips[Math.floor((time - 0.01 - start) / chip)] ?? 0);
      const power = 10 + 5 * Math.max(...chips) + (time > 120 && time < 150 ? 20 : 0);
      lines.push(`${(time + offset).toFixed(6)},${power}`);
    }
    return lines.join('\n');
  };

  it('is aligned by the patterns before and after the runs', () => {
    for (const offset of [-90, 3.21, 1_758_000_000]) {
      const { traces, clock, problems } = alignFile(parsePowerFile(rows(offset)), patterns, offset + 0.7);
      expect(problems).toEqual([]);
      expect(clock).toMatch(/^aligned by 2 marks: offset and drift; residual skew is not known/);
      const [trace] = traces;
      if (trace === undefined) throw new Error('no trace');
      expect(integratePower(trace, { start: 125, end: 145 }).energy).toBeCloseTo(600, 3);
      expect(integratePower(trace, { start: 119, end: 121 }).energy).toBeCloseTo(10 + 30, -1);
    }
  });

  it('with calendar times does without, as well as it can', () => {
    const { traces, clock, problems } = alignFile(parsePowerFile(rows(1_758_000_000)), [], 1_758_000_000);
    expect(problems).toEqual([]);
    expect(clock).toContain('as well as the clocks');
    expect(traces[0]?.start).toBeCloseTo(90, 5);
  });

  it('without either gives nothing', () => {
    const { traces, clock, problems } = alignFile(parsePowerFile(rows(-90)), [], 0);
    expect(traces).toEqual([]);
    expect(clock).toBe('not aligned');
    expect(problems).toEqual([
      'the times in the file count from a start of their own, so where the runs are in it is not known',
    ]);
  });

  it('is read when the runs are over, and waited for', async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'meter.csv');
    expect(() => create({ kind: 'file', path }, makeMachine({}))).toThrow(`${path} does not exist`);
    expect(() => create({ kind: 'file', path: folder }, makeMachine({}))).toThrow('is a folder');
    writeFileSync(path, 'time,watts\n');
    const meter = asMeter(create({ kind: 'file', path }, makeMachine({})));
    expect(meter.patternChip).toBe(0.2);
    const recording = await meter.start();
    const lead = calendarLead();
    setTimeout(() => {
      writeFileSync(path, `time,watts\n${lead + 100},3\n${lead + 101},4\n`);
    }, 500);
    const { traces, problems } = await recording.stop([]);
    expect(problems).toEqual([]);
    expect(traces[0]?.ends[0]).toBeCloseTo(101, 2);
  });
});
