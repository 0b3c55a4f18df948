/**
 * Reports for people: the setup check, and what belongs in a bug report.
 *
 * Free of `vscode`. A bug report is meant to be published: it names no folder,
 * file, user or host, and of settings that could it gives only the number.
 */
import type { DoctorCheck, DoctorReport } from '../../server/src/protocol/server-state';
import { escapeMarkdown } from '../../server/src/words/text-sections';

const marks: Readonly<Record<DoctorCheck['status'], string>> = { ok: '✓', note: 'ℹ', problem: '✗' };

export function writeSetupReport(report: DoctorReport, title: string): string {
  const checks = report.checks.map(
    ({ status, name, detail }) =>
      `- ${marks[status]} **${escapeMarkdown(name)}**: ${escapeMarkdown(oneLine(detail))}`,
  );
  return [`# ${title}`, '', `Jouleline ${report.version}`, '', ...checks, ''].join('\n');
}

export interface BugReportFacts {
  readonly extensionVersion: string;
  readonly editor: string;
  readonly platform: string;
  readonly node: string;
  /** "none", "wsl", "ssh-remote", …: the kind only, never the host. */
  readonly remote: string;
  readonly trusted: boolean;
  readonly folders: number;
  readonly serverStatus: string;
  /** The settings that differ from their defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly doctor: DoctorReport | undefined;
}

/** The folders and names that must not leave the machine. */
export interface Secrets {
  readonly folders: readonly string[];
  readonly names: readonly string[];
}

/** Settings that can name files, commands or code: only their length is told. */
const pathSettings = new Set([
  ...['classPath', 'javaHome', 'modelFiles', 'include', 'exclude', 'budget'],
  ...['entryPoints', 'profile.power', 'profile.timedCalls'],
]);

export function writeBugReport(facts: BugReportFacts, secrets: Secrets): string {
  const settings = Object.entries(facts.settings).map(
    ([key, value]) => `- \`jouleline.${key}\`: ${tellSetting(key, value)}`,
  );
  const checks = facts.doctor?.checks.map(
    (check) => `- ${marks[check.status]} ${check.name}: ${oneLine(check.detail)}`,
  );
  const clean = (line: string): string => scrub(line, secrets);
  return [
    '## What happened',
    '',
    '_What did you do, what did you expect, what did you see?_',
    '',
    '## Versions',
    '',
    `- Jouleline ${facts.extensionVersion}`,
    `- ${facts.editor}`,
    `- ${facts.platform}, Node ${facts.node}`,
    `- Remote: ${facts.remote}; folders: ${facts.folders}; trusted: ${facts.trusted ? 'yes' : 'no'}`,
    `- Server: ${facts.serverStatus}`,
    '',
    '## Settings that differ from the defaults',
    '',
    ...(settings.length > 0 ? settings.map(clean) : ['- none']),
    '',
    '## Setup Check',
    '',
    ...(checks?.map(clean) ?? ['- the server did not answer']),
    '',
  ].join('\n');
}

/** Folders may hold single blanks, the last part none: where a path with blanks ends can't be told. */
const windowsPath =
  /(?<![\w.])(?:[a-z]:|\\)\\+(?:[^\\\s:*?"<>|;,()]+(?: [^\\\s:*?"<>|;,()]+)*\\+)*[^\\\s:*?"<>|;,()]*/gi;
const posixPath = /(?<![\w.<])~?\/(?:[^/\s:;,()`'"]+(?: [^/\s:;,()`'"]+)*\/)+[^/\s:;,()`'"]*/g;

/** Takes out absolute paths, addresses with a host, the given folders and the given names. */
export function scrub(text: string, secrets: Secrets): string {
  const folders = secrets.folders
    .filter((folder) => folder.length > 1)
    .toSorted((a, b) => b.length - a.length);
  const known = folders.reduce((rest, folder) => rest.replaceAll(folder, '<folder>'), text);
  const withoutPaths = known
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '<address>')
    .replace(windowsPath, '<path>')
    .replace(posixPath, '<path>');
  const names = secrets.names.filter((name) => name.length > 1);
  return names.reduce(
    (rest, name) => rest.replace(new RegExp(`\\b${escapeRegExp(name)}\\b`, 'gi'), '<name>'),
    withoutPaths,
  );
}

function tellSetting(key: string, value: unknown): string {
  if (!pathSettings.has(key)) return `\`${JSON.stringify(value)}\``;
  if (Array.isArray(value)) return `${value.length} entries`;
  return value === '' ? 'not set' : 'set';
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ');
}

/** The most paragraphs of the status bar's tooltip: it lies over the text, and the menu has a page with all of it. */
const MOST_IN_TOOLTIP = 3;

/** The first paragraphs: the figure, and how it is known; `isPart` if there is more to say. */
export function brief(paragraphs: string): { readonly text: readonly string[]; readonly isPart: boolean } {
  const all = paragraphs.split('\n\n');
  return { text: all.slice(0, MOST_IN_TOOLTIP), isPart: all.length > MOST_IN_TOOLTIP };
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
