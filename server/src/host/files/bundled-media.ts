/**
 * The data files that come with the tool. Sits in `host/`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openZip } from '../../classfile/archives/zip';
import { accessFile, inflateRaw } from './random-access-file';
import { createHash } from 'node:crypto';
import { readBytesSync, readTextSync } from './read-file';

/** The media folder beside `dist/`, where every entry point is bundled to. */
export function mediaFolderOf(bundleFolder: string): string {
  return join(bundleFolder, '..', 'media');
}

export function readBundledModels(
  mediaFolder: string,
): readonly { readonly fileName: string; readonly text: string }[] {
  const folder = join(mediaFolder, 'models');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ fileName: name, text: readTextSync(join(folder, name)) }));
}

/** The unzipped index of the platform's public signatures. */
export function readBundledSignatures(mediaFolder: string): Uint8Array {
  return gunzipSync(readBytesSync(join(mediaFolder, 'signatures', 'java-25.bin')));
}

/** The unzipped table of what methods of the platform do. */
export function readBundledBodies(mediaFolder: string): Uint8Array {
  return gunzipSync(readBytesSync(join(mediaFolder, 'bodies', 'java-25.bin')));
}

/** The text of the library calls that were measured for all. */
export function readBundledCalls(mediaFolder: string): string {
  return readTextSync(join(mediaFolder, 'bodies', 'calls-25.json'));
}

/** The Java agent, built from server/agent. */
export function agentJarOf(mediaFolder: string): string {
  return join(mediaFolder, 'agent', 'jouleline-agent.jar');
}

/** The class files in the agent's jar. Throws if the jar is not as it was built. */
export function readAgentClasses(
  mediaFolder: string,
): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  const path = agentJarOf(mediaFolder);
  const file = accessFile(path);
  const jar = file.ok ? openZip(file.value, inflateRaw, (name) => name.endsWith('.class')) : file;
  if (!jar.ok) throw new Error(`${path}: ${jar.problem.message}`);
  return Array.from(jar.value.entries, ([name, entry]) => {
    const bytes = jar.value.read(entry);
    if (!bytes.ok) throw new Error(`${path}: ${bytes.problem.message}`);
    return { name, bytes: bytes.value };
  });
}

/** The style and the script of a page. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

/** The parts of the page of a report. */
export function readHeatMapAssets(mediaFolder: string): PageAssets {
  const folder = join(mediaFolder, 'webviews', 'heatmap');
  return {
    style: readTextSync(join(folder, 'heatmap.css')),
    script: readTextSync(join(folder, 'heatmap.js')),
  };
}

/** The parts of a page that stands alone, beside its data. */
interface AlonePageAssets extends PageAssets {
  readonly hashOf: (text: string) => string;
}

const COMPARISON_STYLES = [
  'comparison/standalone.css',
  'page/page.css',
  'page/rows.css',
  'comparison/comparison.css',
];

/** The parts of a page about two programs. */
export function readComparisonAssets(bundleFolder: string): AlonePageAssets {
  return readPage(bundleFolder, COMPARISON_STYLES, 'comparison-page.js');
}

/** The parts of a page about more than two programs. */
export function readProgramsAssets(bundleFolder: string): AlonePageAssets {
  return readPage(bundleFolder, [...COMPARISON_STYLES, 'programs/programs.css'], 'programs-page.js');
}

function readPage(bundleFolder: string, styles: readonly string[], script: string): AlonePageAssets {
  const views = join(mediaFolderOf(bundleFolder), 'webviews');
  return {
    style: styles.map((path) => readTextSync(join(views, path))).join('\n'),
    script: readTextSync(join(bundleFolder, script)),
    hashOf: policyHash,
  };
}

/** The hash by which a content security policy knows a style or a script: `sha256-…` (CSP 3, section 2.3.1). */
export function policyHash(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
