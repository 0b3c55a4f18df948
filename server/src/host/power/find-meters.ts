/**
 * Finds the energy meters of this machine, and says how to get access to those that may not be read. It
 * measures nothing and runs nothing.
 *
 * Sits in `host/`. Linux: Documentation/power/powercap/powercap.rst and the "power" event source of
 * perf (arch/x86/events/rapl.c), both for Intel and AMD processors. macOS: powermetrics(1).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isPartOfPackage } from '../../power/formats/channel-roles';
import type { ChannelRole } from '../../power/power-trace';
import { type Machine, listFolder, readLine } from '../machine/machine';
import { reasonOf } from '../files/random-access-file';
import { readTextSync } from '../files/read-file';

export interface FoundMeter {
  readonly kind: 'powercap' | 'perf' | 'powermetrics';
  /** The parts of the machine that it meters, such as `package-0`, `core`, `dram`. */
  readonly domains: readonly string[];
  /** Absent if it can be read. */
  readonly barrier?: MeterBarrier;
}

/** The reason for which a meter may not be read. */
export interface MeterBarrier {
  readonly reason: string;
  /** The administrator's command that lets every user read it until the next restart. */
  readonly grant?: string;
}

/** The reason, and the way out. */
export function describeBarrier({ reason, grant }: MeterBarrier): string {
  return grant === undefined
    ? reason
    : `${reason}; until the next restart this lets every user read it: ${grant}`;
}

/** Since Linux 5.10 only root may read it, against attacks such as PLATYPUS (CVE-2020-8694). */
export const grantPowercap = 'sudo chmod a+r /sys/class/powercap/intel-rapl*/energy_uj';
/** Energy events count a whole package; perf allows that to everyone only at 0 and below. */
const grantPerf = 'sudo sysctl kernel.perf_event_paranoid=0';

/** Lists the best meter first. */
export function findMeters(machine: Machine): readonly FoundMeter[] {
  const { platform, systemRoot } = machine;
  const found: readonly (FoundMeter | undefined)[] =
    platform === 'linux'
      ? [findPowercap(systemRoot), findPerf(systemRoot)]
      : platform === 'darwin'
        ? [findPowermetrics(systemRoot)]
        : [];
  return found.filter((meter) => meter !== undefined);
}

/** The reason why a machine has no meter that could be found. */
export function whyNoMeter({ platform, systemRoot }: Machine): string {
  switch (platform) {
    case 'linux':
      return isVirtual(systemRoot)
        ? 'this virtual machine sees no meter of its host'
        : 'Linux shows no energy of this processor (RAPL)';
    case 'darwin':
      return 'there is no powermetrics';
    default:
      return 'this system shows programs no energy of its processor';
  }
}

/** True if the processor says that a hypervisor runs it. */
function isVirtual(root: string): boolean {
  try {
    return /^flags\s*:.*\bhypervisor\b/m.test(readTextSync(join(root, 'proc/cpuinfo')));
  } catch {
    return false;
  }
}

function findPowercap(root: string): FoundMeter | undefined {
  const zones = listPowercapZones(root);
  if (zones.length === 0) return undefined;
  const reason = zones.map(({ counter }) => whyUnreadable(counter)).find((why) => why !== undefined);
  return {
    kind: 'powercap',
    domains: [...new Set(zones.map(({ name }) => name))],
    ...(reason === undefined ? {} : { barrier: { reason: `its energy_uj ${reason}`, grant: grantPowercap } }),
  };
}

/** One energy counter of RAPL. */
export interface PowercapZone extends ChannelRole {
  readonly name: string;
  /** The file that holds the counter, in microjoules. */
  readonly counter: string;
  /** The file that holds the number of microjoules after which the counter begins anew. */
  readonly rangeFile: string;
}

/** `intel-rapl:0` is a package or the platform, `intel-rapl:0:1` a domain of it; AMD's have the same names. */
export function listPowercapZones(root: string): readonly PowercapZone[] {
  const folder = join(root, 'sys/class/powercap');
  const found = listFolder(folder)
    .filter((zone) => /^intel-rapl(-\w+)?:/.test(zone) && existsSync(join(folder, zone, 'energy_uj')))
    .map((zone) => ({ zone, name: readLine(join(folder, zone, 'name')) ?? zone }));
  // intel-rapl-mmio gives the same packages a second time, read through memory.
  const plain = found.filter(({ zone }) => zone.startsWith('intel-rapl:'));
  const zones = plain.length > 0 ? plain : found;
  const hasWhole = zones.some(({ name }) => !isPartOfPackage(name));
  return zones.map(({ zone, name }) => {
    const parent = zones.find((other) => zone.startsWith(`${other.zone}:`));
    return {
      name,
      channel: parent === undefined ? name : `${parent.name} ${name}`,
      inTotal: !hasWhole || !isPartOfPackage(name),
      counter: join(folder, zone, 'energy_uj'),
      rangeFile: join(folder, zone, 'max_energy_range_uj'),
    };
  });
}

function findPerf(root: string): FoundMeter | undefined {
  const events = listPerfEvents(root);
  if (!events.includes('energy-pkg')) return undefined;
  const level = readLine(join(root, 'proc/sys/kernel/perf_event_paranoid'));
  const readable = level !== undefined && level !== '' && Number(level) <= 0;
  return {
    kind: 'perf',
    domains: events,
    ...(readable
      ? {}
      : {
          barrier: {
            reason: `kernel.perf_event_paranoid is ${level ?? 'not readable'}`,
            grant: grantPerf,
          },
        }),
  };
}

/** The folder may exist without any events. */
export function listPerfEvents(root: string): readonly string[] {
  return listFolder(join(root, 'sys/bus/event_source/devices/power/events')).filter((name) =>
    /^energy-[a-z]+$/.test(name),
  );
}

function findPowermetrics(root: string): FoundMeter | undefined {
  if (!existsSync(join(root, 'usr/bin/powermetrics'))) return undefined;
  return {
    kind: 'powermetrics',
    domains: ['processor'],
    barrier: { reason: 'only an administrator may run it: sudo powermetrics --samplers cpu_power' },
  };
}

/** Reads the counter to find out: some file systems promise access and then refuse it. */
function whyUnreadable(path: string): string | undefined {
  try {
    return /^\d+\s*$/.test(readTextSync(path)) ? undefined : 'does not hold a number';
  } catch (error) {
    return reasonOf(error);
  }
}
