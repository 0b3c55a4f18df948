import { Failure } from '../../base/failure';
/**
 * Another folder as this process's own for a while: builds, launch files and relative paths are then looked up there.
 *
 * Sits in `tasks/`. One at a time: a process has one.
 */

/** Throws a {@link Failure} where there is no such folder, and what `work` throws. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  try {
    process.chdir(folder);
  } catch (error) {
    throw new Failure(`${folder} is no folder to run in: ${whyNotEntered(error)}`);
  }
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

function whyNotEntered(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
      return 'it does not exist';
    case 'ENOTDIR':
      return 'it, or a part of its path, is a file';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
