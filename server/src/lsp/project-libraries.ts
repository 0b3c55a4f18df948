/**
 * Which class path and which JDK the workspace's types come from.
 *
 * Sits in `lsp/`, over `host/`: the settings first, then what else there is.
 */
import { chooseJdk, type SuggestedJdk } from '../host/choose-jdk';
import { identifyLibraries, type IdentifiedLibraries } from '../host/identify-libraries';
import type { Settings } from '../protocol';

export interface FoundLibraries extends IdentifiedLibraries {
  /** For the log. */
  readonly description: string;
  readonly problems: readonly string[];
}

export async function findLibraries(
  { classPath, javaHome }: Settings,
  suggested: readonly SuggestedJdk[],
): Promise<FoundLibraries> {
  const { jdk, description, problems } = chooseJdk({
    configured: javaHome,
    suggested,
    environment: process.env,
  });
  const identified = await identifyLibraries({ classPath, jdk });
  return { ...identified, description: `java.* is typed from ${description}`, problems };
}
