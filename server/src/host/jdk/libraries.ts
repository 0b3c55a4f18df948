/**
 * The signatures that sources are typed against beside the workspace's own: the class path, the user's JDK,
 * and the bundled index of `java.*`.
 *
 * Sits in `host/`. Opening reads tables of contents only; a class is read when it is asked for. Elements
 * that cannot be read are reported and left out.
 */
import { messageOf } from '../../base/failure';
import type { SignatureSource } from '../../classfile/signatures/class-signature';
import { pathStyleOf } from '../../classfile/signatures/class-path';
import { loadSignatureIndex } from '../../classfile/signatures/signature-index';
import { combineSources } from '../../classfile/signatures/signature-sources';
import { readBundledSignatures } from '../files/bundled-media';
import { BUNDLED_RELEASE, type Jdk } from './jdks';
import { openClassPath, openPlatform } from './class-path-files';

/** Plain data: the main thread finds the libraries, and each worker opens them. */
export interface Libraries {
  /** Jars and folders; the first that has a class wins. */
  readonly classPath: readonly string[];
  /** Absent to use the bundled index alone. */
  readonly jdk?: Jdk | undefined;
  /** The folders of `fence`, for threads that run already. */
  readonly fenced?: readonly string[];
}

export interface OpenOptions {
  readonly mediaFolder: string;
  /** Takes problems found while opening, and later when something turns out to be unreadable. */
  readonly report: (problem: string) => void;
}

export const NO_LIBRARIES: Libraries = { classPath: [] };

export function openLibraries({ classPath, jdk }: Libraries, options: OpenOptions): SignatureSource {
  const release = jdk === undefined || jdk.release === 0 ? BUNDLED_RELEASE : jdk.release;
  const own = openClassPath(classPath, {
    folder: process.cwd(),
    release,
    style: pathStyleOf(process.platform),
    report: ({ file, message }) => {
      const wayOut = message.endsWith('does not exist') ? 'correct' : 'build or fetch it again, or correct';
      options.report(`class path: ${file} ${message}; ${wayOut} jouleline.classPath (--class-path)`);
    },
  });
  const bundled = openBundled(options);
  if (jdk === undefined) return combineSources([own, bundled]);
  const platform = openJdk(jdk, options);
  // Sources may be newer than the installed JDK: the index then knows the new parts of java.*.
  const needsIndex = (): boolean => release < BUNDLED_RELEASE || platform.isDamaged();
  const rest: SignatureSource = {
    findClass: (name) => (needsIndex() ? bundled.findClass(name) : undefined),
    hasPackage: (name) => needsIndex() && bundled.hasPackage(name),
  };
  return combineSources([own, platform.source, rest]);
}

const NOTHING: SignatureSource = { findClass: () => undefined, hasPackage: () => false };

/** Only the first class that fails is reported: the rest of that JDK will be no better. */
function openJdk(
  jdk: Jdk,
  { report }: OpenOptions,
): { readonly source: SignatureSource; readonly isDamaged: () => boolean } {
  const file = jdk.modules ?? jdk.runtimeJars?.[0] ?? jdk.home;
  let damaged = false;
  const tell = (message: string): void => {
    if (!damaged)
      report(
        `${file} ${message}: java.* is typed from the bundled index; repair that JDK, or name another (jouleline.javaHome, --java-home)`,
      );
    damaged = true;
  };
  const platform = openPlatform(jdk, ({ message }) => {
    tell(`is damaged, or changed while in use (${message})`);
  });
  if (!platform.ok) tell(platform.problem.message);
  return { source: platform.ok ? platform.value : NOTHING, isDamaged: () => damaged };
}

/** Loads the index when it is first asked, which a good JDK makes unnecessary: it takes some 20 ms. */
function openBundled({ mediaFolder, report }: OpenOptions): SignatureSource {
  let loaded: SignatureSource | undefined;
  const load = (): SignatureSource => {
    loaded ??= loadBundled(mediaFolder, report);
    return loaded;
  };
  return {
    findClass: (name) => (name.startsWith('java') ? load().findClass(name) : undefined),
    hasPackage: (name) => name.startsWith('java') && load().hasPackage(name),
  };
}

/** Reports a missing index: types of the platform are then unknown, and everything else still works. */
function loadBundled(mediaFolder: string, report: (problem: string) => void): SignatureSource {
  try {
    const bundled = loadSignatureIndex(readBundledSignatures(mediaFolder));
    if (bundled.ok) return bundled.value;
    report(bundled.problem.message);
  } catch (error) {
    report(`the bundled signatures could not be read (${messageOf(error)}): install Jouleline again`);
  }
  return NOTHING;
}
