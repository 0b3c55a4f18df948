/**
 * `jouleline instrument CLASSES_OR_JAR`: class files with counters in them.
 * Sits in `cli/`.
 */
import { recordKinds, type RecordKind } from '../../profile/plan/plan';
import { UsageError, Failure } from '../../base/failure';
import { choose, type ParsedArguments, ExitCode, type Terminal } from '../terminal';
import { instrumentClasses, type Instrumentation } from '../../profile/probes/instrument-classes';
import { encodeSwapTable } from '../../profile/read/capture';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { agentJarOf } from '../../host/files/bundled-media';
import { listClassFiles } from '../../host/jdk/class-containers';
import { writeSwapTable } from '../../host/files/capture-folder';
import { whyNotWritten } from '../../host/files/write-file';
import { readClasses } from '../../tasks/programs/select-classes';
import type { Threads } from '../../tasks/profile/profile-request';

export async function runInstrumentCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const [path, ...others] = given.positionals;
  const out = given.text('out');
  if (path === undefined || others.length > 0)
    throw new UsageError('instrument needs exactly one folder, jar or class file');
  if (out === undefined || out === '') throw new UsageError('--out is needed');
  const record = choose('--record', given.text('record'), recordKinds, 'counts');
  const threads = given.isSet('exact-threads') ? 'per thread' : 'shared';
  const { instrumentation, problems, seconds, agentJar } = instrumentTo(
    {
      path,
      out,
      threads,
      record,
    },
    terminal.installation.mediaFolder,
  );
  const { figures, leftOut } = instrumentation;
  for (const problem of problems) await errors.write(`jouleline: ${problem}\n`);
  for (const { class: name, method = '', reason } of leftOut)
    await errors.write(`jouleline: skipped ${name}${method === '' ? '' : `.${method}`}: ${reason}\n`);
  const rows: readonly (readonly [string, number | string])[] = [
    ['classes', figures.classes],
    ['methods', figures.methods],
    ['bytecodes', figures.bytecodes],
    ['probes', figures.probes],
    ['skipped', leftOut.length + problems.length],
    ['seconds', seconds.toFixed(2)],
  ];
  await output.write(rows.map(([name, value]) => `${name.padEnd(10)}${value}\n`).join(''));
  await output.write(`agent     ${agentJar}\n`);
  const isWhole =
    problems.length === 0 && figures.classes > 0 && leftOut.every(({ method }) => method !== undefined);
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}

interface InstrumentRequest {
  /** A folder, a jar, or a class file. */
  readonly path: string;
  readonly out: string;
  readonly threads: Threads;
  readonly record: RecordKind;
}

interface InstrumentOutcome {
  readonly instrumentation: Instrumentation;
  readonly problems: readonly string[];
  readonly seconds: number;
  readonly agentJar: string;
}

/**
 * Writes the instrumented classes for an agent that somebody else starts: to `out`/classes, and beside them the table
 * that the agent needs.
 */
function instrumentTo(
  { path, out, threads, record }: InstrumentRequest,
  mediaFolder: string,
): InstrumentOutcome {
  const found = listClassFiles(path);
  if (!found.ok) throw new Failure(`${path} ${found.problem.message}`);
  const inside = relative(resolve(path), resolve(out));
  if (found.value.kind === 'folder' && !inside.startsWith('..') && !/^[A-Za-z]:/.test(inside))
    throw new UsageError(
      `--out ${out} lies in ${path}, where it would be read next time; name another folder`,
    );
  const problems = found.value.problems.map((message) => `${path}: ${message}`);
  const given = readClasses(path, found.value.classes, problems);
  const started = performance.now();
  const instrumentation = instrumentClasses(given, threads, record);
  const seconds = (performance.now() - started) / 1000;
  if (found.value.classes.length === 0) problems.push(`${path} has no classes`);
  try {
    mkdirSync(out, { recursive: true });
    writeSwapTable(out, encodeSwapTable(instrumentation.classes, instrumentation.sharing, record));
    for (const { name, instrumented } of instrumentation.classes) {
      const target = placeOfClass(join(out, 'classes'), name);
      if (target === undefined) {
        problems.push(`class '${name}' has a name that points elsewhere, and is not written`);
        continue;
      }
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, instrumented);
    }
  } catch (error) {
    throw new Failure(`${out} can't be written: ${whyNotWritten(error)}`);
  }
  return { instrumentation, problems, seconds, agentJar: agentJarOf(mediaFolder) };
}

/** The file for a class; undefined if the name, which comes from a class file, leads out of the folder. */
function placeOfClass(folder: string, name: string): string | undefined {
  const isSafe =
    !/[\\:\0]/.test(name) && name.split('/').every((part) => part !== '' && part !== '..' && part !== '.');
  return isSafe ? join(folder, `${name}.class`) : undefined;
}
