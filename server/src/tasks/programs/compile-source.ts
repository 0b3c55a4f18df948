/**
 * Compiles one source for a run in which its classes replace those of the class path.
 *
 * Sits in `tasks/`. The classes go to a new folder among the temporary files; nothing in the workspace is written.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../base/failure';
import { chooseJdk } from '../../host/jdk/jdks';
import { compileSources } from '../../host/builds/compile-sources';
import { whyNotWritten } from '../../host/files/write-file';

/** One version of a source file. */
export interface SourceVersion {
  /** `Work.java` */
  readonly fileName: string;
  readonly text: string;
}

export interface CompiledSource {
  /** The folder with the class files. */
  readonly folder: string;
  readonly remove: () => void;
}

/** Throws a {@link Failure} if the source doesn't compile by itself. */
export async function compileSource(
  { fileName, text }: SourceVersion,
  classPath: readonly string[],
  javaHome: string,
  canceled: AbortSignal,
): Promise<CompiledSource> {
  const { jdk } = chooseJdk({ configured: javaHome, suggested: [], environment: process.env });
  if (jdk === undefined) throw new Failure(`no JDK was found to compile ${fileName}`);
  const scratch = mkdtempSync(join(tmpdir(), 'jouleline-source-'));
  const remove = (): void => {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const [source, folder] = [join(scratch, fileName), join(scratch, 'classes')];
    writeFileSync(source, text);
    mkdirSync(folder);
    const failure = await compileSources({
      ...{ jdk: jdk.home, sources: [source], classPath, out: folder },
      signal: canceled,
    });
    if (canceled.aborted) throw new Failure('canceled before anything ran');
    if (failure !== undefined)
      throw new Failure(
        `${fileName} does not compile by itself, with the classes of the project on its class path and without annotation processors:\n${failure.reason.replaceAll(source, fileName)}`,
      );
    return { folder, remove };
  } catch (error) {
    remove();
    if (error instanceof Failure) throw error;
    throw new Failure(`${fileName} can't be compiled in ${tmpdir()}: ${whyNotWritten(error)}`);
  }
}
