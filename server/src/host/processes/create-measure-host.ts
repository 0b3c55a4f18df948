/**
 * Connects measuring with this machine.
 *
 * Sits in `host/`.
 */
import { withDefined } from '../../base/check';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasureHost } from '../../runs/measure-plan';
import type { RunLimits } from '../../runs/program-run';
import type { Machine } from '../machine/machine';
import { readMachineState } from '../machine/machine-state';
import { monotonicTime } from './clock';
import type { CoreAssignment } from './cores';
import { runProgram, type RunOptions } from './run-program';
import { workPattern, askHelper } from './start-helper';

export interface MeasureHostOptions {
  readonly machine: Machine;
  /** The path of dist/measure-helper.js. */
  readonly helperEntry: string;
  readonly cores: CoreAssignment;
  readonly limits: RunLimits;
  readonly signal: AbortSignal;
  /** The user's input, for the rehearsal. */
  readonly input?: Readable;
  /** Takes the output of the program; the baseline prints nothing. */
  readonly onOutput?: NonNullable<RunOptions['onOutput']>;
  readonly onProgress: MeasureHost['onProgress'];
}

export function createMeasureHost({
  machine,
  helperEntry,
  cores,
  limits,
  signal,
  input: typed,
  onOutput,
  onProgress,
}: MeasureHostOptions): MeasureHost {
  return {
    runProgram: (program, role, given) => {
      const input = role === 'rehearsal' ? typed : given;
      return runProgram(program, {
        helperEntry,
        limits,
        signal,
        programPrefix: cores.program,
        helperPrefix: cores.sampler,
        ...withDefined({ input }),
        ...(onOutput === undefined || role === 'baseline' ? {} : { onOutput }),
      });
    },
    wait: async (seconds) => {
      try {
        await sleep(seconds * 1000, undefined, { signal });
      } catch (error) {
        // The run was canceled; the caller asks for that itself.
        if (!signal.aborted) throw error;
      }
    },
    workPattern: (chips, chip) => workPattern(chips, chip, helperEntry, cores.program),
    switchThreads: async () =>
      (await askHelper(helperEntry, cores.program, { kind: 'switch-threads' }, 'switched'))?.cost,
    now: monotonicTime,
    readMachineState: () => readMachineState(machine),
    cores: cores.description,
    canceled: signal,
    onProgress,
  };
}
