/**
 * "Run with Energy Profile" in the Test view: a way of running that is registered with the test extension for Java
 * (`vscjava.vscode-java-test`, from 0.46 on). Without that extension, or with an older one, there is none.
 */
import {
  Disposable,
  EventEmitter,
  extensions,
  l10n,
  TestMessage,
  TestRunProfileKind,
  type CancellationToken,
  type Event,
  type LogOutputChannel,
  type TestItem,
  type TestRun,
} from 'vscode';
import { messageOf } from '../../server/src/base/failure';

/** The part of a run of tests that is used here; the extension gives more. */
interface TestsToRun {
  readonly testItems: readonly TestItem[];
  readonly testRun: Pick<TestRun, 'started' | 'passed' | 'failed' | 'skipped' | 'token'>;
}

interface TestRunner {
  readonly launch: (tests: TestsToRun) => Promise<void>;
  readonly onDidChangeTestItemStatus: Event<never>;
  readonly onDidFinishTestRun: Event<{ readonly statusCode: number; readonly message?: string }>;
}

interface JavaTestApi {
  readonly registerTestProfile: (name: string, kind: TestRunProfileKind, runner: TestRunner) => void;
}

const EXTENSION = 'vscjava.vscode-java-test';
/** Status codes of the Build Server Protocol. */
const [OK, CANCELLED] = [1, 3];

/** Runs one test, a method or a class; false if it did not run to its end. It throws an error that says why it failed. */
type ProfileTest = (test: TestItem, canceled: CancellationToken) => Promise<boolean>;

export function offerTestProfile(profile: ProfileTest, log: LogOutputChannel): Disposable {
  let isOffered = false;
  const finished = new EventEmitter<{ readonly statusCode: number }>();
  const changed = new EventEmitter<never>();
  const runner: TestRunner = {
    launch: async (tests) => {
      await runAll(tests, profile);
      finished.fire({ statusCode: tests.testRun.token.isCancellationRequested ? CANCELLED : OK });
    },
    // The run is told of each test itself.
    onDidChangeTestItemStatus: changed.event,
    onDidFinishTestRun: finished.event,
  };
  const offer = async (): Promise<void> => {
    const extension = extensions.getExtension<unknown>(EXTENSION);
    if (extension === undefined || isOffered) return;
    isOffered = true;
    const api = await extension.activate();
    if (isTestApi(api))
      api.registerTestProfile(l10n.t('Run with Energy Profile'), TestRunProfileKind.Run, runner);
    else log.info('The test extension for Java takes no other ways of running.');
  };
  const look = (): void => {
    offer().catch((error: unknown) => {
      log.warn(`The Test view offers no energy profiles: ${messageOf(error)}`);
    });
  };
  const listener = extensions.onDidChange(look);
  look();
  return Disposable.from(listener, finished, changed);
}

async function runAll({ testItems, testRun }: TestsToRun, profile: ProfileTest): Promise<void> {
  for (const test of testItems) {
    if (testRun.token.isCancellationRequested) {
      testRun.skipped(test);
      continue;
    }
    testRun.started(test);
    const began = performance.now();
    try {
      if (await profile(test, testRun.token)) testRun.passed(test, performance.now() - began);
      else testRun.skipped(test);
    } catch (error) {
      testRun.failed(test, new TestMessage(messageOf(error)));
    }
  }
}

function isTestApi(api: unknown): api is JavaTestApi {
  return (
    typeof api === 'object' &&
    api !== null &&
    'registerTestProfile' in api &&
    typeof api.registerTestProfile === 'function'
  );
}
