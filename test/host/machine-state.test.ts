/** The parts of a made-up machine's state that make runs differ, and who gets which processors. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisMachine, type Machine, readMachineState } from '../../server/src/host/machine/machine';
import { assignCores } from '../../server/src/host/processes/cores';
import { makeTemporaryFolder, type FolderContent } from '../support/temporary-folder';
import { runIll } from './run/ill-program';

function makeMachine(content: FolderContent, given: Partial<Machine> = {}): Machine {
  return {
    ...thisMachine(),
    platform: 'linux',
    environment: {},
    cores: 4,
    systemRoot: makeTemporaryFolder(content),
    ...given,
  };
}

const cpu = 'sys/devices/system/cpu';
const supply = 'sys/class/power_supply';
const steady = {
  [`${cpu}/cpu0/cpufreq/scaling_governor`]: 'performance\n',
  [`${cpu}/cpu1/cpufreq/scaling_governor`]: 'performance\n',
  [`${cpu}/cpufreq/boost`]: '0\n',
  'proc/loadavg': '0.20 0.10 0.05 1/200 4711\n',
};

describe('the state of a machine', () => {
  it('may leave nothing to be wished', () => {
    expect(readMachineState(makeMachine(steady))).toEqual({
      governor: 'performance',
      turbo: false,
      load: 0.2,
      warnings: [],
    });
  });

  it('may make runs differ, which is said', () => {
    const laptop = {
      ...steady,
      [`${cpu}/cpu0/cpufreq/scaling_governor`]: 'powersave\n',
      [`${cpu}/intel_pstate/no_turbo`]: '0\n',
      [`${supply}/AC/type`]: 'Mains\n',
      [`${supply}/BAT0/type`]: 'Battery\n',
      [`${supply}/BAT0/status`]: 'Discharging\n',
      'proc/loadavg': '3.00 2.10 1.05 1/200 4711\n',
    };
    expect(readMachineState(makeMachine(laptop))).toEqual({
      governor: 'performance, powersave',
      turbo: true,
      onBattery: true,
      load: 3,
      warnings: [
        'processors have different governors: performance, powersave',
        'turbo is on: frequencies depend on temperature; runs are steadier without',
        'on battery: the machine may save power between runs',
        'other programs are busy (load 3.0 on 4 processors)',
      ],
    });
    const saving = { [`${cpu}/cpu0/cpufreq/scaling_governor`]: 'schedutil\n' };
    expect(readMachineState(makeMachine(saving)).warnings[0]).toMatch(/^the governor is schedutil/);
  });

  it('does not take a mouse for a battery', () => {
    const mouse = {
      ...steady,
      [`${supply}/mouse/type`]: 'Battery\n',
      [`${supply}/mouse/scope`]: 'Device\n',
      [`${supply}/mouse/status`]: 'Discharging\n',
    };
    expect(readMachineState(makeMachine(mouse)).onBattery).toBeUndefined();
    const plugged = {
      ...steady,
      [`${supply}/BAT0/type`]: 'Battery\n',
      [`${supply}/BAT0/status`]: 'Charging\n',
    };
    expect(readMachineState(makeMachine(plugged))).toMatchObject({ onBattery: false, warnings: [] });
  });

  it('is not known everywhere, and that is said', () => {
    expect(readMachineState(makeMachine({})).warnings).toEqual([
      'the governor of the processors is not known: frequencies may change between runs',
    ]);
    expect(readMachineState(makeMachine({}, { platform: 'darwin' })).warnings).toEqual([
      'governor, turbo and battery are not known on darwin',
    ]);
  });
});

describe('processors', () => {
  function withTaskset(allowed: string, given: Partial<Machine> = {}): Machine {
    const machine = makeMachine({
      'bin/taskset': '#!/bin/sh\n',
      'proc/self/status': `Name:\tnode\nCpus_allowed_list:\t${allowed}\n`,
    });
    const folder = join(machine.systemRoot, 'bin');
    chmodSync(join(folder, 'taskset'), 0o755);
    return { ...machine, environment: { PATH: folder }, ...given };
  }

  it('are one for the sampler and the rest for the program', () => {
    const machine = withTaskset('2-4,8,10-11');
    const taskset = join(machine.systemRoot, 'bin/taskset');
    expect(assignCores(machine)).toEqual({
      sampler: [taskset, '-c', '2'],
      program: [taskset, '-c', '3,4,8,10,11'],
      description: 'sampler on processor 2, program on the other 5',
    });
  });

  it('are shared where they are few, or can’t be bound, and that is said', () => {
    for (const [machine, why] of [
      [withTaskset('0-1'), 'there are only 2'],
      [
        makeMachine({ 'proc/self/status': 'Cpus_allowed_list:\t0-7\n' }),
        'taskset (util-linux) is not on the path',
      ],
      [withTaskset('0-7', { platform: 'win32' }), 'binding is not known for win32'],
    ] as const) {
      const { program, sampler, description } = assignCores(machine);
      expect([...program, ...sampler]).toEqual([]);
      expect(description).toContain(`share all processors: ${why}`);
    }
  });

  it.runIf(process.platform === 'linux')('are what a bound program sees', async () => {
    const { stdout } = await runIll(['processors'], { programPrefix: ['taskset', '-c', '0'] });
    expect(stdout).toBe('1\n');
  });
});
