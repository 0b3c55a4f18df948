/**
 * Reads JDK Flight Recorder as the JDK's own tool prints it: `jfr print --json --stack-depth 64 --events
 * jdk.ExecutionSample,… FILE`.
 *
 * Sits in `recordings/`. Specification: the output of `jfr` of JDK 17 to 25. It reads
 * jdk.ExecutionSample, jdk.CPUTimeSample (JEP 509) and jdk.NativeMethodSample, each a measure of its own,
 * since they repeat the same time; jdk.CPUTimeSamplesLost; and jdk.BooleanFlag, jdk.JVMInformation and
 * jdk.CPUInformation, which tell how far samples can be trusted. Other events are skipped. Stacks name no
 * files. A line is that of the nearest place with debug information: without -XX:+DebugNonSafepoints only
 * safepoints have any, and even with it inlining biases lines.
 */
import type { Measure } from '../../base/measure';
import { isAmount } from '../../base/amounts';
import { withDefined } from '../../base/check';
import type { Seconds } from '../../base/units';
import type { Frame, ImportedRecording, TimedSamples } from '../model/imported-profile';
import { createContextTree, ROOT } from './context-tree';
import { javaFrame, printable } from './frame-names';
import { createFrameTable } from './frame-table';
import { atOffset, createProblems, type ImportContext, type Importer, type ImportFormat } from './importer';
import { createJsonElements } from './bytes/json-elements';
import { isList, isRecord, numberIn, recordIn, textIn } from './bytes/json-values';
import { formatCalendarTime, parseCalendarTime } from '../../base/time-columns';

/** The events that the `jfr` tool has to print. */
export const JFR_EVENTS = [
  'jdk.ExecutionSample',
  'jdk.NativeMethodSample',
  'jdk.CPUTimeSample',
  'jdk.CPUTimeSamplesLost',
  'jdk.BooleanFlag',
  'jdk.JVMInformation',
  'jdk.CPUInformation',
];
export const JFR_STACK_DEPTH = 64;

export const jfrFormat: ImportFormat = {
  id: 'jfr',
  title: 'JDK Flight Recorder, printed as JSON',
  recognizes(head) {
    const text = new TextDecoder().decode(head.subarray(0, 4096));
    return /^\s*\{\s*"recording"\s*:\s*\{\s*"events"\s*:\s*\[/.test(text);
  },
  create: createJfrImporter,
};

/** True for a recording as the virtual machine writes it, which the JDK's `jfr` has to print first. */
export function isJfrBinary(head: Uint8Array): boolean {
  return head[0] === 0x46 && head[1] === 0x4c && head[2] === 0x52 && head[3] === 0;
}

type SampleKind = 'jdk.ExecutionSample' | 'jdk.NativeMethodSample' | 'jdk.CPUTimeSample';

const MEASURES: Readonly<Record<SampleKind, Pick<Measure, 'name' | 'unit'>>> = {
  'jdk.ExecutionSample': { name: 'samples of Java code', unit: 'samples' },
  'jdk.NativeMethodSample': { name: 'samples of native methods', unit: 'samples' },
  'jdk.CPUTimeSample': { name: 'CPU time', unit: 'seconds' },
};

interface Samples {
  readonly kind: SampleKind;
  total: number;
  readonly times: number[];
  readonly contexts: number[];
  readonly weights: number[];
  /** The number of samples whose innermost frame is JIT-compiled; `inlined` is how many of those were inlined. */
  compiled: number;
  inlined: number;
}

const UNKNOWN: Frame = { kind: 'runtime', name: '[no stack]' };

function createJfrImporter({ name, device }: ImportContext): Importer {
  const problems = createProblems();
  const tree = createContextTree();
  const table = createFrameTable();
  /** Frames by class, method, descriptor and line, so that repeated ones make no objects. */
  const known = new Map<string, number>();
  const found: Samples[] = [];
  let events = 0;
  let truncated = 0;
  let biased = 0;
  let cpuSamples = 0;
  let lost = 0;
  let beyond = 0;
  let nonSafepoints: boolean | undefined;
  let hasFlags = false;
  let machine: string | undefined;
  let jvm: string | undefined;

  function measureOf(kind: SampleKind): number {
    const index = found.findIndex((each) => each.kind === kind);
    if (index >= 0) return index;
    return found.push({ kind, total: 0, times: [], contexts: [], weights: [], compiled: 0, inlined: 0 }) - 1;
  }

  function readFrame(given: unknown): number {
    const method = recordIn(given, 'method');
    const owner = textIn(recordIn(method, 'type'), 'name') ?? '';
    const called = textIn(method, 'name') ?? '';
    const descriptor = textIn(method, 'descriptor');
    const line = numberIn(given, 'lineNumber') ?? -1;
    const key = `${owner}.${called}${descriptor ?? ''}:${line}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const frame: Frame =
      owner === '' || called === ''
        ? { kind: 'native', name: '[unknown]' }
        : javaFrame({
            class: owner,
            method: called,
            ...(descriptor === undefined ? {} : { descriptor: printable(descriptor) }),
            ...(Number.isInteger(line) && line > 0 && line < 65_535 ? { line } : {}),
          });
    const number = table.numberOf(frame);
    known.set(key, number);
    return number;
  }

  function contextOf(stack: unknown): number {
    const frames = isRecord(stack) && isList(stack['frames']) ? stack['frames'] : [];
    if (frames.length === 0) return tree.child(ROOT, table.numberOf(UNKNOWN));
    if (isRecord(stack) && stack['truncated'] === true) truncated++;
    let context = ROOT;
    for (let i = frames.length - 1; i >= 0 && context >= 0; i--)
      context = tree.childWithin(context, readFrame(frames[i]));
    if (context >= 0) return context;
    beyond++;
    return tree.child(ROOT, readFrame(frames[0]));
  }

  function addSample(kind: SampleKind, values: Readonly<Record<string, unknown>>, offset: number): void {
    const weight = kind === 'jdk.CPUTimeSample' ? readPeriod(values['samplingPeriod']) : 1;
    if (weight === undefined || !isAmount(weight)) {
      problems.add(atOffset(offset, `${kind} without a period: left out`));
      return;
    }
    const measure = measureOf(kind);
    const samples = found[measure];
    if (samples === undefined) return;
    const context = contextOf(values['stackTrace']);
    tree.add(context, measure, weight);
    samples.total += weight;
    samples.times.push(parseCalendarTime(textIn(values, 'startTime') ?? '') ?? NaN);
    samples.contexts.push(context);
    samples.weights.push(weight);
    const how = typeOfInnermost(values['stackTrace']);
    if (how === 'JIT compiled' || how === 'Inlined') samples.compiled++;
    if (how === 'Inlined') samples.inlined++;
    if (kind !== 'jdk.CPUTimeSample') return;
    cpuSamples++;
    if (values['biased'] === true) biased++;
  }

  function readEvent(text: string, offset: number): void {
    events++;
    let event: unknown;
    try {
      event = JSON.parse(text);
    } catch {
      problems.add(atOffset(offset, 'an event is no JSON: left out'));
      return;
    }
    const type = textIn(event, 'type');
    const values = recordIn(event, 'values');
    if (values === undefined) {
      problems.add(atOffset(offset, 'an event has no values: left out'));
      return;
    }
    switch (type) {
      case 'jdk.ExecutionSample':
      case 'jdk.NativeMethodSample':
      case 'jdk.CPUTimeSample':
        addSample(type, values, offset);
        break;
      case 'jdk.CPUTimeSamplesLost':
        lost += numberIn(values, 'lostSamples') ?? 0;
        break;
      case 'jdk.BooleanFlag':
        hasFlags = true;
        if (values['name'] === 'DebugNonSafepoints') nonSafepoints = values['value'] === true;
        break;
      case 'jdk.JVMInformation':
        jvm = textIn(values, 'jvmVersion')?.replace(/, built on .*$/, '');
        break;
      case 'jdk.CPUInformation':
        machine = /Brand: ([^,\n]+)/.exec(textIn(values, 'description') ?? '')?.[1] ?? textIn(values, 'cpu');
        break;
      default: // of no use here
    }
  }

  const elements = createJsonElements({
    path: ['recording', 'events'],
    onElement: readEvent,
    onTooLarge: (offset) => {
      problems.add(atOffset(offset, 'an event is too large: left out'));
    },
  });

  function describeBias(): void {
    const told = preferredOf(found);
    if (told === undefined) return;
    const count = told.times.length;
    const share = `${Math.round((100 * told.compiled) / count)} %`;
    const inlined = told.inlined === 0 ? '' : `, ${told.inlined} of them inlined`;
    if (told.compiled > 0)
      problems.add({
        message: `${told.compiled} of ${count} samples (${share}) are of JIT-compiled code${inlined}: their lines are biased`,
        isDoubt: true,
      });
    // HotSpot lists diagnostic flags only if they are unlocked.
    const state = nonSafepoints === false || hasFlags ? 'off' : 'not recorded, and may have been off';
    if (nonSafepoints !== true)
      problems.add({
        message: `DebugNonSafepoints was ${state}: lines are those of safepoints, and methods that were inlined may be charged to their callers; record with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints`,
        isDoubt: true,
      });
  }

  function describeDoubts(): void {
    if (found.length === 0)
      problems.add({
        message:
          events === 0
            ? 'the recording holds no events'
            : 'the recording holds no samples: print it with --events jdk.ExecutionSample,jdk.CPUTimeSample',
      });
    describeBias();
    if (truncated > 0)
      problems.add({
        message: `${truncated} stacks are cut off at their outer end (print with --stack-depth ${JFR_STACK_DEPTH})`,
      });
    if (cpuSamples > 0 && biased > 0)
      problems.add({
        message: `${biased} of ${cpuSamples} samples of CPU time are biased: taken at a safepoint, not where the time went`,
        isDoubt: true,
      });
    if (lost > 0)
      problems.add({
        message: `${lost} samples of CPU time were lost by the virtual machine, and are in no figure`,
      });
    if (beyond > 0)
      problems.add({
        message: `${beyond} stacks are kept by their innermost frame only: there are too many`,
      });
  }

  return {
    push(chunk) {
      elements.push(chunk);
    },
    end() {
      if (!elements.end())
        problems.add({ message: 'the file ends in the middle: what stands before is read' });
      describeDoubts();
      const timed = timedOf(found);
      const first = timed === undefined ? Infinity : least(timed.times);
      const on = device ?? (machine === undefined ? undefined : printable(machine));
      const recording: ImportedRecording = {
        source: {
          format: jfrFormat.id,
          name,
          tool: jvm === undefined ? 'JDK Flight Recorder' : printable(`JDK Flight Recorder, ${jvm}`),
          ...withDefined({ device: on }),
          ...(Number.isFinite(first) ? { date: formatCalendarTime(first) } : {}),
        },
        measures: found.map(({ kind, total }) => ({
          ...MEASURES[kind],
          provenance: 'measured',
          component: 'CPU',
          ...withDefined({ device: on }),
          total,
        })),
        frames: table.list(),
        tree: tree.build(found.length),
        lineTrust: 'biased',
        ...withDefined({ timed }),
        problems: problems.list(),
      };
      return recording;
    },
  };
}

/** The samples that power is laid over: those of CPU time if there are any, else those of Java code. */
function preferredOf(found: readonly Samples[]): Samples | undefined {
  return (
    found.find(({ kind }) => kind === 'jdk.CPUTimeSample') ??
    found.find(({ kind }) => kind === 'jdk.ExecutionSample')
  );
}

function timedOf(found: readonly Samples[]): TimedSamples | undefined {
  const samples = preferredOf(found);
  return samples === undefined
    ? undefined
    : {
        measure: found.indexOf(samples),
        times: Float64Array.from(samples.times),
        contexts: Int32Array.from(samples.contexts),
        weights: Float64Array.from(samples.weights),
      };
}

/** The innermost frame's type: `Interpreted`, `JIT compiled`, `Inlined` or `Native`. */
function typeOfInnermost(stack: unknown): string | undefined {
  const frames = isRecord(stack) && isList(stack['frames']) ? stack['frames'] : [];
  return textIn(frames[0], 'type');
}

function least(times: readonly Seconds[] | Float64Array): Seconds {
  let first = Infinity;
  for (const time of times) if (time < first) first = time;
  return first;
}

/** Reads `PT0.01S` (ISO 8601 durations as java.time.Duration prints them, below a minute). */
function readPeriod(text: unknown): Seconds | undefined {
  const seconds = typeof text === 'string' ? /^PT(\d+(?:\.\d+)?)S$/.exec(text)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds);
}
