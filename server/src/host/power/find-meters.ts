/**
 * Finds the meters of this machine's energy, and says how to get at those that
 * may not be read. Measures nothing, and runs nothing.
 *
 * Sits in `host/power/`. Linux: Documentation/power/powercap/powercap.rst and the
 * "power" event source of perf (arch/x86/events/rapl.c), both of Intel and AMD
 * processors. macOS: powermetrics(1).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPartOfPackage } from '../../measurement/import/rapl-domains';
import type { ChannelRole } from '../../measurement/power-trace';
import type { Machine } from '../machine';
import { reasonOf } from '../random-access-file';
import { listFolder, readLine } from '../system-files';

export interface FoundMeter {
  readonly kind: 'powercap' | 'perf' | 'powermetrics';
  /** Parts of the machine that it meters, such as `package-0`, `core`, `dram`. */
  readonly domains: readonly string[];
  readonly readable: boolean;
  /** Why it may not be read, and what would change that; empty when it can be. */
  readonly hint: string;
}

/** Since Linux 5.10 only root may read it, against attacks such as PLATYPUS (CVE-2020-8694). */
export const grantPowercap = 'sudo chmod a+r /sys/class/powercap/intel-rapl*/energy_uj';
/** Energy events count for a whole package, which perf lets everyone do at 0 and below only. */
const grantPerf = 'sudo sysctl kernel.perf_event_paranoid=0';

/** Best one first. */
export function findMeters(machine: Machine): readonly FoundMeter[] {
  const { platform, systemRoot } = machine;
  const found: readonly (FoundMeter | undefined)[] =
    platform === 'linux'
      ? [findPowercap(systemRoot), findPerf(systemRoot)]
      : platform === 'darwin'
        ? [findPowermetrics(systemRoot)]
        : [];
  return found.filter((source) => source !== undefined);
}

function findPowercap(root: string): FoundMeter | undefined {
  const zones = listPowercapZones(root);
  if (zones.length === 0) return undefined;
  const reason = zones.map(({ counter }) => whyUnreadable(counter)).find((why) => why !== undefined);
  return {
    kind: 'powercap',
    domains: [...new Set(zones.map(({ name }) => name))],
    readable: reason === undefined,
    hint:
      reason === undefined
        ? ''
        : `its energy_uj ${reason}; until the next restart this lets every user read it: ${grantPowercap}`,
  };
}

/** One counter of energy of RAPL. */
export interface PowercapZone extends ChannelRole {
  readonly name: string;
  /** In microjoules. */
  readonly counter: string;
  /** The counter begins anew after this many microjoules. */
  readonly rangeFile: string;
}

/** `intel-rapl:0` is a package or the platform, `intel-rapl:0:1` a domain of it; AMD's are called the same. */
export function listPowercapZones(root: string): readonly PowercapZone[] {
  const folder = join(root, 'sys/class/powercap');
  const found = listFolder(folder)
    .filter((zone) => /^intel-rapl(-\w+)?:/.test(zone) && existsSync(join(folder, zone, 'energy_uj')))
    .map((zone) => ({ zone, name: readLine(join(folder, zone, 'name')) ?? zone }));
  // What is read through memory (intel-rapl-mmio) is the same package once more.
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
    readable,
    hint: readable
      ? ''
      : `kernel.perf_event_paranoid is ${level ?? 'not readable'}; until the next restart this lets every user count: ${grantPerf}`,
  };
}

/** The folder may be there without any of them. */
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
    readable: false,
    hint: 'only an administrator may run it: sudo powermetrics --samplers cpu_power',
  };
}

/** A counter is read, not only asked about: some file systems promise what they then refuse. */
function whyUnreadable(path: string): string | undefined {
  try {
    return /^\d+\s*$/.test(readFileSync(path, 'utf8')) ? undefined : 'does not hold a number';
  } catch (error) {
    return reasonOf(error);
  }
}
