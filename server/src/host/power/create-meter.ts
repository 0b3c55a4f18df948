/**
 * Makes the meter that a choice means on this machine.
 *
 * Sits in `host/`.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { cpuTimeProxy, MeterError, type MeterOrProxy } from '../../power/meter';
import type { PowerChoice } from '../../power/power-choice';
import type { Seconds, Watts } from '../../base/units';
import type { Machine } from '../machine/machine';
import { createFileMeter } from './file-meter';
import { findMeters, type FoundMeter } from './find-meters';
import { createCommandMeter, createPerfMeter, createPowermetricsMeter } from './line-meters';
import { createPowercapMeter } from './powercap-meter';

export interface MeterSetup {
  readonly machine: Machine;
  /** The path of dist/measure-helper.js. */
  readonly helperEntry: string;
  /** Words before the command lines of what samples, which bind it to its processor. */
  readonly samplerPrefix: readonly string[];
  /** The folder in which commands run. */
  readonly folder: string;
  /** The power of a busy core, for machines without a meter; absent for the default. */
  readonly assumedWatts?: Watts;
  /** The length of a step in the patterns that align an external meter's clock. */
  readonly patternChip?: Seconds;
}

/** Ten readings a second: RAPL itself updates a hundred times as often, and each reading wakes a processor. */
const EVERY: Seconds = 0.1;
/** A core of a laptop or server processor takes between 3 and 25 W, so this is only an order of magnitude. */
const ASSUMED_WATTS: Watts = 10;
const PATTERN_CHIP: Seconds = 0.2;
const FILE_PATIENCE: Seconds = 15;

/** Throws a {@link MeterError} with a way out if there is no such meter. */
export function createMeter(choice: PowerChoice, options: MeterSetup): MeterOrProxy {
  const { machine, helperEntry, samplerPrefix: prefix, folder } = options;
  const found = findMeters(machine);
  const create = (kind: FoundMeter['kind']): MeterOrProxy | undefined => {
    const sampled = { machine, helperEntry, prefix, every: EVERY };
    if (kind === 'powercap') return createPowercapMeter({ ...sampled, root: machine.systemRoot });
    return kind === 'perf' ? createPerfMeter(sampled) : createPowermetricsMeter(sampled);
  };
  const insist = (kind: FoundMeter['kind'], missing: string): MeterOrProxy => {
    const candidate = found.find((each) => each.kind === kind);
    if (candidate === undefined) throw new MeterError(missing);
    if (!candidate.readable && kind !== 'powermetrics')
      throw new MeterError(`${kind} can't be read: ${candidate.hint}`);
    const meter = create(kind);
    if (meter === undefined) throw new MeterError(`the program ${kind} is not on the path`);
    return meter;
  };
  switch (choice.kind) {
    case 'cpu-time':
      return cpuTimeProxy(choice.watts);
    case 'file':
      if (!existsSync(dirname(choice.path)))
        throw new MeterError(
          `${choice.path} lies in no folder that is there: correct it, or make the folder`,
        );
      return createFileMeter({
        path: choice.path,
        chip: options.patternChip ?? PATTERN_CHIP,
        patience: FILE_PATIENCE,
      });
    case 'command': {
      if (choice.command.length === 0) throw new MeterError('the command that prints watts is missing');
      const environment = definedOnly(machine.environment);
      return createCommandMeter({ command: choice.command, folder, environment, helperEntry, prefix });
    }
    case 'rapl':
      return insist('powercap', 'this machine has no RAPL counters under /sys/class/powercap');
    case 'perf':
      return insist('perf', 'this machine has no energy events of perf (power/energy-pkg/)');
    case 'powermetrics':
      return insist('powermetrics', 'this machine has no /usr/bin/powermetrics');
    case 'auto': {
      for (const { kind, readable } of found) {
        const meter = readable ? create(kind) : undefined;
        if (meter !== undefined) return meter;
      }
      const hints = found.map(({ kind, hint }) => `${kind}: ${hint}`);
      const proxy = cpuTimeProxy(options.assumedWatts ?? ASSUMED_WATTS);
      const why = hints.length === 0 ? 'no meter was found' : `no meter can be read (${hints.join('; ')})`;
      return { ...proxy, description: `${proxy.description}: ${why}` };
    }
  }
}

function definedOnly(environment: Machine['environment']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
