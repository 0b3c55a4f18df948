/**
 * The plan of a run: which program or test, its arguments, and what has to be built or fetched first. What is not known
 * is asked in steps, and remembered for the workspace. Environment, folder and flags of the JVM are those of an entry in
 * `launch.json`, which is made on request.
 */
import { ConfigurationTarget, l10n, Range, Uri, window, workspace, type Memento } from 'vscode';
import { splitWords } from '../../../server/src/base/split-words';
import type { ProfileTarget, ProfileTargets } from '../../../server/src/protocol/profiles';
import { askQuestions, tellBriefly } from '../dialogs';
import { FailureWithWays } from '../failures';
import {
  BUTTON,
  oneAfterTheOther,
  type Answers,
  type PossibleAnswer,
  type NextQuestion,
  type Question,
} from '../questions';
import type { Services } from './services';

/** The choices that the user is asked for although they are remembered. */
export type AskedAgain = 'nothing' | 'arguments' | 'everything';

interface RunWishes {
  readonly asks?: AskedAgain;
  /** True if what is built runs, so that it has to be built first. */
  readonly isBuilt: boolean;
  /** True if the first target is meant, which stands at the place itself. */
  readonly takesFirst?: boolean;
  /** Questions that come before those of the run. */
  readonly before?: NextQuestion;
}

interface PlannedRun {
  /** The program or test, with its arguments. */
  readonly target: ProfileTarget;
  /** Arguments of the command line: the class path, what is built, and what is fetched. */
  readonly preparation: readonly string[];
  /** True if power is to be sampled while paths are timed, and costs fitted to both. */
  readonly tracesPower: boolean;
  readonly answers: Answers;
}

/** Plans a run; undefined if the user gave up, or wants to write an entry of `launch.json` first. */
export async function planRun(
  { context: { workspaceState } }: Services,
  plan: ProfileTargets,
  { asks = 'nothing', isBuilt, takesFirst = false, before = () => undefined }: RunWishes,
): Promise<PlannedRun | undefined> {
  if (plan.targets.length === 0)
    throw new FailureWithWays(
      l10n.t(
        'No program or test in this workspace is known to reach this method. Open one and profile it, or attach to a running program.',
      ),
      { title: l10n.t('Go to File…'), command: 'workbench.action.quickOpen' },
      { title: l10n.t('Attach to a Program…'), command: 'jouleline.attach' },
    );
  const questions = new RunQuestions(plan, workspaceState, asks, takesFirst);
  const answers = await askQuestions(
    oneAfterTheOther(before, (given) => questions.ofProgram(given) ?? questions.ofBuild(given, isBuilt)),
  );
  if (answers === undefined) return undefined;
  const target = questions.targetOf(answers);
  const known = questions.argumentsOf(target, answers);
  const words = splitWords(known.replace(BUTTON, '')) ?? [];
  if (!takesFirst) await workspaceState.update(choiceKey(plan), target.id);
  if (known.startsWith(BUTTON)) {
    await openEntry(plan.folder, target, words);
    await workspaceState.update(choiceKey(plan), `launch ${target.label}`);
    return undefined;
  }
  if (target.readsArguments) await workspaceState.update(argumentsKey(target), known);
  const build = answers.get('build');
  if (build !== undefined) await workspaceState.update(BUILD_KEY, build);
  return {
    target: words.length === 0 ? target : { ...target, arguments: [...target.arguments, '--', ...words] },
    preparation: questions.preparationOf(target, answers),
    tracesPower: answers.get('recorded') === POWER_TRACE,
    answers,
  };
}

function choiceKey({ method }: Pick<ProfileTargets, 'method'>): string {
  return `profile ${method}`;
}

function argumentsKey({ id }: ProfileTarget): string {
  return `arguments ${id}`;
}

const POWER_TRACE = 'power trace';

const BUILD_KEY = 'profile.build';
const BUILD = 'build';
const AS_IS = 'as it is';

/** The questions about one run, as far as their answers are not known. */
class RunQuestions {
  readonly #plan: ProfileTargets;
  readonly #memory: Memento;
  readonly #asks: AskedAgain;
  /** The targets, the one that was chosen last first. */
  readonly #targets: readonly ProfileTarget[];
  readonly #isTargetKnown: boolean;

  constructor(plan: ProfileTargets, memory: Memento, asks: AskedAgain, takesFirst: boolean) {
    const last = takesFirst ? plan.targets[0]?.id : memory.get<string>(choiceKey(plan));
    this.#plan = plan;
    this.#memory = memory;
    this.#asks = asks;
    this.#targets = [...plan.targets].sort((a, b) => Number(b.id === last) - Number(a.id === last));
    this.#isTargetKnown = plan.targets.length === 1 || this.#targets[0]?.id === last;
  }

  targetOf(answers: Answers): ProfileTarget {
    const chosen = answers.get('target');
    const target = this.#targets.find(({ id }) => id === chosen) ?? this.#targets[0];
    if (target === undefined) throw new Error('a run has a target');
    return target;
  }

  argumentsOf(target: ProfileTarget, answers: Answers): string {
    return answers.get('arguments') ?? this.#memory.get<string>(argumentsKey(target)) ?? '';
  }

  ofProgram(answers: Answers): Question | undefined {
    if (!answers.has('target') && (!this.#isTargetKnown || this.#asks === 'everything'))
      return {
        id: 'target',
        title: l10n.t('Profile with'),
        placeHolder: l10n.t('The program or test to run'),
        choices: this.#targets.map(({ id, label, description }) => ({ value: id, label, description })),
      };
    if (this.#asks === 'everything' && !answers.has('recorded'))
      return {
        id: 'recorded',
        title: l10n.t('Profile with'),
        placeHolder: l10n.t('What is recorded'),
        choices: [
          { value: '', label: l10n.t('What the Settings Say') },
          {
            value: POWER_TRACE,
            label: l10n.t('A Power Trace'),
            detail: l10n.t('Power is sampled while each path is timed, and costs are fitted to both'),
          },
        ],
      };
    const target = this.targetOf(answers);
    if (!target.readsArguments || answers.has('arguments')) return undefined;
    const known = this.#memory.get<string>(argumentsKey(target));
    if (known !== undefined && this.#asks === 'nothing') return undefined;
    return {
      id: 'arguments',
      title: l10n.t('Arguments of {0}', target.label),
      prompt: l10n.t('This program reads its arguments. Put arguments with spaces in quotes.'),
      value: known ?? '',
      whatIsWrong: (text) => (splitWords(text) === undefined ? l10n.t('A quote is not closed.') : undefined),
      button: {
        icon: 'gear',
        tooltip: l10n.t('Set Environment, Folder and JVM Flags in launch.json'),
      },
    };
  }

  ofBuild(answers: Answers, isBuilt: boolean): Question | undefined {
    const { stale } = this.#plan;
    if (!isBuilt || answers.get('arguments')?.startsWith(BUTTON) === true) return undefined;
    if (stale !== null && !answers.has('build') && this.#knownBuild() === undefined)
      return {
        id: 'build',
        title: l10n.t('Build'),
        placeHolder: describeStale(stale),
        choices: [
          {
            value: BUILD,
            label: l10n.t('Build with {0}', stale.tool),
            detail: l10n.t('Runs the build of this project, here from now on without asking'),
          },
          ...(stale.isBuilt
            ? [
                {
                  value: AS_IS,
                  label: l10n.t('Run Without Rebuilding'),
                  detail: l10n.t('Methods that are older than their text are left out'),
                },
              ]
            : []),
        ],
      };
    return this.#needsLauncher(answers) && !answers.has('launcher')
      ? {
          id: 'launcher',
          title: l10n.t('Console Launcher'),
          placeHolder: l10n.t(
            'Tests run with JUnit’s console launcher. Version {0} is not on this machine.',
            this.#plan.missingLauncher,
          ),
          choices: [{ value: 'fetch', label: l10n.t('Fetch with Maven') } satisfies PossibleAnswer],
        }
      : undefined;
  }

  preparationOf(target: ProfileTarget, answers: Answers): readonly string[] {
    const { stale, classPath } = this.#plan;
    const builds = stale !== null && (answers.get('build') ?? this.#knownBuild()) === BUILD;
    const fetches = target.arguments[0] === '--test' && answers.has('launcher');
    return [...(builds ? ['--build'] : classPath), ...(fetches ? ['--fetch-launcher'] : [])];
  }

  /** The answer that is remembered, where it can be followed. */
  #knownBuild(): string | undefined {
    if (this.#asks === 'everything') return undefined;
    const known = this.#memory.get<string>(BUILD_KEY);
    return known === AS_IS && this.#plan.stale?.isBuilt === false ? undefined : known;
  }

  #needsLauncher(answers: Answers): boolean {
    return this.targetOf(answers).arguments[0] === '--test' && this.#plan.missingLauncher !== '';
  }
}

function describeStale({ isBuilt, sources }: NonNullable<ProfileTargets['stale']>): string {
  if (!isBuilt) return l10n.t('This project is not built yet.');
  return sources === 1
    ? l10n.t('1 Java file has changed since the last build or was never built.')
    : l10n.t('{0} Java files have changed since the last build or were never built.', sources);
}

/** Opens the entry of `launch.json` with the name of the program, and makes it if it does not exist. */
async function openEntry(
  folder: string,
  { label: name, arguments: [, mainClass] }: ProfileTarget,
  args: readonly string[],
): Promise<void> {
  const place = Uri.file(folder);
  const launch = workspace.getConfiguration('launch', place);
  const entries = launch.get<readonly { readonly name?: unknown }[]>('configurations', []);
  const fixed = { type: 'java', name, request: 'launch', mainClass };
  const entry = { ...fixed, args, vmArgs: [], cwd: '${workspaceFolder}', env: {} };
  if (entries.every((each) => each.name !== name))
    await launch.update('configurations', [...entries, entry], ConfigurationTarget.WorkspaceFolder);
  const document = await workspace.openTextDocument(Uri.joinPath(place, '.vscode', 'launch.json'));
  const at = document.positionAt(Math.max(0, document.getText().indexOf(`"${name}"`)));
  await window.showTextDocument(document, { selection: new Range(at, at) });
  tellBriefly(l10n.t('Profile the method again when this entry is as you want it.'));
}
