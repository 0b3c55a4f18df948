/** Writes instrumented classes to a folder, for a Java agent that somebody else starts. Sits in `tasks/`. */
import type { RecordKind } from '../../profile/plan/plan';
import { instrumentClasses, type Instrumentation } from '../../profile/probes/instrument-classes';
import { encodeSwapTable } from '../../profile/read/capture';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { agentJarOf } from '../../host/files/bundled-media';
import { listClassFiles } from '../../host/jdk/class-containers';
import { writeSwapTable } from '../../host/files/capture-folder';
import { whyNotWritten } from '../../host/files/write-file';
import { readClasses } from '../programs/select-classes';
import type { Threads } from './profile-request';

export interface InstrumentRequest {
  /** A folder, a jar, or a class file. */
  readonly path: string;
  readonly out: string;
  readonly threads: Threads;
  readonly record: RecordKind;
}

export interface InstrumentOutcome {
  readonly instrumentation: Instrumentation;
  readonly problems: readonly string[];
  readonly seconds: number;
  readonly agentJar: string;
}

/** Writes the instrumented classes to `out`/classes, and beside them the table that the agent needs. */
export function instrumentTo(
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
