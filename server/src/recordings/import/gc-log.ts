/**
 * Reads the collections that a JVM logs while it runs: the only figures of a JVM that was killed before it
 * could write its counters.
 *
 * Sits in `recordings/`. `-Xlog:gc,gc+cpu` (JEP 158, JEP 271) since Java 9, `-XX:+PrintGCDetails
 * -Xloggc` before. Not supported: the verbose logs of JVMs other than HotSpot.
 */
import { withDefined } from '../../base/check';
import { fromMilliseconds } from '../../base/units';
import type { Collections } from '../../runs/program-run';

/** Matches `GC(3) Pause Young (Normal) (G1 Evacuation Pause) 24M->3M(256M) 2.345ms`. */
const PAUSE = /\bGC\(\d+\) (?:Y: |y: |O: )?Pause .*?([\d.]+)ms\s*$/;
/** Matches `GC(3) User=0.01s Sys=0.00s Real=0.00s`. */
const CPU = /\bGC\(\d+\) User=([\d.]+)s Sys=([\d.]+)s/;
/** Matches `0.123: [GC (Allocation Failure) … , 0.0034567 secs] [Times: user=0.01 sys=0.00, real=0.00 secs]`. */
const OLD_PAUSE = /\[(?:Full )?GC .*, ([\d.]+) secs\]\s*(?:\[Times: user=([\d.]+) sys=([\d.]+),.*)?$/;

export function parseGcLog(text: string): Collections {
  let pauses = 0;
  let paused = 0;
  let cpu: number | undefined;
  for (const line of text.split('\n')) {
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
