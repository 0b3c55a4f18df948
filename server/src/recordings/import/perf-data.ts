/**
 * Reads HotSpot's performance counters, which `-XX:+PerfDataSaveToFile` saves when a JVM ends.
 *
 * Sits in `recordings/`. Format: perfMemory.hpp and perfData.hpp of OpenJDK ("PerfDataPrologue"
 * 2.0, "PerfDataEntry"), the same from JDK 8 to 25. It reads only scalars of 8 bytes and texts; names
 * differ between collectors.
 */
import type { JavaRun, Collections } from '../../runs/program-run';
import { withDefined } from '../../base/check';
import { fromMilliseconds } from '../../base/units';

export type Counters = ReadonlyMap<string, number | string>;

const MAGIC = 0xcafec0c0;
const PROLOGUE = 32;
const ENTRY_HEADER = 20;
const LONG = 'J'.charCodeAt(0);
const BYTE = 'B'.charCodeAt(0);

/** Undefined for other files; a file that is cut off ends early. */
export function readPerfData(bytes: Uint8Array): Counters | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PROLOGUE || view.getUint32(0) !== MAGIC || view.getUint8(5) !== 2) return undefined;
  const little = view.getUint8(4) === 1;
  const count = view.getInt32(28, little);
  const counters = new Map<string, number | string>();
  let at = view.getInt32(24, little);
  for (let index = 0; index < count; index++) {
    if (at < PROLOGUE || at + ENTRY_HEADER > bytes.length) break;
    const length = view.getInt32(at, little);
    const nameStart = at + view.getInt32(at + 4, little);
    const vector = view.getInt32(at + 8, little);
    const type = view.getUint8(at + 12);
    const dataStart = at + view.getInt32(at + 16, little);
    if (length < ENTRY_HEADER || at + length > bytes.length) break;
    const end = at + length;
    const name = textIn(bytes, nameStart, Math.min(end, dataStart));
    if (type === LONG && vector === 0 && dataStart >= at && dataStart + 8 <= end)
      counters.set(name, Number(view.getBigInt64(dataStart, little)));
    else if (type === BYTE && vector > 0)
      counters.set(name, textIn(bytes, dataStart, Math.min(end, dataStart + vector)));
    at = end;
  }
  return counters;
}

/** Reads up to the first 0. */
function textIn(bytes: Uint8Array, start: number, end: number): string {
  const piece = bytes.subarray(Math.max(0, start), Math.max(0, end));
  const zero = piece.indexOf(0);
  return new TextDecoder().decode(zero < 0 ? piece : piece.subarray(0, zero));
}

/** Undefined if the counters are not those of a JVM that ran. */
export function describeJava(counters: Counters): JavaRun | undefined {
  const number = (name: string): number | undefined => {
    const value = counters.get(name);
    return typeof value === 'number' ? value : undefined;
  };
  const frequency = number('sun.os.hrt.frequency');
  if (frequency === undefined || frequency <= 0) return undefined;
  let pauses = 0;
  let ticks = 0;
  for (let collector = 0; counters.has(`sun.gc.collector.${collector}.invocations`); collector++) {
    pauses += number(`sun.gc.collector.${collector}.invocations`) ?? 0;
    ticks += number(`sun.gc.collector.${collector}.time`) ?? 0;
  }
  const compiling = number('java.ci.totalTime');
  // Since JDK 23 these are nanoseconds by the clock of a thread.
  const cpu = number('sun.threads.total_gc_cpu_time');
  const mode = counters.get('java.property.java.vm.info');
  return {
    mode: typeof mode === 'string' ? mode : '',
    collections: {
      pauses,
      paused: ticks / frequency,
      ...(cpu === undefined ? {} : { cpu: cpu / 1e9 }),
    },
    ...(compiling === undefined ? {} : { compiling: compiling / frequency }),
    from: 'counters',
  };
}

/** A JVM's log of its collections has no longer lines. */
const LONGEST_LINE = 2000;

/** Matches `GC(3) Pause Young (Normal) (G1 Evacuation Pause) 24M->3M(256M) 2.345ms`. */
const PAUSE = /\bGC\(\d+\) (?:Y: |y: |O: )?Pause .*?([\d.]+)ms\s*$/;
/** Matches `GC(3) User=0.01s Sys=0.00s Real=0.00s`. */
const CPU = /\bGC\(\d+\) User=([\d.]+)s Sys=([\d.]+)s/;
/** Matches `0.123: [GC (Allocation Failure) … , 0.0034567 secs] [Times: user=0.01 sys=0.00, real=0.00 secs]`. */
const OLD_PAUSE = /\[(?:Full )?GC .*, ([\d.]+) secs\]\s*(?:\[Times: user=([\d.]+) sys=([\d.]+),.*)?$/;

/**
 * Reads the collections that a JVM logs while it runs: the only figures of a JVM that was killed before it could
 * write its counters. `-Xlog:gc,gc+cpu` (JEP 158, JEP 271) since Java 9, `-XX:+PrintGCDetails -Xloggc` before.
 * The verbose logs of JVMs other than HotSpot are not supported.
 */
export function parseGcLog(text: string): Collections {
  let pauses = 0;
  let paused = 0;
  let cpu: number | undefined;
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE) continue;
    const pause = PAUSE.exec(line)?.[1];
    const old = OLD_PAUSE.exec(line);
    const times = CPU.exec(line);
    if (pause !== undefined) {
      pauses++;
      paused += fromMilliseconds(Number(pause));
    }
    if (old !== null) {
      pauses++;
      paused += Number(old[1]);
    }
    const [, user, system] = times ?? [undefined, old?.[2], old?.[3]];
    if (user !== undefined && system !== undefined) cpu = (cpu ?? 0) + Number(user) + Number(system);
  }
  return { pauses, paused, ...withDefined({ cpu }) };
}
