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
import { isRecord } from '../../base/shapes';
import { ROOT } from '../../base/context-tree';
import { type Measure, isAmount } from '../../base/measure';
import { at, withDefined } from '../../base/check';
import type { Seconds } from '../../base/units';
import type { Frame, TimedSamples } from '../model/imported-profile';
import { javaFrame, printable } from './frame-names';
import { JsonElementReader, isList, numberIn, recordIn, textIn } from './bytes/json-elements';
import { type FormatResult, StackImporter, atOffset, type ImportFormat } from './stack-importer';
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
  create: (context) => new JfrImporter(context),
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

interface SampledEvents {
  readonly kind: SampleKind;
  readonly times: number[];
  readonly contexts: number[];
  readonly weights: number[];
  /** The number of samples whose innermost frame is JIT-compiled; `inlined` is how many of those were inlined. */
  compiled: number;
  inlined: number;
}

const UNKNOWN: Frame = { kind: 'runtime', name: '[no stack]' };

class JfrImporter extends StackImporter {
  protected readonly format = jfrFormat.id;
  protected readonly reader = new JsonElementReader({
    path: ['recording', 'events'],
    onElement: (text, offset) => {
      this.readEvent(text, offset);
    },
    onTooLarge: (offset) => {
      this.problems.add(atOffset(offset, 'an event is too large: left out'));
    },
  });
  /** Frames by class, method, descriptor and line, so that repeated ones make no objects. */
  private readonly known = new Map<string, number>();
  private readonly found: SampledEvents[] = [];
  private events = 0;
  private truncated = 0;
  private biased = 0;
  private cpuSamples = 0;
  private lost = 0;
  private nonSafepoints: boolean | undefined;
  private hasFlags = false;
  private machine: string | undefined;
  private jvm: string | undefined;

  protected finish(): FormatResult {
    this.noteDoubts();
    const { found, machine, jvm } = this;
    const timed = timedOf(found);
    const first = timed === undefined ? Infinity : least(timed.times);
    const on = withDefined({
      device: this.context.device ?? (machine === undefined ? undefined : printable(machine)),
    });
    return {
      tool: jvm === undefined ? 'JDK Flight Recorder' : `JDK Flight Recorder, ${jvm}`,
      ...on,
      date: Number.isFinite(first) ? formatCalendarTime(first) : undefined,
      measures: found.map(({ kind }, measure) => {
        const { name, unit } = MEASURES[kind];
        return this.measure(name, unit, this.totalOf(measure), { component: 'CPU', ...on });
      }),
      tree: this.tree.build(found.length),
      lineTrust: 'biased',
      timed,
    };
  }

  private measureOf(kind: SampleKind): number {
    const index = this.found.findIndex((each) => each.kind === kind);
    if (index >= 0) return index;
    return this.found.push({ kind, times: [], contexts: [], weights: [], compiled: 0, inlined: 0 }) - 1;
  }

  private readFrame(given: unknown): number {
    const method = recordIn(given, 'method');
    const owner = textIn(recordIn(method, 'type'), 'name') ?? '';
    const called = textIn(method, 'name') ?? '';
    const descriptor = textIn(method, 'descriptor');
    const line = numberIn(given, 'lineNumber') ?? -1;
    const key = `${owner}.${called}${descriptor ?? ''}:${line}`;
    const before = this.known.get(key);
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
    const number = this.table.numberOf(frame);
    this.known.set(key, number);
    return number;
  }

  private readStack(stack: unknown): number {
    const frames = framesIn(stack);
    if (frames.length === 0) return this.tree.child(ROOT, this.table.numberOf(UNKNOWN));
    if (isRecord(stack) && stack['truncated'] === true) this.truncated++;
    return this.contextOf(frames.map((frame) => this.readFrame(frame)).reverse());
  }

  private addSample(kind: SampleKind, values: Readonly<Record<string, unknown>>, offset: number): void {
    const weight = kind === 'jdk.CPUTimeSample' ? readPeriod(values['samplingPeriod']) : 1;
    if (weight === undefined || !isAmount(weight)) {
      this.problems.add(atOffset(offset, `${kind} without a period: left out`));
      return;
    }
    const measure = this.measureOf(kind);
    const samples = at(this.found, measure);
    const stack = values['stackTrace'];
    const context = this.readStack(stack);
    this.add(context, measure, weight);
    samples.times.push(parseCalendarTime(textIn(values, 'startTime') ?? '') ?? NaN);
    samples.contexts.push(context);
    samples.weights.push(weight);
    const how = textIn(framesIn(stack)[0], 'type');
    if (how === 'JIT compiled' || how === 'Inlined') samples.compiled++;
    if (how === 'Inlined') samples.inlined++;
    if (kind !== 'jdk.CPUTimeSample') return;
    this.cpuSamples++;
    if (values['biased'] === true) this.biased++;
  }

  private readEvent(text: string, offset: number): void {
    this.events++;
    let event: unknown;
    try {
      event = JSON.parse(text);
    } catch {
      this.problems.add(atOffset(offset, 'an event is no JSON: left out'));
      return;
    }
    const values = recordIn(event, 'values');
    if (values === undefined) {
      this.problems.add(atOffset(offset, 'an event has no values: left out'));
      return;
    }
    const type = textIn(event, 'type');
    switch (type) {
      case 'jdk.ExecutionSample':
      case 'jdk.NativeMethodSample':
      case 'jdk.CPUTimeSample':
        this.addSample(type, values, offset);
        break;
      case 'jdk.CPUTimeSamplesLost':
        this.lost += numberIn(values, 'lostSamples') ?? 0;
        break;
      case 'jdk.BooleanFlag':
        this.hasFlags = true;
        if (values['name'] === 'DebugNonSafepoints') this.nonSafepoints = values['value'] === true;
        break;
      case 'jdk.JVMInformation':
        this.jvm = textIn(values, 'jvmVersion')?.replace(/, built on .*$/, '');
        break;
      case 'jdk.CPUInformation':
        this.machine =
          /Brand: ([^,\n]+)/.exec(textIn(values, 'description') ?? '')?.[1] ?? textIn(values, 'cpu');
        break;
      default: // of no use here
    }
  }

  private noteBias(): void {
    const told = preferredOf(this.found);
    if (told === undefined) return;
    const count = told.times.length;
    const share = `${Math.round((100 * told.compiled) / count)} %`;
    const inlined = told.inlined === 0 ? '' : `, ${told.inlined} of them inlined`;
    if (told.compiled > 0)
      this.note(
        `${told.compiled} of ${count} samples (${share}) are of JIT-compiled code${inlined}: their lines are biased`,
        { isDoubt: true },
      );
    // HotSpot lists diagnostic flags only if they are unlocked.
    const state =
      this.nonSafepoints === false || this.hasFlags ? 'off' : 'not recorded, and may have been off';
    if (this.nonSafepoints !== true)
      this.note(
        `DebugNonSafepoints was ${state}: lines are those of safepoints, and methods that were inlined may be charged to their callers; record with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints`,
        { isDoubt: true },
      );
  }

  private noteDoubts(): void {
    if (this.found.length === 0)
      this.note(
        this.events === 0
          ? 'the recording holds no events'
          : 'the recording holds no samples: print it with --events jdk.ExecutionSample,jdk.CPUTimeSample',
      );
    this.noteBias();
    this.noteCount(
      this.truncated,
      `stacks are cut off at their outer end (print with --stack-depth ${JFR_STACK_DEPTH})`,
    );
    if (this.cpuSamples > 0 && this.biased > 0)
      this.note(
        `${this.biased} of ${this.cpuSamples} samples of CPU time are biased: taken at a safepoint, not where the time went`,
        { isDoubt: true },
      );
    this.noteCount(this.lost, 'samples of CPU time were lost by the virtual machine, and are in no figure');
    this.noteBeyond();
  }
}

/** The samples that power is laid over: those of CPU time if there are any, else those of Java code. */
function preferredOf(found: readonly SampledEvents[]): SampledEvents | undefined {
  return (
    found.find(({ kind }) => kind === 'jdk.CPUTimeSample') ??
    found.find(({ kind }) => kind === 'jdk.ExecutionSample')
  );
}

function timedOf(found: readonly SampledEvents[]): TimedSamples | undefined {
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

/** The frames of a stack, the innermost first. */
function framesIn(stack: unknown): readonly unknown[] {
  return isRecord(stack) && isList(stack['frames']) ? stack['frames'] : [];
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
