/** Options that several commands have. Sits in `cli/`. */
import { grouped, option, type OptionDefinition } from './definition';

export const DEFAULT_SECONDS = 600;
export const DEFAULT_MEGABYTES = 100;

const source = option('--source <path>', 'A folder or a file of sources to place it on. May be repeated.');

const lines = option(
  '--lines',
  'Trusts the lines of samples of JIT-compiled code, although these lines are biased.',
);

const spread = option(
  '--spread',
  'Trusts these lines and spreads samples in a loop over the lines of the loop, by the operations on them.',
);

export const libraryEnergyOption = option(
  '--library-energy <place>',
  'Puts what library code took on the line that calls it (caller; runtime adds collections and switches) or on none (apart) (default: caller).',
);

export const componentOption = option(
  '--component <name>',
  'Shows one component of recordings, such as CPU or network (text).',
);

const noBuildFiles = option('--no-build-files', "Ignores the project's Maven and Gradle files.");

/** The options that say where the types of called code come from. */
export const libraryOptions: readonly OptionDefinition[] = [
  option('--class-path <paths>', 'Jars and folders of class files with the types of called code.'),
  option(
    '--java-home <folder>',
    "The JDK with the types of java.*, or 'bundled' for the bundled index (default: JAVA_HOME, then java on the path, then the bundled index).",
  ),
  noBuildFiles,
];

/** The options that choose the program's classes. */
export const classOptions: readonly OptionDefinition[] = [
  option(
    '--class-path <paths>',
    'Folders and jars of classes. Classes in folders are counted; classes in jars are counted if --include names them or there are only jars (default: that of the command, the attached JVM or the project).',
  ),
  option(
    '--include <pattern>',
    'Counts only classes with such names, as in com.example.*, also in jars. May be repeated.',
  ),
  option(
    '--source <path>',
    'A folder or a file of sources, to notice classes that are older, and later edits (default: those found below the folder). Sources without classes are compiled for this run. May be repeated.',
  ),
  option(
    '--build',
    'Builds the Maven or Gradle project first if sources are newer than their classes. The commands mvn and gradle do so by themselves.',
  ),
  noBuildFiles,
  option(
    '--java-home <folder>',
    'The JDK that runs the program (default: JAVA_HOME, then java on the path).',
  ),
];

export const powerOption = option(
  '--power <meter>',
  'The meter: auto, rapl, perf, powermetrics, cpu-time:WATTS, file:FILE or command:COMMAND (default: auto, the best meter that can be read, else CPU time as a proxy; docs/guide/measuring.md).',
);

/** The options that say how a program is measured. */
export const runOptions: readonly OptionDefinition[] = [
  option('--runs <n>', 'Measures so many runs (default: 10).'),
  powerOption,
  option('--time-limit <seconds>', `Ends a run that takes longer (default: ${DEFAULT_SECONDS}).`),
  option('--output-limit <megabytes>', `Ends a run that prints more (default: ${DEFAULT_MEGABYTES}).`),
  option('--at-least <seconds>', 'Repeats a program within a run until this time has passed.'),
  option('--budget <seconds>', 'Measures fewer runs if all of them would take longer.'),
];

export const progressOption = option(
  '--progress <file>',
  'Keeps in a file what runs at the moment and how much time is left.',
);

const fetchLauncher = option(
  '--fetch-launcher',
  "Lets Maven fetch JUnit's console launcher if a test needs it and it is missing.",
);

const mainOption = option('--main <class>', 'Runs the main method of this class.');

/** The options that choose the program to start. */
export const targetOptions: readonly OptionDefinition[] = [
  mainOption,
  option('--test <selector>', 'Runs a JUnit test, as in pack.SomeTest or pack.SomeTest#method.'),
  option('--launch <name>', 'Runs this entry of type java in .vscode/launch.json.'),
  option('--open <file>', 'The file that ${file} and similar variables of that entry stand for.'),
  fetchLauncher,
];

export const exactThreadsOption = option(
  '--exact-threads',
  'Counts each thread by itself: exact for programs with several threads, and slower. Tests, mvn and gradle are always counted so; other programs after a first run in which several threads counted.',
);

export const recordOption = option(
  '--record <kind>',
  'Records how often everything ran (counts), each path through a method (paths), everything in each calling context (tree), or when each path began and ended (trace) (default: counts; with --attach: paths, and only paths or trace are possible).',
);

const followJdk = option(
  '--follow-jdk <pattern>',
  'With --record tree: goes on into classes of the JDK with such names, as in java.util.*, or into those that the program calls (called); what they run is on the lines that call them. May be repeated. Classes that the agent itself uses and methods that the JVM replaces stay out.',
);

const timedCalls = option(
  '--timed-calls <file>',
  "With --record trace: a file with patterns of further library methods that are always timed, as in java.io.*.read*, one on each line. Methods that are timed by default stay out with ! before the pattern, as in !*; 'jouleline trace --timed-calls' prints these.",
);

/** The options that choose the data recorded of a program. */
export const recordingKindOptions: readonly OptionDefinition[] = [
  recordOption,
  exactThreadsOption,
  followJdk,
  option(
    '--no-hand-over',
    'With --record tree: shows what executors, timers and threads run as roots of the tree.',
  ),
  timedCalls,
];

/** The options that `diff` and `measure-change` share with `profile`. */
export const sameAsProfile: readonly OptionDefinition[] = [
  ...grouped('Program', targetOptions),
  ...grouped('Classes', classOptions),
  ...grouped('Recording', [recordOption, exactThreadsOption, followJdk, timedCalls]),
  ...grouped('Measurement', [...runOptions, progressOption]),
];

/** The options for the profiles that `diff` makes and compares. */
export const comparedRunsOptions = [
  ...grouped('Profiles that diff makes', [
    option(
      '--git <revision>',
      'A commit, a branch or a tag. Given once, it is compared with HEAD. Each revision is checked out among the temporary files without uncommitted changes, built with Maven or Gradle or compiled from --source, and removed afterwards in any case.',
    ),
    option(
      '--program <class@folder>',
      'A main class, and the folder that it is built and run in (default: this folder). Given twice or more often.',
    ),
    option('--input <file>', 'What all programs read (default: nothing).'),
    option('--save <folder>', 'The folder for the profiles (default: .jouleline/profiles).'),
    option(
      '--out <file>',
      'The file for a profile, instead of --save. Given once for each side, in their order.',
    ),
  ]),
  ...sameAsProfile,
];

/** The options that say where recordings of several files are placed, and how profiles among them are modeled. */
export const recordingsOptions: readonly OptionDefinition[] = [
  option('--model <model>', "The cost model for profiles of 'jouleline profile'."),
  source,
  lines,
  libraryEnergyOption,
];

/** The options of {@link recordingsOptions}, for one recording. */
export const recordingOptions: readonly OptionDefinition[] = [
  option('--recording <n>', 'Chooses one of the recordings in an import.'),
  ...recordingsOptions,
];

/** The options that say how a recording is placed on sources. */
export const placingOptions: readonly OptionDefinition[] = [
  source,
  lines,
  spread,
  option(
    '--revision <commit>',
    "The commit of the sources' git repository that ran (default: for each file that changed since the recording, the last commit before it, if you own the repository).",
  ),
  option('--no-history', 'Does not ask git: the sources are those that ran.'),
];

/** The energy that a meter measured for a whole recording. */
export const energyOptions: readonly OptionDefinition[] = [
  option('--energy <joules>', 'The energy of the whole run by a meter. Samples share it.'),
  option('--deviation <joules>', 'The standard deviation of this energy.'),
  option('--device <name>', 'The device that was measured.'),
];

/** A continuous profiler's server. */
export const serverOptions: readonly OptionDefinition[] = [
  option(
    '--server <url>',
    'The server, as in http://HOST:4040, with the path before its API if there is one.',
  ),
  option('--tenant <id>', 'The tenant, for a server with several tenants (X-Scope-OrgID).'),
  option('--timeout <seconds>', 'The longest time for each answer (default: 60).'),
];

export const serverNotes =
  "Credentials come from the environment: JOULELINE_PYROSCOPE_TOKEN is a bearer token. If JOULELINE_PYROSCOPE_USER is set, the token is that user's password.";

/** The options that give a model file its identity: name, title, machine, and mode. */
export const identityOptions: readonly OptionDefinition[] = [
  option('--id <id>', "The model's name for --model."),
  option('--title <title>', "The model's title for people."),
  option('--machine <name>', 'The machine that was measured.'),
  option('--mode <interpreter|jit>', 'How the JVM ran the measured code.'),
  option('--local', 'Marks the model as measured on the machine that uses it.'),
];

/** The unit of energies in a table. */
export const unitOptions: readonly OptionDefinition[] = [
  option(
    '--unit <unit>',
    "The unit of energies whose column doesn't name it: J, mJ, uJ, nJ, Wh; or s, ms, us, ns with --watts.",
  ),
  option('--watts <watts>', 'The power that a second of CPU time stands for, as a proxy for a meter.'),
];

/** Option, default, description; each takes a number. */
export const SIMULATION = {
  seed: [1, 'The seed of everything that is drawn'],
  tuples: [200_000, 'Executions of paths'],
  methods: [30, 'Methods of the program'],
  threads: [1, 'Threads that run at once'],
  collections: [50, 'Garbage collections, of 20 to 81 mJ each'],
  switches: [50, 'Switches to threads of other programs, of 6.44 to 11.3 mJ each'],
  'unit-cost': [2e-6, 'The energy of an operation in joules, roughly'],
  calls: [0.002, 'The share of paths that a timed call follows'],
  waiting: [0.01, 'The share of paths that the program waits after'],
  jitter: [0.05, 'The deviation of the energy and time of an execution'],
  rate: [10_000, 'Samples a second, from 30 to 10,000 and more'],
  noise: [0.01, 'The deviation of what a sample reads'],
  bits: [16, 'Bits of the converter'],
  range: [10, 'The most watts that the converter reads'],
  offset: [12.5, "Seconds that the meter's clock is ahead"],
  drift: [20e-6, "Seconds that the meter's clock gains in a second"],
  idle: [1.1, 'Watts of the idle machine'],
} as const;
