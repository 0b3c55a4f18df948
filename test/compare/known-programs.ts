/**
 * Pairs of programs of which it is known which tasks they share: truth for
 * `compare/match/`, as calls here, and as trees and Java by `known-trees.ts` and
 * `known-sources.ts`.
 *
 * A program is a set of handlers, which a framework calls back and which do
 * tasks: methods of the framework, with what those do inside ("DiffProf",
 * section 3.2). The second program does some of the tasks of the first in the
 * ways in which programs of other authors do (section 3.4), and others of its
 * own. A task is told by how often its method is called, which no matching
 * looks at: `calls` is its own number, and both programs have the same one.
 */
import { createRandom, type Random } from './seeded-random';

export interface KnownCall {
  /** With dots; classes of the application lie in `app0` and `app1`. */
  readonly class: string;
  readonly name: string;
  /** How often each run of its caller calls it. */
  readonly times: number;
  readonly calls: readonly KnownCall[];
}

/** In what the second program does a task otherwise; a task may have several. */
export const changes = [
  'everything under another loop',
  'handler wrapped',
  'other callback',
  'other root',
  'moved to another callback',
  'call wrapped',
  'subclass',
  'sibling class',
  'other work inside',
] as const;
export type Change = (typeof changes)[number];

export interface SharedTask {
  /** How often its method is called, in both programs. */
  readonly calls: number;
  /** Empty where only names and order of the application's own methods differ. */
  readonly changes: readonly Change[];
}

export interface KnownPrograms {
  readonly programs: readonly [readonly KnownCall[], readonly KnownCall[]];
  readonly shared: readonly SharedTask[];
  /** Calls of tasks that one of both has. */
  readonly unique: readonly [readonly number[], readonly number[]];
  /** Direct superclasses of the framework's classes that have one. */
  readonly supertypes: ReadonlyMap<string, string>;
}

/** How much two programs differ. */
export interface Likeness {
  /** The share of all tasks that both programs do; the others are one program's. */
  readonly shared: number;
  /** The share of pairs of programs in which one runs all it does in another loop. */
  readonly otherLoop: number;
  /** The share of handlers that are called back otherwise. */
  readonly handlers: number;
  /** The share of shared tasks that are called otherwise. */
  readonly calls: number;
  /** The share of shared tasks that do other work inside. */
  readonly work: number;
  /** Methods that tasks call, for each task: the fewer, the more tasks call the same one. */
  readonly methods: number;
}

export const likenesses: Readonly<Record<string, Likeness>> = {
  'two versions': { shared: 0.85, otherLoop: 0, handlers: 0.1, calls: 0.1, work: 0.3, methods: 0.7 },
  'two authors': { shared: 0.4, otherLoop: 0.5, handlers: 0.3, calls: 0.2, work: 0.6, methods: 0.7 },
  'two authors, few methods': {
    shared: 0.4,
    otherLoop: 0.5,
    handlers: 0.3,
    calls: 0.2,
    work: 0.6,
    methods: 0.2,
  },
};

type Side = 0 | 1;

interface Handler {
  /** The framework's methods that lead to the callback. */
  readonly way: readonly string[];
  readonly callback: string;
}

interface Task {
  readonly calls: number;
  readonly handler: Handler;
  /** Methods of the framework and callbacks (with `*.`) between the handler and the task's own method. */
  readonly through: readonly string[];
  readonly method: string;
  readonly work: readonly Work[];
}

/** A method that a task's method calls, and those that it calls in turn. */
type Work = readonly string[];

const roots = ['Handler.dispatchMessage', 'Binder.execTransact', 'Thread.run', 'Choreographer.doFrame'];
const otherRoots = ['HandlerThread.run', 'Binder.onTransact', 'ForkJoinWorker.run', 'RenderThread.doFrame'];
const loops = ['Loop0.next', 'Loop1.next', 'Loop2.next', 'Loop3.next'];
const wrappers = [['Executor.execute'], ['Pool.work', 'FutureTask.run'], ['Timer.fire']];
const callbacks = ['onClick', 'onTouch', 'run', 'onMessage', 'doFrame', 'apply', 'onReceive', 'call'];
const outerLoops = [['Looper.loop'], ['Zygote.main', 'Looper.loop']];

export function makeKnownPrograms(seed: number, tasks: number, likeness: Likeness): KnownPrograms {
  const random = createRandom(seed);
  const services = Math.ceil(tasks * likeness.methods);
  const claims = createClaims();
  const handlers = Array.from({ length: Math.max(2, Math.round(tasks / 4)) }, () => drawHandler(random));
  const changed = new Map(handlers.map((handler) => [handler, changeHandler(handler, random, likeness)]));
  const outer = random.chance(likeness.otherLoop) ? random.pick(outerLoops) : [];
  const shared: SharedTask[] = [];
  const sides: [Task[], Task[]] = [[], []];
  const unique: [number[], number[]] = [[], []];
  for (let number = 2; number < tasks + 2; number++) {
    const task = drawTask(number, handlers, services, random);
    if (random.chance(likeness.shared)) {
      const handler = changed.get(task.handler) ?? { handler: task.handler, changes: [] };
      const inSecond = { ...task, handler: handler.handler };
      if (!claims.claim(task) || !(samePlace(task, inSecond) || claims.claim(inSecond))) continue;
      const other = changeCall(inSecond, random, likeness);
      const isMoved =
        other.changes.length > 0 && (samePlace(other.task, inSecond) || claims.claim(other.task));
      const worked = changeWork(isMoved ? other.task : inSecond, random, likeness);
      sides[0].push(task);
      sides[1].push(worked.task);
      shared.push({
        calls: number,
        changes: [
          ...(outer.length > 0 ? (['everything under another loop'] as const) : []),
          ...handler.changes,
          ...(isMoved ? other.changes : []),
          ...worked.changes,
        ],
      });
    } else {
      const side: Side = random.below(2) === 0 ? 0 : 1;
      const own =
        side === 0 ? task : { ...task, handler: changed.get(task.handler)?.handler ?? task.handler };
      if (!claims.claim(own)) continue;
      sides[side].push(own);
      unique[side].push(number);
    }
  }
  return {
    programs: [renderProgram(sides[0], 0, [], random), renderProgram(sides[1], 1, outer, random)],
    shared,
    unique,
    supertypes: supertypesOf(services),
  };
}

interface Claims {
  /** True if no other task of either program is the same call at the same place: those would be one by definition. */
  readonly claim: (task: Task) => boolean;
}

function createClaims(): Claims {
  const taken = new Set<string>();
  return {
    claim: (task) => {
      const key = placeOf(task);
      if (taken.has(key)) return false;
      taken.add(key);
      return true;
    },
  };
}

function placeOf({ handler, through, method }: Task): string {
  // A subclass is the same to the matching.
  return [...handler.way, handler.callback, ...through, method.replace(/Impl\./, '.')].join(' ');
}

function samePlace(one: Task, other: Task): boolean {
  return placeOf(one) === placeOf(other);
}

function drawHandler(random: Random): Handler {
  const between = Array.from({ length: random.below(3) }, () => random.pick(loops));
  return { way: [...new Set([random.pick(roots), ...between])], callback: random.pick(callbacks) };
}

interface ChangedHandler {
  readonly handler: Handler;
  readonly changes: readonly Change[];
}

function changeHandler(handler: Handler, random: Random, likeness: Likeness): ChangedHandler {
  if (!random.chance(likeness.handlers)) return { handler, changes: [] };
  const { way, callback } = handler;
  switch (random.below(3)) {
    case 0:
      return { handler: { way: [...way, ...random.pick(wrappers)], callback }, changes: ['handler wrapped'] };
    case 1: {
      const other = random.pick(callbacks.filter((each) => each !== callback));
      return { handler: { way, callback: other }, changes: ['other callback'] };
    }
    default: {
      const root = otherRoots[roots.indexOf(way[0] ?? '')] ?? 'Main.main';
      return { handler: { way: [root, ...way.slice(1)], callback }, changes: ['other root'] };
    }
  }
}

/** Several tasks call the same method, from different places; a part of its work is always the same. */
function drawTask(number: number, handlers: readonly Handler[], services: number, random: Random): Task {
  const service = random.below(services);
  const common = Array.from({ length: service % 3 }, (_, step) => [`Service${service}Core.step${step}`]);
  return {
    calls: number,
    handler: random.pick(handlers),
    through: [],
    method: `Service${service}.start`,
    work: [...common, ...Array.from({ length: 1 + random.below(6) }, () => drawWork(random))],
  };
}

function drawWork(random: Random): Work {
  return Array.from({ length: 1 + random.below(3) }, (_, depth) => `Work${random.below(400)}.do${depth}`);
}

interface ChangedTask {
  readonly task: Task;
  readonly changes: readonly Change[];
}

function changeCall(task: Task, random: Random, likeness: Likeness): ChangedTask {
  if (!random.chance(likeness.calls)) return { task, changes: [] };
  switch (random.below(4)) {
    case 0:
      return {
        task: { ...task, handler: { ...task.handler, callback: random.pick(callbacks) } },
        changes: ['moved to another callback'],
      };
    case 1: {
      const through = [...random.pick(wrappers), `*.${random.pick(callbacks)}`];
      return { task: { ...task, through }, changes: ['call wrapped'] };
    }
    case 2:
      return { task: { ...task, method: task.method.replace('.', 'Impl.') }, changes: ['subclass'] };
    default:
      return { task: { ...task, method: task.method.replace('.', 'Secure.') }, changes: ['sibling class'] };
  }
}

function changeWork(task: Task, random: Random, likeness: Likeness): ChangedTask {
  if (!random.chance(likeness.work)) return { task, changes: [] };
  const kept = task.work.filter((_, index) => index === 0 || random.chance(0.7));
  return { task: { ...task, work: [...kept, drawWork(random)] }, changes: ['other work inside'] };
}

function supertypesOf(services: number): ReadonlyMap<string, string> {
  const supertypes = new Map<string, string>();
  for (let service = 0; service < services; service++) {
    supertypes.set(`framework.Service${service}Impl`, `framework.Service${service}`);
    supertypes.set(`framework.Service${service}`, 'framework.Service');
    supertypes.set(`framework.Service${service}Secure`, 'framework.Service');
  }
  return supertypes;
}

/** Handlers, methods, and their order are each program's own. */
function renderProgram(
  tasks: readonly Task[],
  side: Side,
  outer: readonly string[],
  random: Random,
): readonly KnownCall[] {
  const calls = random.shuffle(tasks).map((task): KnownCall => {
    const { handler, through, method, work } = task;
    const inside = random.shuffle(work).map((each) => nest(each.map(frameworkName), 1, []));
    const internals = Array.from({ length: random.below(3) }, () => ({
      class: `app${side}.Internal${random.below(20)}`,
      name: `m${random.below(1000)}`,
    }));
    const start = { ...frameworkName(method), times: task.calls, calls: inside };
    const owner = `app${side}.Handler${random.below(30)}`;
    const way = through.map((each) =>
      each.startsWith('*.')
        ? { class: `app${side}.Callback${random.below(30)}`, name: each.slice(2) }
        : frameworkName(each),
    );
    const handled = [{ class: owner, name: handler.callback }, ...internals, ...way];
    return nest([...[...outer, ...handler.way].map(frameworkName), ...handled], 1, [start]);
  });
  return calls;
}

interface Method {
  readonly class: string;
  readonly name: string;
}

function frameworkName(text: string): Method {
  const [owner = '', name = ''] = text.split('.');
  return { class: `framework.${owner}`, name };
}

/** Each calls the next, the last one `calls`. */
function nest(way: readonly Method[], times: number, calls: readonly KnownCall[]): KnownCall {
  const [first = frameworkName('Main.main'), ...rest] = way;
  return { ...first, times, calls: rest.length === 0 ? calls : [nest(rest, times, calls)] };
}
