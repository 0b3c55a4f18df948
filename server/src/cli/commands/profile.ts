/**
 * `jouleline profile`: runs a program, counts what it executes, and saves the
 * profile. Sits in `cli/commands/`.
 */
import { describeDoubts, formatProfile } from '../../engine/count-program';
import { readTestSelector } from '../../engine/test-program';
import { choose, type ParsedArguments, parseArguments, UsageError } from '../arguments';
import { readLibraryOptions } from '../libraries';
import { isBuildCommand, type ProfileTarget } from '../program-command';
import { ExitCode } from '../services';
import type { Services } from '../services';
import { recordKinds } from './instrument';

export const profileHelp = `Usage: jouleline profile [options] --out FILE 
       (--main CLASS [ARGUMENT...] | --test SELECTOR | --launch NAME | -- COMMAND...)

Runs a Java program with counters in its classes, and saves how often each line, block and operation ran.
Its input and output are those of this terminal. 'jouleline counts FILE' prints the counts, and
'jouleline report --profile FILE PATH...' the energies that follow from them.

  --main CLASS                  runs this class's main method
  --test SELECTOR               runs a JUnit test: pack.SomeTest, or pack.SomeTest#method
  --launch NAME                 runs this entry of type java in .vscode/launch.json
  --open FILE                   what \${file} and such stand for in that entry
  -- COMMAND...                 runs any command; the JVMs that it starts are counted
  --class-path PATHS            folders and jars of classes; those of folders are counted (of jars, where --include
                                names them or there are only jars). Taken from COMMAND if that is a java with one;
                                else from the Maven or Gradle project in this folder or around --source
  --include PATTERN             counts only classes with such names, as com.example.*; may be repeated
  --source PATH                 a folder or file of sources, to notice classes that are older; may be repeated. Without
                                classes of them they are compiled for this run
  --build                       builds the Maven or Gradle project first, where sources are newer than their classes
                                (so do 'mvn' and 'gradle' as COMMAND, by themselves)
  --no-build-files              don't take a class path from Maven's and Gradle's files
  --exact-threads               each thread counts by itself: exact for programs with several threads, and slower
                                (always so for 'mvn' and 'gradle')
  --record counts               what is recorded (default: counts)
  --java-home DIR               the JDK that runs CLASS (default: JAVA_HOME, then java on the path)
  --out FILE                    the profile; no environment variables and no secrets of the command are saved

Exit codes: 0 all done; 1 the program failed, or something was not counted (what was is saved); 2 wrong usage.
`;

export async function runProfileCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const given = parseArguments(own, {
    main: { type: 'string' },
    test: { type: 'string' },
    launch: { type: 'string' },
    open: { type: 'string' },
    build: { type: 'boolean' },
    'no-build-files': { type: 'boolean' },
    'class-path': { type: 'string' },
    'java-home': { type: 'string' },
    include: { type: 'string' },
    source: { type: 'string' },
    record: { type: 'string' },
    'exact-threads': { type: 'boolean' },
    out: { type: 'string' },
    help: { type: 'boolean' },
  });
  const { output, errors } = services;
  if (given.isSet('help')) {
    await output.write(profileHelp);
    return ExitCode.ok;
  }
  const out = given.text('out');
  if (out === undefined || out === '')
    throw new UsageError('--out is needed: the file that gets the profile');
  choose('--record', given.text('record'), recordKinds, 'counts');
  const rest = [...given.positionals, ...(end < 0 ? [] : args.slice(end + 1))];
  const target = readTarget(given, rest);
  const { profile, problems } = await services.profile({
    target,
    ...readLibraryOptions(given),
    include: given.texts('include'),
    sources: given.texts('source'),
    builds: given.isSet('build'),
    // What forks its JVMs gives them threads to talk to it.
    threads: given.isSet('exact-threads') || isBuildCommand(target) ? 'per thread' : 'shared',
  });
  await services.writeFile(out, formatProfile(profile));
  const doubts = describeDoubts(profile);
  for (const message of [...problems, ...doubts]) await errors.write(`jouleline: ${message}\n`);
  const { exitCode, signal } = profile.program;
  if (signal !== null) await errors.write(`jouleline: the program was ended by ${signal}\n`);
  else if (exitCode !== 0) await errors.write(`jouleline: the program ended with ${exitCode}\n`);
  const { instrumentedClasses, loadedClasses } = profile.coverage;
  await errors.write(`jouleline: counted ${loadedClasses} of ${instrumentedClasses} classes, wrote ${out}\n`);
  const isWhole = exitCode === 0 && problems.length === 0 && doubts.length === 0;
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

function readTarget(given: ParsedArguments, rest: readonly string[]): ProfileTarget {
  const [main, test, launch] = ['main', 'test', 'launch'].map((name) => given.text(name));
  if ([main, test, launch].filter((each) => each !== undefined).length > 1)
    throw new UsageError('--main, --test and --launch name different programs: name one');
  if (launch !== undefined) {
    if (rest.length > 0) throw new UsageError(`the entry has its own arguments: ${rest.join(' ')}`);
    const openFile = given.text('open');
    return { kind: 'launch', name: launch, ...(openFile === undefined ? undefined : { openFile }) };
  }
  if (main !== undefined) return { kind: 'main', main: main.replaceAll('/', '.'), arguments: rest };
  if (test !== undefined) {
    const selection = readTestSelector(test);
    if (selection === undefined)
      throw new UsageError(`--test ${test} is no test: name a class with its package, or CLASS#METHOD`);
    if (rest.length > 0) throw new UsageError(`a test takes no arguments: ${rest.join(' ')}`);
    return { kind: 'test', test: selection };
  }
  if (rest.length === 0)
    throw new UsageError(
      'what to run is missing: --main CLASS, --test SELECTOR, --launch NAME, or -- COMMAND...',
    );
  return { kind: 'command', command: rest };
}
