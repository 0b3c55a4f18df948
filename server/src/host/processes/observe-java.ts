/**
 * Has a JVM leave behind how long it collected garbage and compiled, without instrumenting anything.
 *
 * Sits in `host/`. HotSpot saves its performance counters when it ends, also by System.exit, halt or
 * SIGTERM (JDK 8 to 25). Collections are logged, too, for JVMs that are killed. Both go to a folder of the
 * run. The counters' usual file in the temporary folder is not made, so that none is left.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeJava, readPerfData, parseGcLog } from '../../recordings/import/perf-data';
import type { JavaObservation, JavaRun, Program } from '../../runs/program-run';

const COUNTERS = 'counters-';
const LOG = 'gc-';

/** The program with the options that make it leave something in `folder`. */
export function observeJava(program: Program, observation: JavaObservation, folder: string): Program {
  const options = optionsFor(observation.release, folder);
  if (observation.through === 'arguments')
    return { ...program, arguments: [...options, ...program.arguments] };
  const variable = 'JAVA_TOOL_OPTIONS';
  const given = program.environment[variable] ?? '';
  // The JVM splits this variable at blanks; quotes keep a folder's name together.
  const quoted = options.map((option) => (/\s/.test(option) ? `"${option}"` : option));
  return {
    ...program,
    environment: { ...program.environment, [variable]: [...quoted, given].join(' ').trim() },
  };
}

/** The options; the JVM replaces `%p` by the id of its process. */
function optionsFor(release: number, folder: string): readonly string[] {
  const log = join(folder, `${LOG}%p.log`);
  return [
    '-XX:+UsePerfData',
    '-XX:+PerfDisableSharedMem',
    '-XX:+PerfDataSaveToFile',
    `-XX:PerfDataSaveFile=${join(folder, `${COUNTERS}%p`)}`,
    ...(release >= 9
      ? // A colon would begin the decorators' part; Windows has one in its paths.
        [`-Xlog:gc,gc+cpu:file="${log}":uptime,tags`]
      : ['-XX:+PrintGCDetails', '-XX:+PrintGCTimeStamps', `-Xloggc:${log}`]),
  ];
}

/** The files that the JVM left behind, or the one of several that ran longest; undefined if there is nothing. */
export function readJavaRun(folder: string): JavaRun | undefined {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const ran = files
    .filter((path) => basename(path).startsWith(COUNTERS))
    .flatMap((path) => {
      const counters = readPerfData(readFileSync(path));
      const java = counters === undefined ? undefined : describeJava(counters);
      const cpu = counters?.get('sun.rt.applicationTime');
      return java === undefined ? [] : [{ java, length: typeof cpu === 'number' ? cpu : 0 }];
    })
    .sort((left, right) => right.length - left.length);
  if (ran[0] !== undefined) return ran[0].java;
  const logs = files
    .filter((path) => basename(path).startsWith(LOG))
    .map((path) => readFileSync(path, 'utf8'))
    .sort((left, right) => right.length - left.length);
  return logs[0] === undefined ? undefined : { mode: '', collections: parseGcLog(logs[0]), from: 'log' };
}
