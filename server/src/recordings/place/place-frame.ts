/**
 * The way from a frame of a profile to its place in the workspace, by evidence alone: if a frame could belong
 * to two places, the result says so, and nothing is guessed.
 *
 * Sits in `recordings/`. Classes by binary name (JLS 13.1): members by their own;
 * anonymous and local ones by the named class around them. Methods by
 * descriptor where there is one, else by line. Names of files that a profile
 * brings are compared with those of the workspace, and never opened.
 */
import * as v from 'valibot';
import { addTo } from '../../base/groups';
import { type Described, list, means, number, oneOf, optional, text } from '../../base/shapes';
import type { Frame } from '../model/imported-profile';
import { lineAt, type SourceClass, type SourceFile, type SourceMethod } from './source-classes';
import { parseMethodDescriptor } from '../../java/types/erasure';
import { describeType, isPrimitive } from '../../java/types/types';

const methodPlaceSchema = v.object({
  name: text('Binary name of its class, and its own: `nights/Nights.main`.'),
  first: number(),
  last: number(),
});
export type MethodPlace = Described<typeof methodPlaceSchema>;

export type UnplacedReason = (typeof UNPLACED_REASONS)[number];
export const UNPLACED_REASONS = [
  'library',
  'native',
  'kernel',
  'runtime',
  'thread',
  'idle',
  'ambiguous',
  'no place',
] as const;

/** The most frequent kinds stand first: kinds are tried in this order. */
export const placementSchema = v.variant('kind', [
  v.object({
    kind: v.literal('unplaced'),
    reason: oneOf(UNPLACED_REASONS),
    candidates: optional(list(text())),
  }),
  v.object({
    kind: v.literal('line'),
    path: text(),
    line: number(),
    method: optional(methodPlaceSchema),
  }),
  v.object({
    kind: v.literal('method'),
    path: text(),
    method: methodPlaceSchema,
    isStale: optional(means(v.literal(true), "The frame's line is none of the method's any more.")),
  }),
  /** One of these, and nothing says which. */
  v.object({ kind: v.literal('overloads'), path: text(), methods: list(methodPlaceSchema) }),
  /** The class is there, and no such method is written in it. */
  v.object({ kind: v.literal('class'), path: text(), class: text(), line: number() }),
]);
export type Placement = Described<typeof placementSchema>;

/**
 * Finds the place of a frame. At the level `method`, lines only serve to tell methods apart; they are not
 * trusted beyond that.
 */
export type PlaceFrame = (frame: Frame, level: 'line' | 'method') => Placement;

interface Candidate {
  readonly file: SourceFile;
  readonly class: SourceClass;
  /** Stands for an anonymous or local class in it. */
  readonly isAround: boolean;
}

export function createPlacer(files: readonly SourceFile[]): PlaceFrame {
  const byClass = new Map<string, Candidate[]>();
  const byBase = new Map<string, SourceFile[]>();
  for (const file of files) {
    const base = segmentsOf(file.path).at(-1) ?? '';
    addTo(byBase, base, file);
    for (const each of file.classes) addTo(byClass, each.name, { file, class: each, isAround: false });
  }

  function candidatesOf(owner: string): readonly Candidate[] {
    for (const name of spellingsOf(owner)) {
      const exact = byClass.get(name);
      if (exact !== undefined) return exact;
      for (let end = name.lastIndexOf('$'); end > 0; end = name.lastIndexOf('$', end - 1)) {
        const around = byClass.get(name.slice(0, end));
        if (around !== undefined) return around.map((each) => ({ ...each, isAround: true }));
      }
    }
    return [];
  }

  function placeJava(frame: Frame, level: 'line' | 'method'): Placement {
    const { class: owner, file } = frame;
    if (owner === undefined) return file === undefined ? NO_PLACE : placeByFile(file, frame);
    const candidates = candidatesOf(owner);
    if (candidates.length === 0)
      return file === undefined || !file.includes('/') ? LIBRARY : placeByFile(file, frame);
    const best = mostLikely(candidates, frame);
    const [only, ...others] = best;
    if (only === undefined || others.length > 0) return ambiguous(best);
    return placeIn(only, frame, level);
  }

  function placeIn(candidate: Candidate, frame: Frame, level: 'line' | 'method'): Placement {
    const { file, class: within } = candidate;
    const { path } = file;
    const methods = methodsFor(candidate, frame);
    const { line } = frame;
    const places = methods.map((method) => placeOf(within, method));
    const method = line === undefined ? undefined : innermostAt(places, line);
    if (method !== undefined && line !== undefined)
      return level === 'line' ? { kind: 'line', path, line, method } : { kind: 'method', path, method };
    const [only, ...others] = places;
    if (only !== undefined && others.length === 0)
      return { kind: 'method', path, method: only, ...(line === undefined ? {} : { isStale: true }) };
    if (only !== undefined) return { kind: 'overloads', path, methods: places };
    // A class and a line say enough.
    if (frame.method === undefined && line !== undefined && level === 'line') return placeByFile(path, frame);
    return { kind: 'class', path, class: within.name, line: within.first };
  }

  function placeByFile(given: string, { line }: Frame): Placement {
    const segments = segmentsOf(given);
    const named = byBase.get(segments.at(-1) ?? '') ?? [];
    const scored = named.map((file) => ({ file, score: commonEnd(segmentsOf(file.path), segments) }));
    const most = Math.max(0, ...scored.map(({ score }) => score));
    const [only, ...others] = scored.filter(({ score }) => score === most);
    if (only === undefined) return NO_PLACE;
    if (others.length > 0) return ambiguous([only, ...others]);
    const { file } = only;
    const first = file.classes[0];
    if (line === undefined) {
      return first === undefined
        ? NO_PLACE
        : { kind: 'class', path: file.path, class: first.name, line: first.first };
    }
    if (line > file.lineStarts.length) return NO_PLACE;
    const places = file.classes.flatMap((each) => each.methods.map((method) => placeOf(each, method)));
    const method = innermostAt(places, line);
    return { kind: 'line', path: file.path, line, ...(method === undefined ? {} : { method }) };
  }

  return (frame, level) => {
    switch (frame.kind) {
      case 'java':
        return placeJava(frame, level);
      case 'path':
        return frame.class === undefined && frame.file === undefined ? NO_PLACE : placeJava(frame, level);
      default:
        return { kind: 'unplaced', reason: frame.kind };
    }
  };
}

const LIBRARY: Placement = { kind: 'unplaced', reason: 'library' };
const NO_PLACE: Placement = { kind: 'unplaced', reason: 'no place' };

function ambiguous(candidates: readonly { readonly file: SourceFile }[]): Placement {
  return {
    kind: 'unplaced',
    reason: 'ambiguous',
    candidates: candidates.map(({ file }) => file.path).sort(),
  };
}

function placeOf(within: SourceClass, { name, first, last }: SourceMethod): MethodPlace {
  return { name: `${within.name}.${name}`, first, last };
}

function innermostAt(places: readonly MethodPlace[], line: number): MethodPlace | undefined {
  return places
    .filter(({ first, last }) => first <= line && line <= last)
    .sort((a, b) => a.last - a.first - (b.last - b.first))[0];
}

/**
 * The spellings of a class name: the name as it is, then with `Outer.Inner` read as `Outer$Inner`, since some
 * tools write it so.
 */
function* spellingsOf(owner: string): Generator<string> {
  yield owner;
  let name = owner;
  for (;;) {
    const next = name
      .replace(/\/(\p{Lu}[^/$]*)\/(?=\p{Lu})/u, '/$1$')
      .replace(/^(\p{Lu}[^/$]*)\/(?=\p{Lu})/u, '$1$');
    if (next === name) return;
    yield next;
    name = next;
  }
}

/**
 * The most likely candidates among classes of one name in several modules: those that have the method, and
 * the line in it.
 */
function mostLikely(candidates: readonly Candidate[], frame: Frame): readonly Candidate[] {
  if (candidates.length === 1) return candidates;
  const { file, line } = frame;
  const given = file?.includes('/') === true ? segmentsOf(file) : [];
  const ends = candidates.map((each) => commonEnd(segmentsOf(each.file.path), given));
  const longest = Math.max(...ends);
  const checks: readonly ((candidate: Candidate) => boolean)[] = [
    (candidate) => ends[candidates.indexOf(candidate)] === longest,
    (candidate) => matchingMethods(candidate, frame).length > 0,
    (candidate) => methodsFor(candidate, frame).length > 0,
    (candidate) =>
      line === undefined ||
      methodsFor(candidate, frame).some(({ first, last }) => first <= line && line <= last),
  ];
  return checks.reduce((left, check) => {
    const kept = left.filter(check);
    return kept.length === 0 ? left : kept;
  }, candidates);
}

/** The methods of the source that the frame may be of; one alone by its name, where its text has other types by now. */
function methodsFor(candidate: Candidate, frame: Frame): readonly SourceMethod[] {
  const matching = matchingMethods(candidate, frame);
  if (matching.length > 0 || candidate.isAround) return matching;
  const { name } = methodNamed(frame.method ?? '');
  const named = candidate.class.methods.filter((method) => method.name === name);
  return named.length === 1 ? named : [];
}

/**
 * The methods of a candidate that have the frame's method name and, as far as they are known, its parameter
 * types.
 */
function matchingMethods(
  { file, class: within, isAround }: Candidate,
  frame: Frame,
): readonly SourceMethod[] {
  const { method: given = '', descriptor, line, class: owner = '' } = frame;
  if (isAround) return insideOf(file, within, { name: given, owner, line });
  const { name, isLambda } = methodNamed(given);
  const named = within.methods.filter((method) => method.name === name);
  return descriptor === undefined || isLambda
    ? named
    : named.filter(({ parameters }) => canBe(descriptor, parameters, name));
}

/** A lambda's is that of the method around it: `lambda$load$0` of javac, `load$lambda$0` and `load$lambda-0` of Kotlin. */
function methodNamed(given: string): { readonly name: string; readonly isLambda: boolean } {
  const around = /^lambda\$(.+)\$\d+$/.exec(given)?.[1] ?? /^(.+?)\$lambda[$-]\d+/.exec(given)?.[1];
  const isConstructor = around === 'new' || around === '_init_';
  const name = isConstructor ? '<init>' : around === 'static' ? '<clinit>' : (around ?? given);
  return { name, isLambda: around !== undefined };
}

interface InnerMethod {
  readonly name: string;
  /** Its class, which no source names. */
  readonly owner: string;
  readonly line: number | undefined;
}

/**
 * The method around an anonymous or local class: by its line, else around where the text has the name of its own method
 * just once, else the one that Kotlin names such a class for (`Feed$load$1`).
 */
function insideOf(
  file: SourceFile,
  within: SourceClass,
  { name, owner, line }: InnerMethod,
): readonly SourceMethod[] {
  if (line !== undefined) return within.methods.filter(({ first, last }) => first <= line && line <= last);
  const written = writtenOnce(file, within, name);
  if (written !== undefined) {
    const outer = within.methods.filter(({ first, last }) => first <= written.first && written.last <= last);
    return outer.length > 0 ? outer : [written];
  }
  const [around] = owner.slice(within.name.length + 1).split('$');
  return within.methods.filter((method) => method.name === around);
}

function writtenOnce(file: SourceFile, within: SourceClass, name: string): SourceMethod | undefined {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return undefined;
  const text = file.text.slice(file.lineStarts[within.first - 1], file.lineStarts[within.last]);
  const heads = [
    ...text.matchAll(
      new RegExp(`(?<=[\\w>\\]]\\s+)${name.replaceAll('$', '\\$')}\\s*\\([^();]*\\)[^;{}()]*\\{`, 'gu'),
    ),
  ];
  const [only, ...others] = heads;
  if (only === undefined || others.length > 0) return undefined;
  const offset = (file.lineStarts[within.first - 1] ?? 0) + only.index;
  const first = lineAt(file.lineStarts, offset);
  const last = lineAt(file.lineStarts, closingBrace(file.text, offset + only[0].length));
  return { name, first, last };
}

/**
 * The offset of the brace that closes the one that is open at `from`. Braces in texts and comments are
 * counted too, since they are rare.
 */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

function segmentsOf(path: string): readonly string[] {
  return path.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.');
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}

/**
 * True if a descriptor of a class file (JVMS 4.3.3) can be that of a method as its source declares it. Simple
 * names are compared: what a name means is not asked.
 *
 * Constructors of inner classes and enums have parameters more, before those that are written (JVMS 4.7.24).
 */
function canBe(descriptor: string, declared: readonly string[] | undefined, name: string): boolean {
  if (declared === undefined || !/^\(.*\)/.test(descriptor)) return true;
  const given = parseMethodDescriptor(descriptor).parameters;
  // A damaged one tells nothing.
  if (given.some((type) => describeType(type).startsWith('?'))) return true;
  const added = given.length - declared.length;
  if (added < 0 || (added > 0 && name !== '<init>')) return false;
  return declared.every((type, index) => {
    const other = given[index + added];
    if (other === undefined) return false;
    const simple = describeType(other).replace(/^.*\./, '');
    if (type === simple) return true;
    // A variable erases to its bound, which may be an array's element, too.
    return type.startsWith('?') && dimensionsOf(simple) >= dimensionsOf(type) && !isPrimitive(other);
  });
}

function dimensionsOf(type: string): number {
  return type.split('[]').length - 1;
}
