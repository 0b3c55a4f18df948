/**
 * Where the JDK hands work over from one thread to another, and where it runs
 * what was handed over.
 *
 * Sits in `profile/`, under `hand-over-probes.ts`. By the contracts of
 * `java.util.concurrent`, `java.util.Timer` and AWT's event queue, whose
 * classes have had these methods since JDK 9 ("DiffProf", section 3.5, logs the
 * identity of callbacks at such places of Android's framework). Threads need no
 * probes: they inherit what the agent asks for.
 */

/** What a method does with a task. */
export type HandOverRole =
  /** It makes the task, which is itself, when it is handed over. */
  | { readonly kind: 'makes' }
  /** It is handed a task, in a local. */
  | { readonly kind: 'is given'; readonly local: number }
  /** It hands itself, the task, over: again, where it has run since it was made. */
  | { readonly kind: 'gives itself' }
  /** It runs itself, the task. */
  | { readonly kind: 'runs itself'; readonly isOnce: boolean }
  /** It calls a method of each task that it runs, without arguments. */
  | { readonly kind: 'runs'; readonly name: string };

export interface HandOverPoint {
  /** Binary names with slashes. */
  readonly owner: RegExp;
  /** Name and descriptor. */
  readonly method: RegExp;
  readonly role: HandOverRole;
}

const makes = { kind: 'makes' } as const;
const runsItself = { kind: 'runs itself', isOnce: false } as const;
const runsItselfOnce = { kind: 'runs itself', isOnce: true } as const;

export const handOverPoints: readonly HandOverPoint[] = [
  // What executors make of tasks, periodic ones too.
  { owner: /^java\/util\/concurrent\/FutureTask$/, method: /^<init>\(/, role: makes },
  { owner: /^java\/util\/concurrent\/FutureTask$/, method: /^run\(\)/, role: runsItselfOnce },
  { owner: /^java\/util\/concurrent\/FutureTask$/, method: /^runAndReset\(\)/, role: runsItself },
  {
    owner: /^java\/util\/concurrent\/ThreadPoolExecutor$/,
    method: /^execute\(/,
    role: { kind: 'is given', local: 1 },
  },
  {
    owner: /^java\/util\/concurrent\/ThreadPoolExecutor$/,
    method: /^runWorker\(/,
    role: { kind: 'runs', name: 'run' },
  },
  // Tasks of fork-join pools; parallel streams and stages of completable futures are such.
  { owner: /^java\/util\/concurrent\/ForkJoinTask$/, method: /^<init>\(\)/, role: makes },
  { owner: /^java\/util\/concurrent\/ForkJoinTask$/, method: /^doExec\(\)/, role: runsItselfOnce },
  // `forEach` of a parallel stream forks the task that it runs.
  { owner: /^java\/util\/concurrent\/ForkJoinTask$/, method: /^fork\(\)/, role: { kind: 'gives itself' } },
  {
    owner: /^java\/util\/concurrent\/CompletableFuture\$Async(?:Run|Supply)$/,
    method: /^run\(\)/,
    role: runsItself,
  },
  { owner: /^java\/util\/concurrent\/CompletableFuture\$\w+$/, method: /^tryFire\(I\)/, role: runsItself },
  {
    owner: /^java\/util\/Timer$/,
    method: /^sched\(Ljava\/util\/TimerTask;JJ\)V$/,
    role: { kind: 'is given', local: 1 },
  },
  { owner: /^java\/util\/TimerThread$/, method: /^mainLoop\(\)/, role: { kind: 'runs', name: 'run' } },
  { owner: /^java\/awt\/event\/InvocationEvent$/, method: /^<init>\(/, role: makes },
  { owner: /^java\/awt\/event\/InvocationEvent$/, method: /^dispatch\(\)/, role: runsItself },
  { owner: /^javax\/swing\/Timer$/, method: /^start\(\)/, role: { kind: 'is given', local: 0 } },
  { owner: /^javax\/swing\/Timer$/, method: /^fireActionPerformed\(/, role: runsItself },
];

/** `name`: binary, with slashes. */
export function handsOver(name: string): boolean {
  return handOverPoints.some(({ owner }) => owner.test(name));
}
