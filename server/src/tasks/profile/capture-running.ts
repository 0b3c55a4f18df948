/**
 * Captures what a running JVM does, and leaves the JVM as it was.
 *
 * Sits in `tasks/`. The loaded classes are taken from the JVM, instrumented here, and put back when the capture
 * ends. Calls that began earlier go on in code without counters.
 */
import { counted } from '../../base/counted';
import { withDefined } from '../../base/check';
import { isRunning } from '../../host/processes/process-ids';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { makePrivateAgent } from '../../profile/probes/private-runtime';
import { instrumentClasses, type Instrumentation } from '../../profile/probes/instrument-classes';
import { encodeSwapTable, readMachine } from '../../profile/read/capture';
import { classesAsLoaded, namesOfClasses } from '../../profile/probes/attached-classes';
import { delimiter, resolve } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { completeProfile, type EndedProgram } from '../../profile/document/count-program';
import {
  type AttachmentFolder,
  createAttachmentFolder,
  type AgentNews,
} from '../../host/files/attachment-folder';
import { readAgentClasses } from '../../host/files/bundled-media';
import { chooseJdk } from '../../host/jdk/jdks';
import { listJvms, loadAgent, readProperties, type RunningJvm } from '../../host/jdk/running-jvms';
import { whyNotWritten } from '../../host/files/write-file';
import { withCancellation } from '../cancellation';
import { selectClasses } from '../programs/select-classes';
import type { ProfileOutcome, ProfilePlaces, ProfileRequest } from './profile-request';
import { readTimedCalls } from './run-with-agent';
import { setTimeout as sleep } from 'node:timers/promises';

export interface AttachRequest extends Pick<
  ProfileRequest,
  'classPath' | 'include' | 'sources' | 'javaHome' | 'record' | 'timedCalls' | 'onProgress'
> {
  readonly pid: number;
  /** How long to capture; if undefined, until a signal ends it. */
  readonly seconds?: number;
}

/** The most seconds that it may take to swap all classes, or to put them back. */
const PATIENCE = 120;

/** Throws a {@link Failure} if nothing was captured. The program goes on in any case. */
export async function captureRunning(request: AttachRequest, places: ProfilePlaces): Promise<ProfileOutcome> {
  const jdkHome = findJdkHome(request.javaHome);
  const jvm = await findJvm(jdkHome, request.pid);
  const problems: string[] = [];
  const classPath = request.classPath.length > 0 ? request.classPath : await classPathOf(jdkHome, jvm);
  request.onProgress({ phase: 'prepare', run: 0, runs: 0 });
  const folder = createFolder();
  try {
    const profile = await withCancellation(async (canceled) => {
      const { instrumentation, changed } = await swapClasses(
        { jdkHome, folder, canceled, problems },
        { ...request, classPath },
        places,
      );
      const started = new Date();
      const { pid, seconds } = request;
      request.onProgress({
        ...{ phase: 'record', run: 0, runs: 0 },
        ...withDefined({ secondsLeft: seconds }),
      });
      const patience = { canceled, ...withDefined({ seconds }) };
      expectFiles(await waitForAgent(folder, pid, 'ended', patience), pid);
      const length = (Date.now() - started.getTime()) / 1000;
      folder.stop();
      const end = await waitForAgent(folder, pid, 'ended', { seconds: PATIENCE });
      expectFiles(end, pid);
      if (end !== 'news' && end !== 'gone')
        problems.push(`process ${pid} may not be as it was: ${describeAnswer(end)}`);
      const ended =
        end === 'gone' ? 'ended while it was recorded' : `was let go after ${length.toFixed(1)} s`;
      const program = { command: jvm.description.split(' '), classPath, ended };
      const profile = describe(folder, instrumentation, { ...program, started }, places, problems);
      const classes = profile.classes.map((each) =>
        changed.includes(each.name) ? { ...each, isOlder: true } : each,
      );
      return { ...profile, classes };
    });
    return { profile, problems };
  } finally {
    folder.stop();
    const left = folder.remove();
    if (left !== undefined) problems.push(left);
  }
}

interface Attachment {
  readonly jdkHome: string;
  readonly folder: AttachmentFolder;
  readonly canceled: AbortSignal;
  readonly problems: string[];
}

/** Puts counters into all loaded classes of the program. */
async function swapClasses(
  { jdkHome, folder, canceled, problems }: Attachment,
  request: AttachRequest,
  { mediaFolder }: ProfilePlaces,
): Promise<{ readonly instrumentation: Instrumentation; readonly changed: readonly string[] }> {
  const { pid, record } = request;
  const onClassPath = selectClasses(request, problems);
  const agent = makePrivateAgent(readAgentClasses(mediaFolder), folder.mark);
  folder.askFor(namesOfClasses(onClassPath));
  const patience = { canceled, seconds: PATIENCE };
  const refused = await loadAgent(jdkHome, pid, folder.writeAgent(agent.jar), folder.path);
  if (refused !== undefined) throw new Failure(`process ${pid} can't be attached to: ${refused}`);
  expectNews(await waitForAgent(folder, pid, 'loaded', patience), pid);
  const loaded = folder.readLoaded();
  const { classes, changed } = classesAsLoaded(onClassPath, loaded.classes);
  problems.push(...loaded.problems);
  if (changed[0] !== undefined)
    problems.push(
      `${counted(changed.length, 'class runs', 'classes run')} as other code than the class path has, such as ${changed[0]}: what runs is counted, and its lines may not fit the sources`,
    );
  const timed = readTimedCalls(request.timedCalls);
  const instrumentation = instrumentClasses(classes, 'per thread', record, timed, agent.runtime);
  if (instrumentation.figures.classes === 0)
    throw new Failure(['there are no classes to count on the class path', ...problems].join('\n  '));
  folder.give(encodeSwapTable(instrumentation.classes, instrumentation.sharing, record));
  expectNews(await waitForAgent(folder, pid, 'attached', patience), pid);
  return { instrumentation, changed };
}

function expectNews(answer: AgentAnswer, pid: number): void {
  if (answer !== 'news') throw new Failure(`process ${pid} was not recorded: ${describeAnswer(answer)}`);
}

function expectFiles(answer: AgentAnswer, pid: number): void {
  if (answer === 'lost') expectNews(answer, pid);
}

function describeAnswer(answer: AgentAnswer): string {
  if (typeof answer === 'object') return answer.failure;
  switch (answer) {
    case 'gone':
      return 'it ended';
    case 'canceled':
      return 'canceled';
    case 'lost':
      return 'its files were removed meanwhile, as cleaners of temporary files do; set TMPDIR to a folder that none cleans';
    default:
      return `its agent said nothing for ${PATIENCE} s`;
  }
}

function describe(
  folder: AttachmentFolder,
  instrumentation: Instrumentation,
  { started, ...program }: Pick<EndedProgram, 'command' | 'classPath' | 'ended'> & { readonly started: Date },
  { version }: ProfilePlaces,
  problems: string[],
): ProfileDocument {
  const machines = folder.readMachines().flatMap((files) => {
    const machine = readMachine(files);
    if (machine.ok) return [machine.value];
    problems.push(`what the JVM left behind can't be read: ${machine.problem.message}`);
    return [];
  });
  const end = { ...program, exitCode: null, signal: null, started: started.toISOString() };
  return completeProfile({ instrumentation, machines, program: end, isAttached: true }, version);
}

function findJdkHome(configured: string): string {
  const { jdk, problems } = chooseJdk({ configured, suggested: [], environment: process.env });
  if (problems[0] !== undefined) throw new UsageError(`--java-home: ${problems[0]}`);
  if (jdk === undefined)
    throw new Failure('no JDK was found: name one with --java-home, set JAVA_HOME, or put java on the path');
  return jdk.home;
}

async function findJvm(jdkHome: string, pid: number): Promise<RunningJvm> {
  const { jvms, problem } = await listJvms(jdkHome);
  if (problem !== undefined) throw new Failure(`the JVMs of this machine can't be listed: ${problem}`);
  const found = jvms.find((each) => each.pid === pid);
  if (found !== undefined) return found;
  if (!isRunning(pid)) throw new Failure(`there is no process ${pid}`);
  const others = jvms.map((each) => `\n  ${each.pid} ${each.description}`);
  throw new Failure(
    `process ${pid} is no JVM that can be attached to: it is none, or another user's, or was started with -XX:+DisableAttachMechanism or -XX:-UsePerfData${others.length === 0 ? '' : `\nThese can be:${others.join('')}`}`,
  );
}

/** The class path that the JVM was started with. */
async function classPathOf(jdkHome: string, { pid }: RunningJvm): Promise<readonly string[]> {
  const { properties, problem } = await readProperties(jdkHome, pid);
  if (problem !== undefined) throw new Failure(`process ${pid} can't be attached to: ${problem}`);
  const folder = properties.get('user.dir') ?? '.';
  const elements = ['java.class.path', 'jdk.module.path']
    .flatMap((name) => (properties.get(name) ?? '').split(delimiter))
    .filter((element) => element !== '');
  return elements.map((element) => resolve(folder, element));
}

function createFolder(): AttachmentFolder {
  try {
    return createAttachmentFolder();
  } catch (error) {
    throw new Failure(`the capture can't be written: ${whyNotWritten(error)}`);
  }
}

type AgentAnswer =
  | 'news'
  /** The process has ended. */
  | 'gone'
  | 'canceled'
  /** The folder is gone. */
  | 'lost'
  /** The agent took longer than it may. */
  | 'late'
  | { readonly failure: string };

interface Patience {
  readonly seconds?: number;
  readonly canceled?: AbortSignal;
}

const POLL_MS = 50;
/** The interval at which the folder is touched. The agent gives up if nobody touches it. */
const TOUCH_MS = 1000;

/** Waits for a message of the agent in the JVM that is attached to. */
async function waitForAgent(
  folder: AttachmentFolder,
  pid: number,
  news: AgentNews,
  { seconds = Infinity, canceled }: Patience,
): Promise<AgentAnswer> {
  const begun = performance.now();
  let touched = -Infinity;
  for (;;) {
    const isGone = !isRunning(pid);
    // The folder is read after that check: the agent may have written its message just before the process ended.
    if (folder.has(news)) return 'news';
    if (isGone) return 'gone';
    const failure = folder.failure();
    if (failure !== undefined) return { failure };
    if (canceled?.aborted === true) return 'canceled';
    const now = performance.now();
    if (now - begun >= seconds * 1000) return 'late';
    if (now - touched >= TOUCH_MS) {
      if (!folder.touch()) return 'lost';
      touched = now;
    }
    await sleep(POLL_MS);
  }
}
