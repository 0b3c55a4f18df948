/**
 * Compiles a program several times without some of its blocks. Sits in `tasks/`.
 *
 * The variants lie in scratch folders; none of the user's own files is changed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../base/failure';
import { hashText } from '../../base/hash';
import { drawSets, leaveOut, listRemovable, type RemovableBlock } from '../../models/fit/leave-out-blocks';
import { chooseJdk } from '../../host/jdk/jdks';
import { compileSources } from '../../host/builds/compile-sources';
import { analyzeOneFile, type AnalysisPlaces } from '../report/analyze-files';
import { listSources, type LibraryRequest } from '../sources/list-sources';

export interface ProgramVariant {
  /** The suffix of the names of its cases; empty for the whole program. */
  readonly name: string;
  /** Elements that come first on the class path. */
  readonly classes: readonly string[];
  /** The names of the blocks that are left out. */
  readonly leftOut: readonly string[];
}

export interface LeaveOutRequest extends LibraryRequest {
  readonly sources: readonly string[];
  readonly variants: number;
  readonly seed: number;
  readonly canceled: AbortSignal;
}

interface RemovablePlace {
  readonly path: string;
  readonly block: RemovableBlock;
}

export const WHOLE: ProgramVariant = { name: '', classes: [], leftOut: [] };

/** The variants, with the whole program first. Throws a {@link Failure} if no block can be left out. */
export async function makeVariants(
  request: LeaveOutRequest,
  installation: AnalysisPlaces,
): Promise<{ readonly variants: readonly ProgramVariant[]; readonly remove: () => void }> {
  const { jdk } = chooseJdk({ configured: request.javaHome, suggested: [], environment: process.env });
  if (jdk === undefined)
    throw new Failure('no JDK was found to compile the program without some of its blocks');
  const texts = new Map<string, string>();
  const places: RemovablePlace[] = [];
  const { paths, failed } = await listSources({ paths: request.sources, exclude: [] });
  const [unread] = failed;
  if (unread !== undefined) throw new Failure(`${unread.path}: ${unread.message}`);
  for (const path of paths) {
    const { text, file } = await analyzeOneFile(path, request, installation);
    texts.set(path, text);
    places.push(...listRemovable(file, text).map((block) => ({ path, block })));
  }
  const scratch = mkdtempSync(join(tmpdir(), 'jouleline-variants-'));
  const remove = (): void => {
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    const variants: ProgramVariant[] = [WHOLE];
    for (const [index, set] of drawSets(places, request.variants, request.seed).entries()) {
      const folder = join(scratch, String(index + 1));
      const left = await compileWithout(set, folder);
      if (left.length > 0)
        variants.push({
          // The name depends on the blocks: another seed or another source makes other cases.
          name: `-without-${hashText(left.map(({ path, block }) => `${path} ${block.name}`).join('\n')).slice(-8)}`,
          classes: [join(folder, 'classes')],
          leftOut: left.map(({ block }) => block.name),
        });
    }
    if (variants.length === 1 && !request.canceled.aborted)
      throw new Failure('no block could be left out: the program did not compile without any of them');
    return { variants, remove };
  } catch (error) {
    remove();
    throw error;
  }

  /** Compiles without as many of the blocks as javac accepts: a missing `return` or an unset variable brings a block back. */
  async function compileWithout(
    set: readonly RemovablePlace[],
    folder: string,
  ): Promise<readonly RemovablePlace[]> {
    for (let left = set; left.length > 0 && !request.canceled.aborted;) {
      const failure = await compile(left, folder);
      if (failure === undefined) return left;
      const blamed = blamedBy(failure.reason, folder, left);
      // If no block explains the errors, half of them are tried.
      left = blamed.size > 0 ? left.filter((each) => !blamed.has(each)) : left.slice(0, left.length >> 1);
    }
    return [];
  }

  async function compile(left: readonly RemovablePlace[], folder: string): Promise<Failure | undefined> {
    rmSync(folder, { recursive: true, force: true });
    const out = join(folder, 'classes');
    mkdirSync(out, { recursive: true });
    const sources = [...texts].map(([path, text], index) => {
      const blocks = left.filter((each) => each.path === path).map(({ block }) => block);
      const place = join(folder, String(index), path.replace(/^.*[/\\]/, ''));
      mkdirSync(join(folder, String(index)));
      writeFileSync(place, leaveOut(text, blocks));
      return place;
    });
    return compileSources({
      jdk: jdk?.home ?? '',
      sources,
      classPath: request.classPath,
      out,
      signal: request.canceled,
    });
  }

  /** The blocks that explain errors: for each error the nearest block before it, since what is missing is missed later. */
  function blamedBy(
    said: string,
    folder: string,
    left: readonly RemovablePlace[],
  ): ReadonlySet<RemovablePlace> {
    const paths = [...texts.keys()];
    const blamed = said.split('\n').flatMap((line) => {
      if (!line.startsWith(folder)) return [];
      const [, index = '', number = ''] =
        /^[/\\](\d+)[/\\][^:]*\.java:(\d+): /.exec(line.slice(folder.length)) ?? [];
      const path = paths[Number(index)];
      const text = texts.get(path ?? '') ?? '';
      const isBefore = ({ block }: RemovablePlace): boolean =>
        text.slice(0, block.start).split('\n').length <= Number(number);
      const nearest = left.filter((each) => each.path === path && isBefore(each)).at(-1);
      return nearest === undefined ? [] : [nearest];
    });
    return new Set(blamed);
  }
}
