/** Revisions of a git repository, for people to choose from. Sits in `host/`. */
import { findRepository } from './git-history';
import { runGit } from './run-git';

export interface ListedRevision {
  readonly name: string;
  readonly hash: string;
  readonly subject: string;
  /** The date, in ISO 8601. */
  readonly date: string;
}

const MOST_COMMITS = 60;
const MOST_NAMES = 60;

/** Branches and tags, then the last commits of what is checked out; undefined outside of a repository. */
export async function listRevisions(path: string): Promise<readonly ListedRevision[] | undefined> {
  const repository = await findRepository(path, () => undefined).catch(() => undefined);
  if (repository === undefined) return undefined;
  const { top } = repository;
  const fields = (...names: readonly string[]): string => names.join('%1f');
  const named = fields(
    '%(refname:short)',
    '%(objectname)',
    '%(*objectname)',
    '%(subject)',
    '%(creatordate:iso-strict)',
  );
  const refs = ['for-each-ref', '--sort=-creatordate', `--count=${MOST_NAMES}`, `--format=${named}`];
  const logged = `--format=${['%h', '%H', '%s', '%cI'].join('%x1f')}`;
  const [names, commits] = await Promise.all([
    runGit(top, [...refs, 'refs/heads', 'refs/tags', 'refs/remotes']),
    runGit(top, ['log', '-n', String(MOST_COMMITS), '--no-show-signature', logged, 'HEAD', '--']),
  ]);
  return [
    ...rowsOf(names.output).map(([name = '', own = '', tagged = '', subject = '', date = '']) => ({
      ...{ name, hash: tagged === '' ? own : tagged, subject, date },
    })),
    ...rowsOf(commits.output).map(([name = '', hash = '', subject = '', date = '']) => ({
      ...{ name, hash, subject, date },
    })),
  ];
}

function rowsOf(output: Uint8Array): readonly (readonly string[])[] {
  const lines = new TextDecoder().decode(output).split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split('\u001f'));
}
