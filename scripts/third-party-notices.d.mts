/** The types of third-party-notices.mjs, which stays plain JavaScript because Node runs it without a build. */

export interface PackageNotice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author: string | undefined;
  readonly text: string;
}

export function packagesInSourceMap(sourceMap: { readonly sources: readonly string[] }): Set<string>;
export function packagesWithinBundles(sourceMap: { readonly sources: readonly string[] }): Set<string>;
export function describePackage(root: string, folder: string): PackageNotice;
export function writeNotices(packages: readonly PackageNotice[], within?: Iterable<string>): string;
