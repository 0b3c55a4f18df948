/**
 * The signatures that a program's sources are typed against: its class path,
 * and a JDK's modules or, without any, the bundled index.
 *
 * Sits in `host/`. What can't be read is told, and left out.
 */
import type { SignatureSource } from '../classfile/class-signature';
import { loadSignatureIndex } from '../classfile/signature-index';
import { combineSources } from '../classfile/signature-sources';
import { readBundledSignatures } from './bundled-media';
import { openClassPath, openPlatform } from './class-path-files';
import { findJdks, type Jdk } from './jdks';

export interface LibraryPlaces {
  readonly classPath: readonly string[];
  /** A `lib/modules` to use before any other. */
  readonly modules?: string;
  readonly mediaFolder: string;
  readonly report: (message: string) => void;
}

export function openLibraries({ classPath, modules, mediaFolder, report }: LibraryPlaces): SignatureSource {
  const jdk = modules === undefined ? findJdks(process.env).find((found) => found.modules) : jdkOf(modules);
  const folder = process.cwd();
  const style = process.platform === 'win32' ? 'windows' : 'posix';
  const tell = ({ file, message }: { file: string; message: string }): void => {
    report(`${file} ${message}`);
  };
  const release = jdk === undefined || jdk.release === 0 ? BUNDLED_RELEASE : jdk.release;
  const own = openClassPath(classPath, { folder, release, style, report: tell });
  return combineSources([own, openPlatformOf(jdk, mediaFolder, report)]);
}

/** Release of the bundled index. */
const BUNDLED_RELEASE = 25;

function jdkOf(modules: string): Jdk {
  return { home: modules, version: '', release: 0, implementor: '', modules };
}

function openPlatformOf(
  jdk: Jdk | undefined,
  mediaFolder: string,
  report: (message: string) => void,
): SignatureSource {
  if (jdk !== undefined) {
    const platform = openPlatform(jdk, ({ message }) => {
      report(message);
    });
    if (platform.ok) return platform.value;
    report(`${jdk.home} ${platform.problem.message}`);
  }
  const bundled = loadSignatureIndex(readBundledSignatures(mediaFolder));
  if (bundled.ok) return bundled.value;
  report(bundled.problem.message);
  return { findClass: () => undefined, hasPackage: () => false };
}
