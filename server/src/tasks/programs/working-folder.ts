import { Failure } from '../../base/failure';
/**
 * Makes another folder the working folder of this process for a while: builds, launch files and relative paths are
 * then looked up there.
 *
 * Sits in `tasks/`. A process has one working folder, so only one such piece of work runs at a time.
 */

/** Runs `work` in a folder. Throws a {@link Failure} if the folder doesn't exist, and whatever `work` throws. */
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
