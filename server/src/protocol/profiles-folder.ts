/**
 * Where a workspace keeps its profiles: known to whatever makes that folder.
 * Sits in `protocol/`, with no message of its own.
 */

/** In the workspace's folder. */
export const OWN_FOLDER = '.jouleline';

/** In {@link OWN_FOLDER}. */
export const PROFILES = 'profiles';

/** The `.gitignore` of a new {@link OWN_FOLDER}: profiles are of one machine, and large; what else lies there is the project's. */
export const IGNORED_PROFILES = `/.gitignore\n/${PROFILES}/\n`;
