/**
 * The folder where a workspace keeps its profiles, for all code that makes it.
 *
 * Sits in `base/`.
 */

/** The name of the folder in the workspace. */
export const OWN_FOLDER = '.jouleline';

/** The name of the folder in {@link OWN_FOLDER}. */
export const PROFILES = 'profiles';

/**
 * The `.gitignore` of a new {@link OWN_FOLDER}: profiles are large and belong to one machine. Other files there
 * belong to the project.
 */
export const IGNORED_PROFILES = `/.gitignore\n/${PROFILES}/\n`;
