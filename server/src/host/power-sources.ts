/**
 * Finds the meters of this machine's energy, and says how to get at those that
 * may not be read. Measures nothing, and runs nothing.
 *
 * Sits in `host/`. Linux: Documentation/power/powercap/powercap.rst and the
 * "power" event source of perf (arch/x86/events/rapl.c), both of Intel and AMD
 * processors. macOS: powermetrics(1).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine';
import { reasonOf } from './random-access-file';

export interface PowerSource {
  readonly kind: 'powercap' | 'perf' | 'powermetrics';
  /** Parts of the machine that it meters, such as `package-0`, `core`, `dram`. */
  readonly domains: readonly string[];
  readonly readable: boolean;
  /** Why it may not be read, and what would change that; empty when it can be. */
  readonly hint: string;
}

/** Since Linux 5.10 only root may read it, against attacks such as PLATYPUS (CVE-2020-8694). */
const grantPowercap = 'sudo chmod a+r /sys/class/powercap/intel-rapl*/energy_uj';
/** Energy events count for a whole package, which perf lets everyone do at 0 and below only. */
const grantPerf = 'sudo sysctl kernel.perf_event_paranoid=0';

/** Best one first. */
export function findPowerSources(machine: Machine): readonly PowerSource[] {
  const { platform, systemRoot } = machine;
  const found: readonly (PowerSource | undefined)[] =
    platform === 'linux'
      ? [findPowercap(systemRoot), findPerf(systemRoot)]
      : platform === 'darwin'
        ? [findPowermetrics(systemRoot)]
        : [];
  return found.filter((source) => source !== undefined);
}

function findPowercap(root: string): PowerSource | undefined {
  const folder = join(root, 'sys/class/powercap');
  const zones = listFolder(folder).filter((name) => /^intel-rapl.*:/.test(name));
  const counters = zones.map((zone) => join(folder, zone, 'energy_uj')).filter((path) => existsSync(path));
  if (counters.length === 0) return undefined;
  const reasons = counters.map(whyUnreadable).filter((reason) => reason !== undefined);
  const domains = zones.map((zone) => readLine(join(folder, zone, 'name')) ?? zone);
  const [reason] = reasons;
  return {
    kind: 'powercap',
    domains: [...new Set(domains)],
    readable: reason === undefined,
    hint:
      reason === undefined
        ? ''
        : `its energy_uj ${reason}; until the next restart this lets every user read it: ${grantPowercap}`,
  };
}

function findPerf(root: string): PowerSource | undefined {
  const events = listFolder(join(root, 'sys/bus/event_source/devices/power/events')).filter((name) =>
    /^energy-[a-z]+$/.test(name),
  );
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

function findPowermetrics(root: string): PowerSource | undefined {
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

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // A name or level that is not there is said by whoever asks.
    return undefined;
  }
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // No such folder means no such meter, which is what is asked.
    return [];
  }
}
