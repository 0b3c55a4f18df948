/**
 * Reads the texts that sources had in a git repository, and lists its revisions for people to choose from.
 *
 * Sits in `host/`. All commands read only what was committed. None looks at the work tree, so no filter,
 * monitor or hook that a repository configures is run, and nothing is fetched. If git or the repository is
 * missing there is no history, which is no error.
 */
import { outside } from '../../base/check';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readTextWithin } from '../files/read-file';
import { type ProcessWatch, runGit } from './run-git';

export interface Commit {
  readonly hash: string;
  /** The commit's time, in calendar seconds. */
  readonly time: number;
}

export interface Repository {
  /** The repository's top folder. */
  readonly top: string;
  /** The last ancestor of HEAD that was made by then; undefined if there is none. */
  readonly commitBefore: (time: number) => Promise<Commit | undefined>;
  readonly commitNamed: (revision: string) => Promise<Commit | undefined>;
  /** The files of a commit: the hash of their bytes by path from the top, with slashes. */
  readonly filesAt: (commit: Commit) => Promise<ReadonlyMap<string, string>>;
  /** The names in HEAD of a commit's files that were renamed since. */
  readonly renamesSince: (commit: Commit) => Promise<ReadonlyMap<string, string>>;
  /** The hashes of the bytes that a file has had on any branch, the newest first; at most `most` changes are looked at. */
  readonly versionsOf: (path: string, most: number) => Promise<readonly string[]>;
  /** The bytes for hashes that {@link filesAt} or {@link versionsOf} gave. */
  readonly readBytes: (blobs: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
}

/**
 * The folder around a file or folder whose repository somebody else owns, so that git would follow settings of theirs;
 * undefined if the repository is the user's, or if there is none. Windows leaves the question to git.
 */
export async function foreignRepository(path: string): Promise<string | undefined> {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  let folder = await realpath(path);
  for (;;) {
    const place = join(folder, '.git');
    if ((await ownerOf(place)) !== undefined) {
      const owners = await Promise.all([folder, place, await gitFolderOf(place)].map(ownerOf));
      return owners.every((owner) => owner === user) ? undefined : folder;
    }
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
}

/** The folder that `.git` is, or that it names if it is the file of a worktree or submodule. */
async function gitFolderOf(place: string): Promise<string> {
  if ((await stat(place)).isDirectory()) return place;
  const read = await readTextWithin(place, MOST_OF_FILE, 'is too large');
  const [, named = place] = /^gitdir: (.+)/.exec(read.ok ? read.value : '') ?? [];
  return resolve(dirname(place), named.trim());
}

const MOST_OF_FILE = 64 * 1024;

async function ownerOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.uid;
}

/** The repository around a file or folder; undefined if there is none, or no git that reads it. */
export async function findRepository(path: string, watch: ProcessWatch): Promise<Repository | undefined> {
  const full = await realpath(path);
  const folder = (await stat(full)).isDirectory() ? full : dirname(full);
  const top = textOf(await readGit(folder, ['rev-parse', '--show-toplevel'], watch)).replace(/\r?\n$/, '');
  if (top === '') return undefined;
  const git = (args: readonly string[], input?: string): Promise<Uint8Array | undefined> =>
    readGit(top, args, watch, input);
  const firstCommit = async (...args: readonly string[]): Promise<Commit | undefined> => {
    const listed = textOf(await git(['rev-list', '-1', '--timestamp', ...args, '--']));
    const [, time, hash] = /^(\d+) ([0-9a-f]{40,64})\s*$/.exec(listed) ?? [];
    return hash === undefined ? undefined : { hash, time: Number(time) };
  };
  return {
    top,
    commitBefore: (time) => firstCommit(`--before=${Math.floor(time)}`, 'HEAD'),
    commitNamed: (revision) => firstCommit('--end-of-options', revision),
    async filesAt({ hash }) {
      const rows = textOf(await git(['ls-tree', '-r', '-z', '--full-tree', hash])).split('\0');
      return new Map(
        rows.flatMap((row): readonly (readonly [string, string])[] => {
          const [, blob, path] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(row) ?? [];
          return blob === undefined || path === undefined ? [] : [[path, blob]];
        }),
      );
    },
    async renamesSince({ hash }) {
      const compared = [
        '-r',
        '-z',
        '-M',
        '--diff-filter=R',
        '--name-status',
        '--no-ext-diff',
        '--no-textconv',
      ];
      const parts = textOf(await git(['diff-tree', ...compared, hash, 'HEAD'])).split('\0');
      const renames = new Map<string, string>();
      for (let at = 0; at + 2 < parts.length; at += 3)
        renames.set(parts[at + 1] ?? outside(at + 1), parts[at + 2] ?? outside(at + 2));
      return renames;
    },
    async versionsOf(path, most) {
      const changes = ['--all', '--raw', '--no-abbrev', '--no-renames', '--format=', '--no-show-signature'];
      const rows = textOf(await git(['log', ...changes, '-n', String(most), '--', path])).split('\n');
      const blobs = rows.flatMap((row) => {
        const [, before = '', after = ''] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /.exec(row) ?? [];
        return [after, before].filter((blob) => /[1-9a-f]/.test(blob));
      });
      return [...new Set(blobs)];
    },
    readBytes: async (blobs) =>
      readBatch(await git(['cat-file', '--batch'], blobs.map((blob) => `${blob}\n`).join(''))),
  };
}

/** The path from the repository's top, with slashes; undefined if the file lies elsewhere. */
export async function pathWithin({ top }: Repository, path: string): Promise<string | undefined> {
  const inside = relative(await realpath(top), await realpath(path))
    .split(sep)
    .join('/');
  return inside === '..' || inside.startsWith('../') ? undefined : inside;
}

/** Reads blocks of `HASH blob SIZE`, a line end, the bytes, and a line end; `HASH missing` has no bytes. */
function readBatch(output: Uint8Array | undefined): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const bytes = output ?? new Uint8Array(0);
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    if (end < 0) break;
    const [hash = '', kind, size] = textOf(bytes.subarray(at, end)).split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    const length = Number(size);
    found.set(hash, bytes.subarray(at, at + length));
    at += length + 1;
  }
  return found;
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}

/** The output of a git command; undefined if it failed or took too long. */
async function readGit(
  folder: string,
  args: readonly string[],
  watch: ProcessWatch,
  input = '',
): Promise<Uint8Array | undefined> {
  const { code, output } = await runGit(folder, args, { watch, input });
  return code === 0 ? output : undefined;
}

interface ListedRevision {
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
