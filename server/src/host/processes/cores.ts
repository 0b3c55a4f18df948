/**
 * Keeps a program and its measurement on different processors.
 *
 * Sits in `host/`. "During execution we run the script on an idle core to minimize its influence"
 * (Fine-grained energy modeling, section 5.1). It uses taskset of util-linux. A bound JVM sees only its own
 * processors; if those are few, it would choose other collectors and compilers than it does for its user,
 * so nothing is bound then.
 */
import { join } from 'node:path';
import { findProgram, type Machine } from '../machine/machine';
import { readTextSync } from '../files/read-file';

export interface CoreAssignment {
  /** Words that go before command lines. */
  readonly program: readonly string[];
  readonly sampler: readonly string[];
  /** A description for people. */
  readonly description: string;
}

/** Taking one processor of fewer changes what a JVM does. */
const FEWEST_TO_SHARE = 4;

export function assignCores(machine: Machine): CoreAssignment {
  const together = (why: string): CoreAssignment => ({
    program: [],
    sampler: [],
    description: `program and sampler share all processors: ${why}`,
  });
  if (machine.platform !== 'linux') return together(`binding is not known for ${machine.platform}`);
  const taskset = findProgram('taskset', machine);
  if (taskset === undefined) return together('taskset (util-linux) is not on the path');
  const cores = allowedCores(machine);
  const [sampler] = cores;
  if (sampler === undefined || cores.length < FEWEST_TO_SHARE)
    return together(`there are only ${cores.length}, and a JVM with fewer would work differently`);
  const rest = cores.slice(1);
  return {
    program: [taskset, '-c', rest.join(',')],
    sampler: [taskset, '-c', String(sampler)],
    description: `sampler on processor ${sampler}, program on the other ${rest.length}`,
  };
}

/** The processors that this process may run on: a container may have only a few. */
function allowedCores(machine: Machine): readonly number[] {
  let text: string;
  try {
    text = readTextSync(join(machine.systemRoot, 'proc/self/status'));
  } catch {
    // Without proc only the number of processors is known.
    return Array.from({ length: machine.cores }, (_, index) => index);
  }
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(text)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    if (!Number.isInteger(first)) return [];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
