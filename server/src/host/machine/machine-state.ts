/**
 * Reads the state of a machine that changes what a run costs: governor, turbo, battery, other work.
 *
 * Sits in `host/`. Linux: Documentation/admin-guide/pm/cpufreq.rst and intel_pstate.rst,
 * Documentation/ABI/testing/sysfs-class-power. On other systems nothing of it is known, and the report says
 * so.
 */
import type { MachineState } from '../../runs/program-run';
import { withDefined } from '../../base/check';
import { join } from 'node:path';
import type { Machine } from './machine';
import { listFolder, readLine } from './machine';

export function readMachineState(machine: Machine): MachineState {
  if (machine.platform !== 'linux')
    return { warnings: [`governor, turbo and battery are not known on ${machine.platform}`] };
  const root = machine.systemRoot;
  const governors = readGovernors(root);
  const turbo = readTurbo(root);
  const onBattery = readOnBattery(root);
  const load = Number(readLine(join(root, 'proc/loadavg'))?.split(' ')[0]);
  const warnings: string[] = [];
  const [governor] = governors;
  if (governor === undefined)
    warnings.push('the governor of the processors is not known: frequencies may change between runs');
  else if (governors.length > 1)
    warnings.push(`processors have different governors: ${governors.join(', ')}`);
  else if (governor !== 'performance')
    warnings.push(`the governor is ${governor}: frequencies follow the load; performance is steadier`);
  if (turbo === true)
    warnings.push('turbo is on: frequencies depend on temperature; runs are steadier without');
  if (onBattery === true) warnings.push('on battery: the machine may save power between runs');
  if (load > machine.cores / 2)
    warnings.push(`other programs are busy (load ${load.toFixed(1)} on ${machine.cores} processors)`);
  return {
    ...(governor === undefined ? {} : { governor: governors.join(', ') }),
    ...withDefined({ turbo, onBattery }),
    ...(Number.isNaN(load) ? {} : { load }),
    warnings,
  };
}

/** Lists each governor that is in use once. */
function readGovernors(root: string): readonly string[] {
  const folder = join(root, 'sys/devices/system/cpu');
  const governors = listFolder(folder)
    .filter((name) => /^cpu\d+$/.test(name))
    .map((name) => readLine(join(folder, name, 'cpufreq/scaling_governor')))
    .filter((governor) => governor !== undefined);
  return [...new Set(governors)].sort();
}

function readTurbo(root: string): boolean | undefined {
  const without = readLine(join(root, 'sys/devices/system/cpu/intel_pstate/no_turbo'));
  if (without !== undefined) return without === '0';
  const boost = readLine(join(root, 'sys/devices/system/cpu/cpufreq/boost'));
  return boost === undefined ? undefined : boost === '1';
}

/** Undefined if there is no battery. */
function readOnBattery(root: string): boolean | undefined {
  const folder = join(root, 'sys/class/power_supply');
  const states = listFolder(folder)
    // Mice and headphones have batteries, too.
    .filter((name) => readLine(join(folder, name, 'scope')) !== 'Device')
    .filter((name) => readLine(join(folder, name, 'type')) === 'Battery')
    .map((name) => readLine(join(folder, name, 'status')));
  return states.length === 0 ? undefined : states.includes('Discharging');
}
