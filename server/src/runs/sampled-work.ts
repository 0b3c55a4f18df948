/**
 * Tells the processor time of counted code from that of code that is not counted, by the stacks of a run that was
 * made for it.
 *
 * Sits in `runs/`, under the account of measured runs; server/agent/jouleline/runtime/Samples.java takes the samples.
 * What the JDK does belongs to the innermost class that called it. A stack is seen where the JVM can stop a thread:
 * a short method that was compiled into its caller counts as the caller.
 */
import * as v from 'valibot';
import { count, type Described, list, means, number, optional, text } from '../base/shapes';
import type { Seconds, Share } from '../base/units';

const sampledCallSchema = v.object({
  class: text(),
  method: text(),
  line: count(),
  callee: text(),
  seconds: number('', 's'),
  samples: count(),
});
export type SampledCall = Described<typeof sampledCallSchema>;

const lineEffectsSchema = v.object({
  class: text(),
  method: text(),
  line: count(),
  bytes: count(),
  waits: count(),
  samples: count(),
});
type LineEffects = Described<typeof lineEffectsSchema>;

/** What makes the runtime work: bytes that were allocated, and waits, of which each is a switch of threads. */
const effectsSchema = v.object({
  bytes: means(count(), 'Of all threads.'),
  waits: means(count(), 'Of all threads.'),
  lines: list(lineEffectsSchema, 'By innermost counted line.'),
});
type SampledEffects = Described<typeof effectsSchema>;

/** Seconds of processor time; `start` is that of JVMs before their programs, and in no other. */
export const sampledWorkSchema = v.object({
  counted: number("With the JDK's code that it calls.", 's'),
  uncounted: number('', 's'),
  unknown: number('Of virtual threads.', 's'),
  start: number('', 's'),
  samples: means(count(), '0 of a failed or too short run.'),
  largest: list(v.object({ name: text(), seconds: number('', 's') }), 'Uncounted.'),
  called: optional(list(sampledCallSchema, 'Of `uncounted`: calls of counted lines.')),
  within: optional(list(sampledCallSchema, 'Of `counted`: what its lines call of the JDK.')),
  effects: optional(effectsSchema),
});
export type SampledWork = Described<typeof sampledWorkSchema>;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const EFFECTS = '(effects)';
const CARRIER = '(virtual threads)';
const WORDS: ReadonlyMap<string, string> = new Map([
  ['(JDK)', 'the JDK by itself'],
  ['(class loading)', 'loading classes'],
]);
/** So many classes say where the time went. */
const LARGEST = 5;

/**
 * Adds up the samples of all JVMs of runs that did the same; none are known of a run that failed, or was too short. The
 * times are those of one run.
 *
 * @param files the contents of samples.tsv.
 * @param isCounted takes a class's name with dots.
 */
export function readSamples(
  files: readonly string[],
  isCounted: (name: string) => boolean,
  runs = 1,
): SampledWork {
  const sums = { counted: 0, uncounted: 0, unknown: 0, start: 0, samples: 0 };
  const others = new Map<string, number>();
  const called = new Map<string, Mutable<SampledCall>>();
  const within = new Map<string, Mutable<SampledCall>>();
  const effects: MutableEffects = { bytes: 0, waits: 0, lines: [] };
  for (const line of files.flatMap((file) => file.split('\n').slice(0, -1))) {
    const [sampled = '', nanos, samples = '0', ...caller] = line.split('\t');
    if (sampled === EFFECTS) {
      addEffects(effects, line.split('\t').slice(1), runs);
      continue;
    }
    // The JVM makes a class of each lambda, for the class that has it.
    const name = sampled.replace(/\$\$Lambda.*/, '');
    const seconds = (Number(nanos) * 1e-9) / runs;
    if (!(seconds >= 0)) continue;
    if (name === 'before') sums.start += seconds;
    else {
      sums.samples += Number(samples);
      if (name === CARRIER) sums.unknown += seconds;
      else if (isCounted(name)) {
        sums.counted += seconds;
        if (caller.length === 4) addCall(within, caller, seconds, Number(samples));
      } else {
        sums.uncounted += seconds;
        others.set(name, (others.get(name) ?? 0) + seconds);
        if (caller.length === 4) addCall(called, caller, seconds, Number(samples));
      }
    }
  }
  const largest = Array.from(others, ([name, seconds]) => ({ name: WORDS.get(name) ?? name, seconds }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, LARGEST);
  return {
    ...sums,
    largest,
    ...(called.size === 0 ? {} : { called: [...called.values()] }),
    ...(within.size === 0 ? {} : { within: [...within.values()] }),
    ...(effects.lines.length === 0 ? {} : { effects }),
  };
}

interface MutableEffects extends Omit<Mutable<SampledEffects>, 'lines'> {
  lines: Mutable<LineEffects>[];
}

function addEffects(
  effects: MutableEffects,
  [bytes = '', waits = '', samples = '', owner, method, line]: readonly string[],
  runs: number,
): void {
  const ofRun = (all: string): number => Math.round(Number(all) / runs);
  const of = { bytes: ofRun(bytes), waits: ofRun(waits), samples: Number(samples) };
  if (!Object.values(of).every((each) => Number.isSafeInteger(each) && each >= 0)) return;
  effects.bytes += of.bytes;
  effects.waits += of.waits;
  if (owner === undefined || method === undefined || line === undefined) return;
  const at = { class: owner, method, line: Number(line) };
  const known = effects.lines.find(
    (each) => each.class === at.class && each.method === at.method && each.line === at.line,
  );
  if (known === undefined) effects.lines.push({ ...at, ...of });
  else {
    known.bytes += of.bytes;
    known.waits += of.waits;
    known.samples += of.samples;
  }
}

/** A lambda or generated class has other names in each run; what it does is its method's. */
function addCall(
  calls: Map<string, Mutable<SampledCall>>,
  caller: readonly string[],
  seconds: Seconds,
  samples: number,
): void {
  const [owner = '', method = '', line = '', called = ''] = caller;
  const callee = called.replace(/\$\$Lambda[^.]*/, '').replace(/\.lambda\$(\w+)\$\d+$/, '.$1');
  const id = [owner, method, line, callee].join('\t');
  const known = calls.get(id);
  if (known === undefined)
    calls.set(id, { class: owner, method, line: Number(line), callee, seconds, samples });
  else {
    known.seconds += seconds;
    known.samples += samples;
  }
}

/** The share of processor time that counted code took, and its standard deviation. */
export interface CountedShare {
  readonly share: Share;
  readonly deviation: Share;
}

/**
 * The share of counted code in what threads of Java did; undefined if no stack was seen.
 *
 * @param withStart true if the start of the JVM is in what is divided.
 */
export function countedShareOf(
  { counted, uncounted, start, samples }: SampledWork,
  withStart: boolean,
): CountedShare | undefined {
  const all = counted + uncounted + (withStart ? start : 0);
  if (samples === 0 || all <= 0) return undefined;
  const share = counted / all;
  // A sample more or less (Laplace), so that a share of none or all is not taken for certain.
  const smoothed = (share * samples + 1) / (samples + 2);
  return { share, deviation: Math.sqrt((smoothed * (1 - smoothed)) / (samples + 2)) };
}
