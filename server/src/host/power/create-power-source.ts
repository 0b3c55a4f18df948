/**
 * The power source that a choice means on this machine.
 *
 * Sits in `host/power/`.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { cpuTimeProxy, PowerSourceError, type PowerSource } from '../../measurement/power-source';
import type { PowerChoice } from '../../measurement/power-choice';
import type { Seconds, Watts } from '../../units';
import type { Machine } from '../machine';
import { createFileMeter } from './file-meter';
import { findMeters, type FoundMeter } from './find-meters';
import { createCommandMeter, createPerfMeter, createPowermetricsMeter } from './line-meters';
import { createPowercapMeter } from './powercap-meter';

export interface PowerSourceOptions {
  readonly machine: Machine;
  /** dist/measure-helper.js. */
  readonly helperEntry: string;
  /** Put before the command lines of what samples: its processor. */
  readonly samplerPrefix: readonly string[];
  /** Where commands run. */
  readonly folder: string;
  /** Of a busy core, where nothing meters it and nobody says better. */
  readonly assumedWatts?: Watts;
  /** Of the patterns by which an external meter's clock is aligned. */
  readonly patternChip?: Seconds;
}

/** Ten readings a second: RAPL itself counts a thousand times as often, and reading it wakes a processor. */
const EVERY: Seconds = 0.1;
/** Of laptop and server processors a core takes between 3 and 25 W: it stands for nothing but an order of magnitude. */
const ASSUMED_WATTS: Watts = 10;
const PATTERN_CHIP: Seconds = 0.2;
const FILE_PATIENCE: Seconds = 15;

/** Throws a {@link PowerSourceError} that says what to do where there is no such source. */
export function createPowerSource(choice: PowerChoice, options: PowerSourceOptions): PowerSource {
  const { machine, helperEntry, samplerPrefix: prefix, folder } = options;
  const found = findMeters(machine);
  const create = (kind: FoundMeter['kind']): PowerSource | undefined => {
    const sampled = { machine, helperEntry, prefix, every: EVERY };
    if (kind === 'powercap') return createPowercapMeter({ ...sampled, root: machine.systemRoot });
    return kind === 'perf' ? createPerfMeter(sampled) : createPowermetricsMeter(sampled);
  };
  const insist = (kind: FoundMeter['kind'], missing: string): PowerSource => {
    const meter = found.find((candidate) => candidate.kind === kind);
    if (meter === undefined) throw new PowerSourceError(missing);
    if (!meter.readable && kind !== 'powermetrics')
      throw new PowerSourceError(`${kind} can't be read: ${meter.hint}`);
    const source = create(kind);
    if (source === undefined) throw new PowerSourceError(`the program ${kind} is not on the path`);
    return source;
  };
  switch (choice.kind) {
    case 'cpu-time':
      return cpuTimeProxy(choice.watts);
    case 'file':
      if (!existsSync(dirname(choice.path)))
        throw new PowerSourceError(
          `${choice.path} lies in no folder that is there: correct it, or make the folder`,
        );
      return createFileMeter({
        path: choice.path,
        chip: options.patternChip ?? PATTERN_CHIP,
        patience: FILE_PATIENCE,
      });
    case 'command': {
      if (choice.command.length === 0) throw new PowerSourceError('the command that prints watts is missing');
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
        const source = readable ? create(kind) : undefined;
        if (source !== undefined) return source;
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
