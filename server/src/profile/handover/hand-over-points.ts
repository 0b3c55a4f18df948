/**
 * Finds where the JDK and libraries hand work over from one thread to another, and where they run what was
 * handed over.
 *
 * Sits in `profile/`, under `hand-over-probes.ts`. The JDK's places follow from the contracts of
 * `java.util.concurrent`, `java.util.Timer` and AWT's event queue, whose classes have had these methods
 * since JDK 9 ("DiffProf", section 3.5, logs the identity of callbacks at such places of Android's
 * framework). Those of libraries, such as Netty's event loops or the pools of servers, follow from the
 * contract of `Executor`. Threads need no probes: they inherit what the agent asks for.
 */
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { type ConstantPool, ConstantTag, type MemberReference } from '../../classfile/read/constant-pool';
import { attempt } from '../../base/outcome';
import { type ClassFile, type MemberInfo, readClass } from '../../classfile/read/read-class';

/** The part that a method plays in the life of a task. */
export type HandOverRole =
  /** The method creates its receiver, the task, and that is when the task is handed over. */
  | { readonly kind: 'makes' }
  /** The method takes a task, which a local holds. */
  | { readonly kind: 'is given'; readonly local: number }
  /** The method hands a task over, which a local holds; a task that has run may be handed over again. */
  | { readonly kind: 'is given again'; readonly local: number }
  /** The method runs its receiver, the task. */
  | { readonly kind: 'runs itself'; readonly isOnce: boolean }
  /** The method calls another one of each task that it runs, without arguments. It may also take tasks, in a local. */
  | {
      readonly kind: 'runs';
      readonly isTask: (called: MemberReference) => boolean;
      readonly given?: number;
    };

interface HandOverPoint {
  /** Binary names with slashes. */
  readonly owner: RegExp;
  /** Name and descriptor. */
  readonly method: RegExp;
  readonly role: HandOverRole;
}

const makes = { kind: 'makes' } as const;
const runsItself = { kind: 'runs itself', isOnce: false } as const;
const runsItselfOnce = { kind: 'runs itself', isOnce: true } as const;
const runs = {
  kind: 'runs',
  isTask: ({ name, descriptor }: MemberReference) => name === 'run' && descriptor === '()V',
} as const;

export const handOverPoints: readonly HandOverPoint[] = [
  // Tasks that executors wrap around what they are given, periodic ones included.
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
    role: runs,
  },
  // Tasks of fork-join pools; parallel streams and stages of completable futures are such tasks.
  { owner: /^java\/util\/concurrent\/ForkJoinTask$/, method: /^<init>\(\)/, role: makes },
  { owner: /^java\/util\/concurrent\/ForkJoinTask$/, method: /^doExec\(\)/, role: runsItselfOnce },
  // `forEach` of a parallel stream forks the task that it runs.
  {
    owner: /^java\/util\/concurrent\/ForkJoinTask$/,
    method: /^fork\(\)/,
    role: { kind: 'is given again', local: 0 },
  },
  // Actors of Akka are tasks that run again.
  {
    owner: /^java\/util\/concurrent\/ForkJoinPool$/,
    method: /^(?:execute|submit|invoke)\(Ljava\/util\/concurrent\/ForkJoinTask;\)/,
    role: { kind: 'is given again', local: 1 },
  },
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
  { owner: /^java\/util\/TimerThread$/, method: /^mainLoop\(\)/, role: runs },
  { owner: /^java\/awt\/event\/InvocationEvent$/, method: /^<init>\(/, role: makes },
  { owner: /^java\/awt\/event\/InvocationEvent$/, method: /^dispatch\(\)/, role: runsItself },
  { owner: /^javax\/swing\/Timer$/, method: /^start\(\)/, role: { kind: 'is given', local: 0 } },
  { owner: /^javax\/swing\/Timer$/, method: /^fireActionPerformed\(/, role: runsItself },
];

/** True for classes of the JDK that hand work over. `name` is a binary name with slashes. */
export function handsOver(name: string): boolean {
  return handOverPoints.some(({ owner }) => owner.test(name));
}

/** The roles of a class's methods; undefined for a method without any. */
export function handOverRolesOf(file: ClassFile): (method: MemberInfo) => HandOverRole | undefined {
  const points = handOverPoints.filter(({ owner }) => owner.test(file.name));
  if (points.length > 0) return (method) => points.find((each) => each.method.test(spell(method)))?.role;
  // The lists are read once for all methods: a class may have thousands.
  const [isTask, runsTasks] = [file.interfaceNames.some(isFuture), callsTasks(file.constants)];
  return (method) => {
    if (method.name === '<init>') return isTask ? makes : undefined;
    const isGiven =
      spell(method) === 'execute(Ljava/lang/Runnable;)V' && (method.flags & AccessFlag.static) === 0;
    if (runsTasks) return { kind: 'runs', isTask: isCallOfTask, ...(isGiven ? { given: 1 } : {}) };
    return isGiven ? { kind: 'is given', local: 1 } : undefined;
  };
}

function spell({ name, descriptor }: MemberInfo): string {
  return `${name}${descriptor}`;
}

/** True for a class of a library that may hand work over or run it; false for a broken class. */
export function mayHandOver(bytes: Uint8Array): boolean {
  const file = readClass(bytes);
  const has = file.ok
    ? attempt(() => {
        const roleOf = handOverRolesOf(file.value);
        return file.value.methods.some((method) => roleOf(method) !== undefined);
      })
    : file;
  return has.ok && has.value;
}

/** True for tasks that executors of libraries wrap around what they are given. */
function isFuture(name: string): boolean {
  return /^java\/util\/concurrent\/Runnable(?:Scheduled)?Future$/.test(name);
}

function isCallOfTask({ owner, name }: MemberReference): boolean {
  return (
    (owner === 'java/lang/Runnable' && name === 'run') ||
    (owner === 'java/util/concurrent/Callable' && name === 'call')
  );
}

function callsTasks(constants: ConstantPool): boolean {
  for (let index = 1; index < constants.offsets.length; index++)
    if (constants.tagAt(index) === ConstantTag.interfaceMethodRef && isCallOfTask(constants.member(index)))
      return true;
  return false;
}
