/**
 * Where the JDK and libraries hand work over from one thread to another, and
 * where they run what was handed over.
 *
 * Sits in `profile/`, under `hand-over-probes.ts`. The JDK's by the contracts
 * of `java.util.concurrent`, `java.util.Timer` and AWT's event queue, whose
 * classes have had these methods since JDK 9 ("DiffProf", section 3.5, logs the
 * identity of callbacks at such places of Android's framework); libraries', as
 * Netty's event loops or the pools of servers, by that of `Executor`. Threads
 * need no probes: they inherit what the agent asks for.
 */
import { AccessFlag } from '../classfile/class-signature';
import { type ConstantPool, ConstantTag, type MemberReference } from '../classfile/constant-pool';
import { attempt } from '../classfile/outcome';
import { type ClassFile, type MemberInfo, readClass } from '../classfile/read-class';

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
  /** It calls a method of each task that it runs, without arguments. It may be handed tasks, too, in a local. */
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
    role: runs,
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
  { owner: /^java\/util\/TimerThread$/, method: /^mainLoop\(\)/, role: runs },
  { owner: /^java\/awt\/event\/InvocationEvent$/, method: /^<init>\(/, role: makes },
  { owner: /^java\/awt\/event\/InvocationEvent$/, method: /^dispatch\(\)/, role: runsItself },
  { owner: /^javax\/swing\/Timer$/, method: /^start\(\)/, role: { kind: 'is given', local: 0 } },
  { owner: /^javax\/swing\/Timer$/, method: /^fireActionPerformed\(/, role: runsItself },
];

/** Of the JDK. `name`: binary, with slashes. */
export function handsOver(name: string): boolean {
  return handOverPoints.some(({ owner }) => owner.test(name));
}

/** Of a class's methods; undefined where one has no part in it. */
export function handOverRolesOf(file: ClassFile): (method: MemberInfo) => HandOverRole | undefined {
  const points = handOverPoints.filter(({ owner }) => owner.test(file.name));
  if (points.length > 0) return (method) => points.find((each) => each.method.test(spell(method)))?.role;
  // Once for all of its methods: a class may have thousands of either.
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

/** Whether a class of a library may have a part in it. Broken ones have none. */
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

/** Tasks that executors of libraries make of what they are given. */
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
