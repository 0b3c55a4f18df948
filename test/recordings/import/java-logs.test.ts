/** The logs that JVMs leave behind, as they wrote them, and broken ones. Real JVMs run in test/host/run. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeJava, readPerfData, parseGcLog } from '../../../server/src/recordings/import/perf-data';

describe('logs of collections', () => {
  it('of JDK 9 and later', () => {
    const log = [
      '[0.012s][gc] Using G1',
      '[0.105s][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->6M(64M) 8.069ms',
      '[0.105s][gc,cpu] GC(0) User=0.01s Sys=0.00s Real=0.00s',
      '[0.300s][gc    ] GC(1) Concurrent Mark Cycle 12.345ms',
      '[0.310s][gc    ] GC(2) Pause Full (System.gc()) 9M->1M(16M) 2.303ms',
      '[0.310s][gc,cpu] GC(2) User=0.02s Sys=0.01s Real=0.00s',
      '[0.400s][gc    ] GC(3) Pau',
    ].join('\n');
    const { pauses, paused, cpu } = parseGcLog(log);
    expect(pauses).toBe(2);
    expect(paused).toBeCloseTo(0.010372, 9);
    expect(cpu).toBeCloseTo(0.04, 9);
  });

  it('of JDK 8', () => {
    const log = [
      'OpenJDK 64-Bit Server VM (25.392-b08) for linux-amd64 JRE (1.8.0_392-b08)',
      '0.086: [GC (Allocation Failure) [PSYoungGen: 15872K->1200K(18432K)] 15872K->1208K(60416K), 0.0034567 secs] [Times: user=0.01 sys=0.00, real=0.00 secs] ',
      '0.120: [Full GC (System.gc()) [PSYoungGen: 1200K->0K(18432K)] [ParOldGen: 8K->1100K(41984K)] 1208K->1100K(60416K), [Metaspace: 2600K->2600K(1056768K)], 0.0050000 secs] [Times: user=0.02 sys=0.01, real=0.01 secs] ',
    ].join('\n');
    const { pauses, paused, cpu } = parseGcLog(log);
    expect(pauses).toBe(2);
    expect(paused).toBeCloseTo(0.0084567, 9);
    expect(cpu).toBeCloseTo(0.04, 9);
  });

  it('may be empty', () => {
    expect(parseGcLog('')).toEqual({ pauses: 0, paused: 0 });
  });
});

describe('counters of a JVM', () => {
  it('are not read from what is none', () => {
    expect(readPerfData(new Uint8Array())).toBeUndefined();
    expect(readPerfData(new Uint8Array(100))).toBeUndefined();
    expect(describeJava(new Map())).toBeUndefined();
  });

  it('are read as far as they go, whatever the rest is', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 400 });
    fc.assert(
      fc.property(bytes, fc.constantFrom(0, 1), (content, order) => {
        content.set([0xca, 0xfe, 0xc0, 0xc0, order, 2]);
        expect(readPerfData(content)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});
