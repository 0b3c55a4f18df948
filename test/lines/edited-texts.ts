/**
 * Edits of Java texts after they were compiled. How an edit is made tells which methods' counts no longer fit, so
 * that what is left out of a profile can be held against the truth.
 */
import type { FileOperations, MemberRecord } from '../../server/src/analysis/file-operations';
import { present } from '../../server/src/base/check';
import { indexLines } from '../../server/src/base/line-index';
import { createCountedSources } from '../../server/src/lines/counted-file';
import { describeDefinitions } from '../../server/src/profile/document/describe-counts';
import { PROFILE_FORMAT, PROFILE_VERSION } from '../../server/src/profile/document/profile-document';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { instrumentClasses } from '../../server/src/profile/probes/instrument-classes';
import type { Random } from '../fuzz/random';

/** A profile as if each instruction of the classes had run once, of a run that knew none of the texts. */
export function ranOnce(classes: readonly Uint8Array[]): ProfileDocument {
  const { classes: placed } = instrumentClasses(
    classes.map((bytes) => ({ place: '', bytes })),
    'shared',
  );
  return {
    format: PROFILE_FORMAT,
    version: PROFILE_VERSION,
    generator: { name: 'jouleline', version: '0.0.0' },
    started: '2026-01-01T00:00:00.000Z',
    record: 'counts',
    program: { command: [], classPath: [], virtualMachines: [], exitCode: 0, signal: null, ended: '' },
    counting: { runs: 1, threads: 'shared', hasOtherThreads: false, isExact: true, running: [] },
    coverage: { instrumentedClasses: 0, loadedClasses: 0, differing: [], failed: [], leftOut: [] },
    ...describeDefinitions(placed, () => true),
  };
}

/** The keys of the methods whose counts a profile leaves out of a text, also in the terms of another model. */
export function leftOutOf(
  profile: ProfileDocument,
  file: FileOperations,
  text: string,
  inTerms = profile,
): ReadonlySet<string> {
  const counted = createCountedSources(inTerms, 'caller', profile).fileOf({ text, file }, indexLines(text));
  return new Set(counted?.stale.map(({ key }) => key));
}

/** The methods of a text that ran, by key, with the lines of their code from 1. */
export type RanMethods = ReadonlyMap<string, readonly number[]>;

export function ranMethods({ classes }: ProfileDocument, { members }: FileOperations): RanMethods {
  const known = new Set(members.filter(({ kind }) => kind === 'method').map(({ key }) => key));
  return new Map(
    classes.flatMap(({ name: owner, methods }) =>
      methods.flatMap(({ name, descriptor, lines }) => {
        const key = `${owner}.${name}${descriptor}`;
        return lines.length > 0 && known.has(key) ? [[key, lines.map(([line]) => line)] as const] : [];
      }),
    ),
  );
}

export interface EditedText {
  readonly text: string;
  /** The methods that are another now, or whose lines are. */
  readonly stale: ReadonlySet<string>;
  /** What was changed, for people. */
  readonly what: string;
}

interface EditedFile {
  readonly text: string;
  readonly file: FileOperations;
  readonly ran: RanMethods;
}

type Edit = (given: EditedFile, random: Random) => EditedText | undefined;

interface Place {
  /** From 1. */
  readonly line: number;
  readonly content: string;
  /** The innermost method. */
  readonly method: string;
}

/** The lines of code in the methods that ran, without what is mostly text. */
function placesOf({ text, file, ran }: EditedFile): readonly Place[] {
  const lines = indexLines(text);
  const contents = text.split('\n');
  const innermost = new Map<number, MemberRecord>();
  const longestFirst = [...file.members].sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const member of longestFirst)
    for (let line = lines.lineAt(member.start); line <= lines.lineAt(member.end); line++)
      innermost.set(line + 1, member);
  return [...innermost].flatMap(([line, { key, kind }]) => {
    const content = present(contents[line - 1], 'a line');
    const isCode = ran.get(key)?.includes(line) === true && !/^\s*(?:\*|\/\*|\/\/|@)|["'`]/.test(content);
    return kind === 'method' && isCode ? [{ line, content, method: key }] : [];
  });
}

/** Replaces what matches on one of the lines that have it. */
function replace(pattern: RegExp, by: (found: RegExpExecArray) => string): Edit {
  return (given, random) => {
    const places = placesOf(given).flatMap((place) => {
      const code = place.content.replace(/\/\/.*$/, '');
      return [...code.matchAll(pattern)].map((found) => ({ ...place, found }));
    });
    const chosen = random.among(places);
    if (chosen === undefined) return undefined;
    const { line, content, method, found } = chosen;
    const other = content.slice(0, found.index) + by(found) + content.slice(found.index + found[0].length);
    return {
      text: withLine(given.text, line, [other]),
      stale: new Set([method]),
      what: `${content.trim()} → ${other.trim()}`,
    };
  };
}

function withLine(text: string, line: number, by: readonly string[]): string {
  return text
    .split('\n')
    .toSpliced(line - 1, 1, ...by)
    .join('\n');
}

/** The methods with code at or below a line. */
function below(ran: RanMethods, line: number): ReadonlySet<string> {
  return new Set([...ran].flatMap(([key, lines]) => (lines.some((each) => each >= line) ? [key] : [])));
}

function insert(content: string): Edit {
  return (given, random) => {
    const place = random.among(placesOf(given));
    if (place === undefined) return undefined;
    return {
      text: withLine(given.text, place.line, [content, place.content]),
      stale: below(given.ran, place.line),
      what: `a line above ${place.line}: ${place.content.trim()}`,
    };
  };
}

/** Two methods that follow each other change places. */
const swapMethods: Edit = ({ text, file, ran }, random) => {
  const own = file.members.filter(({ key }) => ran.has(key));
  const pairs = own.flatMap((first, index) => {
    const second = own[index + 1];
    const isPair = second !== undefined && first.end < second.start && first.className === second.className;
    return isPair ? [{ first, second }] : [];
  });
  const pair = random.among(pairs);
  if (pair === undefined) return undefined;
  const { first, second } = pair;
  const between = text.slice(first.end, second.start);
  const swapped = text.slice(second.start, second.end) + between + text.slice(first.start, first.end);
  const lines = indexLines(text);
  const heights = [first, second].map(({ start, end }) => lines.lineAt(end) - lines.lineAt(start));
  const stale = new Set([first.key, second.key]);
  if (heights[0] !== heights[1])
    for (const { key, start, end } of own) if (start > first.end && end < second.start) stale.add(key);
  for (const { key, start, end } of own)
    if ([first, second].some((each) => start >= each.start && end <= each.end)) stale.add(key);
  return {
    text: text.slice(0, first.start) + swapped + text.slice(second.end),
    stale,
    what: `${first.name} and ${second.name}`,
  };
};

/** Two lines of a method that follow each other change places. */
const swapLines: Edit = (given, random) => {
  const places = placesOf(given);
  const isStatement = ({ content }: Place): boolean => /^\s*[\w.]+.*;\s*$/.test(content);
  const pairs = places.flatMap((first) => {
    const second = places.find(({ line, method }) => line === first.line + 1 && method === first.method);
    const isPair = second !== undefined && isStatement(first) && isStatement(second);
    return isPair && first.content.trim() !== second.content.trim() ? [{ first, second }] : [];
  });
  const pair = random.among(pairs);
  if (pair === undefined) return undefined;
  const { first, second } = pair;
  return {
    text: withLine(withLine(given.text, first.line, [second.content]), second.line, [first.content]),
    stale: new Set([first.method]),
    what: `${first.content.trim()} ↔ ${second.content.trim()}`,
  };
};

const OTHER_OPERATOR: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const OTHER_CONDITION: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&' },
};

export const EDITS: Readonly<Record<string, Edit>> = {
  'line inserted': insert(''),
  'statement inserted': insert('        System.nanoTime();'),
  'line removed': (given, random) => {
    const place = random.among(placesOf(given).filter(({ content }) => /^\s*[\w.]+.*;\s*$/.test(content)));
    if (place === undefined) return undefined;
    return {
      text: withLine(given.text, place.line, []),
      stale: below(given.ran, place.line),
      what: `${place.line}: ${place.content.trim()}`,
    };
  },
  constant: replace(/(?<![\w.])\d+(?![\w.])/g, ([number]) => String(Number(number) + 1)),
  operator: replace(/(?<=[\w)\]] )[-+*/%](?= [\w(])/g, ([operator]) =>
    present(OTHER_OPERATOR[operator], 'an operator'),
  ),
  condition: replace(/(?<= )(?:<=?|>=?|[=!]=|&&|\|\|)(?= )/g, ([sign]) =>
    present(OTHER_CONDITION[sign], 'a condition'),
  ),
  'negated condition': replace(/(?<=\bif \()(?=\w)/g, () => '!'),
  argument: replace(/(?<=\w\()(\w+), (\w+)(?=[,)])/g, ([, first = '', second = '']) => `${second}, ${first}`),
  'further argument': replace(/(?<=\w\(\w+)(?=\))/g, () => ', 7'),
  'called method': replace(/(?<=\.)[a-z]\w*(?=\()/g, ([name]) => `${name}Twice`),
  'lines exchanged': swapLines,
  'methods exchanged': swapMethods,
};
