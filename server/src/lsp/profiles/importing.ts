/**
 * The command "Import Measurements": files of other tools become a document among the workspace's profiles, while the
 * server goes on answering.
 *
 * Sits in `lsp/`, over the thread of `tasks/import/import-thread`.
 */
import { linksWithin } from '../../host/files/source-files';
import { rm } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode-languageserver/node';
import { withDefined } from '../../base/check';
import { Failure } from '../../base/failure';
import {
  type HotPlace,
  type MeasureSummary,
  type RecordingSummary,
  summarizeRecording,
  type UnplacedSummary,
} from '../../recordings/model/summarize-recording';
import type { ImportAnswer, ImportParams } from '../../protocol/imports';
import type { Settings } from '../../protocol/settings';
import type { SavedImport, SavePlace } from '../../tasks/import/import-main';
import type { ImportRequest } from '../../tasks/import/import-measurements';
import { ImportCanceled, type ImportThread } from '../../tasks/import/import-thread';
import { loadShown } from './saved-profiles';
import { amountWords } from '../../pages/component-words';
import { formatShare } from '../../words/energy-text';
import { code, codes, join as joinParts, table, unbroken } from '../views/markdown';

/** Throws as `saveInThread` does. */
export type SaveImport = (
  request: ImportRequest,
  save: SavePlace,
  events: Pick<ImportThread, 'canceled' | 'onBytes'>,
) => Promise<SavedImport>;

interface ImportWiring {
  readonly version: string;
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
  /** The settings of the import; `javaHome` is absolute if it is a folder. */
  readonly settings: Pick<Settings, 'include' | 'exclude' | 'javaHome'>;
  readonly save: SaveImport;
  /** Reports progress with a sentence. */
  readonly report: (message: string) => void;
}

export async function importFiles(
  { paths, energy, power, device, lines, spread }: ImportParams,
  { version, folders, isTrusted, settings, save, report }: ImportWiring,
  token: CancellationToken,
): Promise<ImportAnswer> {
  const [folder, ...others] = folders;
  if (folder === undefined)
    return failed(
      l10n.t('Open the folder with the source code first. Recordings are shown on it and saved in it.'),
    );
  if (paths.length === 0) return failed(l10n.t('No files were chosen.'));
  if (energy !== undefined && !(Number.isFinite(energy) && energy > 0))
    return failed(l10n.t('{0} J is not a valid energy. Enter a positive number.', energy));
  const { include, exclude, javaHome } = settings;
  const stop = new AbortController();
  const canceled = new Promise<ImportAnswer>((resolve) => {
    const cancel = (): void => {
      stop.abort();
      resolve({ kind: 'canceled', path: '', message: l10n.t('The import was canceled.'), report: '' });
    };
    token.onCancellationRequested(cancel);
    if (token.isCancellationRequested) cancel();
  });
  const request: ImportRequest = {
    paths,
    sources: folders,
    sourceChoice: { include, exclude, base: folder, ...linksWithin(folders, isTrusted) },
    lines: lines === true,
    spread: spread === true,
    history: { kind: 'date' },
    javaHome,
    ...withDefined({
      total: energy === undefined ? undefined : { energy },
      power,
      device,
      whyNothingRuns: isTrusted ? undefined : whyNothingRuns(),
    }),
  };
  const events = {
    canceled: stop.signal,
    onBytes: (path: string, bytes: number): void => {
      report(`${basename(path)}: ${Math.round(bytes / 1e6)} MB`);
    },
  };
  const saved = save(request, { folders: [folder, ...others], name: nameOf(paths), version }, events).then(
    async (result) => {
      // The import was done before it could be stopped.
      if (stop.signal.aborted && result.path !== undefined) await rm(result.path, { force: true });
      return answerOf(result);
    },
    (error: unknown): ImportAnswer => {
      if (error instanceof Failure || error instanceof ImportCanceled) return failed(error.message);
      throw error;
    },
  );
  // The cancellation is answered at once: the thread undoes by itself what it began.
  return Promise.race([canceled, saved]);
}

/** The report on a saved import: how much of it lies in the sources, and how much does not. */
export async function reportOn(path: string): Promise<{ readonly title: string; readonly markdown: string }> {
  const saved = await loadShown(path);
  const recordings = saved.kind === 'import' ? saved.document.recordings : [];
  return {
    title: basename(path, '.json'),
    markdown: writeImportReport(
      recordings.map((each) => summarizeRecording(each)),
      [],
    ),
  };
}

/**
 * The sentence that says why nothing is run in a workspace that is not trusted. The JDK would be the user's own, but
 * paths to it may lead into the workspace, and a user who does not trust a folder expects that nothing runs on its
 * files. Git is not run either, because its configuration may lie in the folder: sources count as they are.
 */
function whyNothingRuns(): string {
  return l10n.t(
    'is a binary recording, which the JDK’s own jfr prints, and nothing is run in a restricted workspace: trust it, or import what "jfr print --json" wrote',
  );
}

function answerOf({ path, recordings, problems }: SavedImport): ImportAnswer {
  const report = writeImportReport(recordings, problems);
  const [first] = problems;
  if (path === undefined) return { ...failed(first ?? l10n.t('There is nothing to import.')), report };
  return { kind: 'done', path, message: messageOf(recordings, problems), report };
}

/** The message about an import, short enough for a notification. */
function messageOf(recordings: readonly RecordingSummary[], problems: readonly string[]): string {
  const [first] = recordings;
  const count = problems.length + recordings.reduce((sum, each) => sum + each.problems.length, 0);
  const parts = [
    recordings.length === 1 && first !== undefined
      ? `${first.title}: ${first.headline === '' ? l10n.t('no values') : first.headline}`
      : l10n.t('Recordings imported: {0}.', recordings.length),
    count === 0 ? '' : l10n.t('Problems: {0} (see the summary).', count),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function failed(message: string): ImportAnswer {
  return { kind: 'failed', path: '', message, report: '' };
}

/** The name of the first file, without characters that some systems do not allow. */
function nameOf([first = '']: readonly string[]): string {
  const name = basename(first).replace(/(?:\.gz)?$/, '');
  return (
    name
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 80) || 'import'
  );
}

/**
 * Writes the report as Markdown; `problems` belong to no recording, such as files that are no recordings. Names come
 * from other people's files, so all stand between backticks.
 */
export function writeImportReport(
  recordings: readonly RecordingSummary[],
  problems: readonly string[],
): string {
  const parts = [
    ...(problems.length === 0 ? [] : [`# ${l10n.t('Skipped')}`, bullets(problems)]),
    ...recordings.map(writeRecording),
  ];
  return `${parts.join('\n\n')}\n`;
}

function writeRecording(recording: RecordingSummary): string {
  const { name, device, tool, date, measures, hottest, unplaced, furtherUnplaced, problems } = recording;
  const about = (
    [
      [l10n.t('Recorded by'), tool],
      [l10n.t('On'), device],
      [l10n.t('At'), date.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC')],
    ] as const
  ).map(([what, value]) => (value === '' ? '' : `${what}: ${code(value)}`));
  const { methods, lines } = hottest;
  const hot = (heading: string, first: string, places: readonly HotPlace[]): readonly string[] =>
    places.length === 0 ? [] : [`## ${heading}`, tableOfHottest(first, places, recording.unit)];
  const parts = [
    `# ${code(name)}`,
    joinParts(about, '  \n'),
    ...measures.map(writeMeasure),
    ...hot(l10n.t('Hottest methods'), l10n.t('Method'), methods),
    recording.hasBiasedLines && methods.length > 0 && lines.length === 0 ? whyNoLines() : '',
    ...hot(l10n.t('Hottest lines'), l10n.t('In method'), lines),
    ...(problems.length === 0 ? [] : [`## ${l10n.t('How far to trust this')}`, bullets(problems)]),
    ...(unplaced.length === 0
      ? []
      : [`## ${l10n.t('Not found in the source code')}`, tableOf(unplaced, furtherUnplaced)]),
  ];
  return joinParts(parts, '\n\n');
}

/** The total of one recorded amount, and where it is. */
function writeMeasure({ name, of, unit, total, parts }: MeasureSummary): string {
  const rows = parts.map(({ where, amount, share }) => [
    WHERE[where](),
    unbroken(amount),
    unbroken(formatShare(share)),
  ]);
  return joinParts(
    [
      `${code(of === '' ? name : `${name} (${of})`)}: **${unbroken(total)}**. ${MEANING[unit]()}`,
      rows.length === 0
        ? ''
        : table('lrr', [l10n.t('Where'), amountWords(l10n)[unit], l10n.t('Share')], rows),
    ],
    '\n\n',
  );
}

/** The meaning of amounts in each unit. Functions, because translations are loaded after this file. */
const MEANING: Readonly<Record<MeasureSummary['unit'], () => string>> = {
  joules: () => '',
  seconds: timeMeaning,
  samples: timeMeaning,
  bytes: () => l10n.t('They say what memory was asked for, not energy.'),
  share: () => l10n.t('Only the proportions are known.'),
};

function timeMeaning(): string {
  return l10n.t(
    'They say where time went, not energy. If a meter measured the run, use “Import Recordings” and give its energy.',
  );
}

const WHERE: Readonly<Record<MeasureSummary['parts'][number]['where'], () => string>> = {
  sources: () => l10n.t('Source code of this workspace'),
  called: () => l10n.t('Library code that it calls'),
  library: () => l10n.t('Other code, such as libraries, that nothing here calls'),
  native: () => l10n.t('Native code that nothing here calls'),
  kernel: () => l10n.t('The operating system'),
  runtime: () => l10n.t('The Java runtime, such as compilation and garbage collection'),
  thread: () => l10n.t('Threads, without a method'),
  idle: () => l10n.t('Waiting'),
  ambiguous: () => l10n.t('Code that several files could hold'),
  'no place': () => l10n.t('Code that has no place here'),
};

function whyNoLines(): string {
  return l10n.t(
    'Colors and figures stand on the line of each method’s name: line numbers of compiled code are often wrong. To see lines all the same, use “Import Recordings” with “Use line numbers from samples”.',
  );
}

function tableOfHottest(first: string, places: readonly HotPlace[], unit: MeasureSummary['unit']): string {
  const rows = places.map(({ name, path, line, amount, share }) => [
    code(name),
    linkTo(path, line),
    unbroken(amount),
    unbroken(formatShare(share)),
  ]);
  return table('llrr', [first, l10n.t('Place'), amountWords(l10n)[unit], l10n.t('Share')], rows);
}

/** A link to a line of a file in the workspace's first folder, which paths of imports begin in. */
function linkTo(path: string, line: number): string {
  const shown = code(`${basename(path)}:${line}`);
  const isWithin = !isAbsolute(path) && !path.startsWith('..');
  return isWithin ? `[${shown}](/${path.split('/').map(encode).join('/')}#L${line})` : shown;
}

/** A part of a path, with nothing that ends a link. */
function encode(part: string): string {
  return encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29');
}

function tableOf(unplaced: readonly UnplacedSummary[], further: number): string {
  const rows = unplaced.map(({ name, reason, amounts, candidates }) => {
    const why = candidates.length === 0 ? WHERE[reason]() : `${WHERE[reason]()}: ${codes(candidates)}`;
    return [code(name), amounts.join(', '), why];
  });
  if (further > 0) rows.push([l10n.t('{0} more in the saved file', further)]);
  return table('lrl', [l10n.t('Name'), l10n.t('Amount'), l10n.t('What it is')], rows);
}

function bullets(texts: readonly string[]): string {
  return texts.map((text) => `- ${code(text)}`).join('\n');
}
