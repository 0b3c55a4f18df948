/** The types of collect-strings.mjs, which stays plain JavaScript because Node runs it without a build. */

export function collectStrings(folders?: readonly string[]): string[];
