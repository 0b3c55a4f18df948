/**
 * Real files of real tools (test/fixtures/imports/README.md), read and held
 * against what other readers make of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recognizeFormat } from '../../../server/src/recordings/import/import-profile';
import { sumOf } from '../../../server/src/recordings/model/imported-profile';
import { findJdks } from '../../support/jdks';
import { fixtureBytes, FIXTURES, importBytes, importFixture, valuesByName } from './import-file';

const FORMATS: Readonly<Record<string, RegExp>> = {
  collapsed: /^collapsed\//,
  jfr: /^jfr\/.*\.json\.gz$/,
  pprof: /^pprof\//,
  speedscope: /^speedscope\//,
  callgrind: /^callgrind\//,
  'android-trace': /^android\//,
  simpleperf: /^simpleperf\//,
  'joularjx-evolution': /^joularjx\/.*-evolution\.csv$/,
  joularjx: /^joularjx\/.*(?:methods|call-trees)-(?:power|energy)\.csv$/,
  'energy-json': /^energy\/.*\.json$/,
  'energy-csv': /^energy\/.*\.csv$/,
};

const files = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(FIXTURES, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .flatMap((path) => {
    const format = Object.entries(FORMATS).find(([, pattern]) => pattern.test(path))?.[0];
    return format === undefined ? [] : [{ path, format }];
  });

describe('fixtures of every format', () => {
  it('are there', () => {
    expect([...new Set(files.map(({ format }) => format))].sort()).toEqual(Object.keys(FORMATS).sort());
  });

  it.each(files)('$path is recognized without its name', ({ path, format }) => {
    expect(recognizeFormat(fixtureBytes(path).subarray(0, 64 * 1024))?.id).toBe(format);
  });

  it.each(files)('$path loses nothing', ({ path }) => {
    const recording = importFixture(path);
    expect(recording.measures.length).toBeGreaterThan(0);
    recording.measures.forEach(({ total }, measure) => {
      expect(total).toBeGreaterThan(0);
      expect(Math.abs(sumOf(recording, measure) - total)).toBeLessThanOrEqual(1e-9 * total);
    });
  });

  it.each(files)('$path is the same in pieces of any size', ({ path }) => {
    const bytes = fixtureBytes(path);
    expect(importBytes(bytes, {}, 7)).toEqual(importBytes(bytes, {}, bytes.length));
  });
});

describe('pprof against its own tool', () => {
  const go = spawnSync('go', ['version']);

  it
    .skipIf(go.status !== 0)
    .each(['pprof/nights-async.pprof', 'pprof/nights-jfr.pprof', 'pprof/nights-jfr-go.pb.gz'])(
    '%s has the values of `go tool pprof -raw`',
    (path) => {
      const raw = execFileSync('go', ['tool', 'pprof', '-raw', join(FIXTURES, path)], { encoding: 'utf8' });
      const samples = raw.slice(raw.indexOf('Samples:'), raw.indexOf('Locations'));
      const total = [...samples.matchAll(/^\s+(\d+):/gm)].reduce((sum, [, value]) => sum + Number(value), 0);
      expect(importFixture(path).measures[0]?.total).toBe(total);
    },
  );

  it.skipIf(go.status !== 0)('each function has the flat value that the tool shows', () => {
    const path = join(FIXTURES, 'pprof/nights-jfr.pprof');
    const options = ['-top', '-nodecount=1000', '-nodefraction=0', '-edgefraction=0', '-unit=count'];
    const top = execFileSync('go', ['tool', 'pprof', ...options, path], { encoding: 'utf8' });
    const shown = new Map<string, number>();
    for (const [, flat, name] of top.matchAll(
      /^\s*(\d+)\s+[\d.]+%\s+[\d.]+%\s+\d+\s+[\d.]+%\s+(.+?)(?: \(inline\))?$/gm,
    )) {
      const steady = (name ?? '')
        .replace(/[.+]0x[0-9a-f]+(?:\/\d+)?/, '')
        .replace(/\$\$Lambda\$\d+/, '$$$$Lambda')
        .replaceAll('/', '.');
      if (Number(flat) > 0) shown.set(steady, (shown.get(steady) ?? 0) + Number(flat));
    }
    expect(shown.size).toBeGreaterThan(10);
    expect(valuesByName(importFixture('pprof/nights-jfr.pprof'))).toEqual(shown);
  });
});

describe('callgrind against its own tool', () => {
  const annotate = spawnSync('callgrind_annotate', ['--version']);

  // It ends with an error after its version.
  it.skipIf(annotate.error !== undefined)('each function has what the tool shows', () => {
    const path = 'callgrind/nights-c.callgrind';
    const shown = execFileSync('callgrind_annotate', ['--threshold=100', '--auto=no', join(FIXTURES, path)], {
      encoding: 'utf8',
    });
    const expected = new Map<string, number>();
    for (const line of shown.split('\n')) {
      const [, value, name = ''] = /^ *([\d,]+) +\([ \d.]+%\) +[^:]+:(.+?)(?: \[.*\])?$/.exec(line) ?? [];
      if (value === undefined) continue;
      expected.set(name, (expected.get(name) ?? 0) + Number(value.replaceAll(',', '')));
    }
    expect(expected.get('weigh')).toBeGreaterThan(0);
    const found = valuesByName(importFixture(path));
    for (const [name, value] of expected) expect(found.get(name), name).toBe(value);
  });

  it('what Go’s pprof writes has the values of the profile it was made of', () => {
    const found = new Map<string, number>();
    for (const [name, value] of valuesByName(importFixture('callgrind/nights-jfr-go.callgrind')))
      found.set(name, value);
    expect(found).toEqual(valuesByName(importFixture('pprof/nights-jfr.pprof')));
  });
});

interface SpeedscopeProfile {
  readonly startValue: number;
  readonly endValue: number;
  readonly events?: readonly { readonly at: number }[];
}

describe('speedscope', () => {
  it('samples and events have the seconds that they took', () => {
    const secondsOf = (name: string, read: (profile: SpeedscopeProfile) => number): void => {
      const path = `speedscope/nights-${name}.speedscope.json`;
      const { profiles } = JSON.parse(new TextDecoder().decode(fixtureBytes(path))) as {
        readonly profiles: readonly SpeedscopeProfile[];
      };
      const { measures } = importFixture(path);
      expect(measures).toHaveLength(1);
      expect(measures[0]?.unit).toBe('seconds');
      expect(measures[0]?.total).toBeCloseTo(
        profiles.map(read).reduce((sum, each) => sum + each),
        9,
      );
    };
    secondsOf('py-spy', ({ startValue, endValue }) => endValue - startValue);
    // Its end lies a little after the last frame was closed.
    secondsOf('pyinstrument', ({ events }) => (events?.at(-1)?.at ?? 0) - (events?.[0]?.at ?? 0));
  });

  it('what Jouleline wrote of a recording is the recording', () => {
    const read = importFixture('speedscope/nights-jfr.speedscope.json');
    const samples = importFixture('jfr/nights-17.json.gz');
    expect(valuesByName(read)).toEqual(valuesByName(samples));
    expect(read.measures[1]).toMatchObject({ unit: 'joules', provenance: 'modeled' });
    expect(read.measures[1]?.total).toBeCloseTo(12.5, 9);
  });
});

interface Frames {
  readonly frames: readonly {
    readonly method: { readonly type: { readonly name: string }; readonly name: string };
    readonly lineNumber: number;
    readonly type: string;
  }[];
}
interface Recording {
  readonly recording: {
    readonly events: readonly {
      readonly type: string;
      readonly values: { readonly stackTrace?: Frames | null };
    }[];
  };
}

describe('recordings of JFR', () => {
  const paths = files.flatMap(({ path, format }) => (format === 'jfr' ? path : []));

  const recordedEvents = (path: string): Recording['recording']['events'] =>
    (JSON.parse(new TextDecoder().decode(fixtureBytes(path))) as Recording).recording.events;

  it.each(paths)('%s has the samples and innermost lines that are in its JSON', (path) => {
    const expected = new Map<string, number>();
    for (const { type, values } of recordedEvents(path)) {
      const top = type === 'jdk.ExecutionSample' ? values.stackTrace?.frames[0] : undefined;
      if (top === undefined) continue;
      const key = `${top.method.type.name
        .replaceAll('/', '.')
        .replace(/[+/.]0x.*/, '')
        .replace(/\$\$Lambda\$\d+$/, '$$$$Lambda')}.${top.method.name}:${top.lineNumber}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    const { tree, frames, measures } = importFixture(path);
    const measure = measures.findIndex(({ name }) => name === 'samples of Java code');
    const found = new Map<string, number>();
    tree.values[measure]?.forEach((value, context) => {
      const frame = frames[tree.frames[context] ?? -1];
      const key = `${frame?.name ?? ''}:${frame?.line ?? -1}`;
      if (value > 0) found.set(key, (found.get(key) ?? 0) + value);
    });
    expect(found).toEqual(expected);
  });

  it('warns where lines are those of safepoints only, and not where they are not', () => {
    const warns = (path: string): boolean =>
      importFixture(path).problems.some(({ message }) => message.startsWith('DebugNonSafepoints'));
    expect(paths.filter(warns)).toEqual(['jfr/nights-17-safepoints.json.gz']);
  });

  it('has CPU time in seconds, the biased share, and what was lost', () => {
    const { measures, problems } = importFixture('jfr/nights-25.json.gz');
    const cpu = measures.find(({ unit }) => unit === 'seconds');
    expect(cpu?.total).toBeCloseTo(21 * 0.02, 9);
    const messages = problems.map(({ message }) => message).join('\n');
    expect(messages).toMatch(/8 of 21 samples of CPU time are biased/);
    expect(messages).toMatch(/3 samples of CPU time were lost/);
  });

  it.each(paths)('%s: says how many samples are of compiled code', (path) => {
    const events = recordedEvents(path);
    const kind = events.some(({ type }) => type === 'jdk.CPUTimeSample')
      ? 'jdk.CPUTimeSample'
      : 'jdk.ExecutionSample';
    const all = events.filter(({ type }) => type === kind);
    const innermost = all.map(({ values }) => values.stackTrace?.frames[0]?.type);
    const compiled = innermost.filter((type) => type === 'JIT compiled' || type === 'Inlined').length;
    const [said, ...others] = importFixture(path).problems.filter(({ message }) =>
      message.includes('of JIT-compiled code'),
    );
    expect(others).toEqual([]);
    expect(said?.isDoubt).toBe(true);
    expect(said?.message.startsWith(`${compiled} of ${all.length} samples (`)).toBe(true);
  });

  const jdks = findJdks().filter(({ version }) => version >= 17);

  it.skipIf(jdks.length === 0)('the JDK’s own tool prints what is in the fixture', () => {
    const newest = jdks.reduce((best, each) => (each.version > best.version ? each : best));
    const printed = execFileSync(
      join(newest.home, 'bin', 'jfr'),
      [
        'print',
        '--json',
        '--stack-depth',
        '64',
        '--events',
        'jdk.ExecutionSample,jdk.BooleanFlag',
        join(FIXTURES, 'jfr/nights-17.jfr'),
      ],
      { maxBuffer: 1 << 28 },
    );
    expect(valuesByName(importBytes(printed))).toEqual(valuesByName(importFixture('jfr/nights-17.json.gz')));
  });
});

describe('collapsed stacks', () => {
  it('have the value of each innermost frame', () => {
    const text = new TextDecoder().decode(fixtureBytes('collapsed/nights-lines.collapsed'));
    const gaussian = text
      .split('\n')
      .filter((line) => /skysurvey\/image\/Blur\.gaussian:\d+_\[\w\] \d+$/.test(line))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    expect(gaussian).toBeGreaterThan(0);
    const recording = importFixture('collapsed/nights-lines.collapsed');
    expect(valuesByName(recording).get('skysurvey.image.Blur.gaussian')).toBe(gaussian);
    expect(recording.lineTrust).toBe('biased');
  });

  it('say the same as the recording they were made of', () => {
    expect(valuesByName(importFixture('collapsed/nights-lines.collapsed'))).toEqual(
      valuesByName(importFixture('jfr/nights-17.json.gz')),
    );
  });

  it('keep descriptors, whose semicolons async-profiler writes as bars', () => {
    const { frames } = importFixture('collapsed/nights-descriptors.collapsed');
    expect(frames.find(({ method }) => method === 'gaussian')).toMatchObject({
      class: 'skysurvey/image/Blur',
      descriptor: '(Lskysurvey/image/Frame;I)Lskysurvey/image/Frame;',
    });
  });

  it('tell threads and the virtual machine from the program', () => {
    const { frames } = importFixture('collapsed/nights-threads.collapsed');
    expect(frames.filter(({ kind }) => kind === 'thread').map(({ name }) => name)).toContain(
      '[C2 CompilerThre]',
    );
    expect(frames.find(({ name }) => name === 'CompileBroker::compiler_thread_loop')?.kind).toBe('runtime');
    expect(frames.some(({ name }) => /0x[0-9a-f]+/.test(name))).toBe(false);
  });
});

describe('JoularJX', () => {
  const run = 'joularjx/joularjx-result/31873-1795280935120';

  it('has joules in totals, and only shares in watts of a cycle', () => {
    const energy = importFixture(`${run}/all/total/calltrees/joularJX-31873-all-call-trees-energy.csv`);
    expect(energy.measures[0]).toMatchObject({ unit: 'joules', provenance: 'measured' });
    const power = importFixture(`${run}/all/runtime/methods/joularJX-31873-all-methods-power.csv`);
    expect(power.measures[0]?.unit).toBe('share');
    expect(power.problems.map(({ message }) => message).join()).toMatch(/watts of one cycle/);
  });

  it('has the energy of a method by its evolution, about a second a row', () => {
    const { measures, frames, source } = importFixture(
      `${run}/app/evolution/joularJX-31873-skysurvey.image.Blur.gaussian-evolution.csv`,
    );
    expect(frames[0]?.name).toBe('skysurvey.image.Blur.gaussian');
    expect(measures[0]).toMatchObject({ unit: 'joules', provenance: 'estimated' });
    expect(source.date).toBe('2026-11-21T17:08:55Z');
  });
});
