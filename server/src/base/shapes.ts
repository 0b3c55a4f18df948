/**
 * Definitions of what is stored and of what editors send, and how values are checked against them.
 *
 * Sits in `base/`. A definition is a schema of valibot, and the type of its values comes from it. The meanings of
 * members are part of it: docs/reference/formats.md and media/schemas are made of them. Texts that may have millions
 * of numbers are checked row by row by {@link rows}, without a schema for each number.
 */
import * as v from 'valibot';
import { at } from './check';
import { messageOf } from './failure';
import { failAt, type Outcome, succeed } from './outcome';

/** The type of the values that a definition describes. */
export type Described<S extends v.GenericSchema> = Frozen<v.InferOutput<S>>;
type Frozen<T> = unknown extends T ? T : { readonly [K in keyof T]: Frozen<T[K]> };

/** Facts beside the meaning. `unit` and `layout` are for documents, all others are keywords of JSON Schema. */
type ShapeNote = Readonly<Record<string, unknown>>;

/** The same definition with its meaning. It checks as fast as without: what `v.pipe` adds has nothing to run. */
export function means<S extends v.GenericSchema>(schema: S, meaning = '', note: ShapeNote = {}): S {
  const told = meaning === '' ? [] : [v.description(meaning)];
  return { ...schema, pipe: [schema, ...told, v.metadata(note)] };
}

export const optional = v.exactOptional;

export function text(meaning?: string): v.GenericSchema<string> {
  return means(v.string(), meaning);
}

export function flag(meaning?: string): v.GenericSchema<boolean> {
  return means(v.boolean(), meaning);
}

/** A finite number. */
export function number(meaning?: string, unit?: string): v.GenericSchema<number> {
  return means(v.pipe(v.number(), v.finite()), meaning, unit === undefined ? {} : { unit });
}

/** A finite number of at least 0. */
export function amount(meaning?: string, unit?: string): v.GenericSchema<number> {
  return means(v.pipe(v.number(), v.finite(), v.minValue(0)), meaning, unit === undefined ? {} : { unit });
}

/** The value of a counter of 64 bits. */
export function count(meaning?: string): v.GenericSchema<number> {
  return means(v.custom<number>(isCount), meaning, { layout: 'count' });
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 2 ** 64;
}

export function list<S extends v.GenericSchema>(item: S, meaning?: string): v.ArraySchema<S, undefined> {
  return means(v.array(item), meaning);
}

export function oneOf<const N extends readonly string[]>(
  names: N,
  meaning?: string,
): v.PicklistSchema<N, undefined> {
  return means(v.picklist(names), meaning);
}

/** A list of short lists, which one function checks. `layout` names the parts of a row: `[line, executions]`. */
export function rows<T>(
  isRow: (row: readonly unknown[]) => boolean,
  layout: string,
  meaning?: string,
): v.GenericSchema<readonly T[]> {
  const areRows = (value: unknown): boolean =>
    Array.isArray(value) && value.every((row) => Array.isArray(row) && isRow(row));
  return means(v.custom<readonly T[]>(areRows), meaning, { layout });
}

/** The place of the first value that is not as the definition says, such as `classes[3].name`; undefined if all is well. */
export function findWrong(schema: v.GenericSchema, value: unknown): string | undefined {
  if (quickTestOf(schema)(value)) return undefined;
  const { issues } = v.safeParse(schema, value, { abortEarly: true });
  return issues === undefined ? undefined : placeOf(issues[0]);
}

type Test = (value: unknown) => boolean;

/** The kinds of definitions that {@link quickTestOf} knows. */
type QuickSchema =
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.LiteralSchema<v.Literal, undefined>
  | v.PicklistSchema<readonly unknown[] & v.PicklistOptions, undefined>
  | v.CustomSchema<unknown, undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
  | v.ExactOptionalSchema<v.GenericSchema, undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.ObjectSchema<v.ObjectEntries, undefined>
  | v.RecordSchema<v.GenericSchema<string>, v.GenericSchema, undefined>
  | v.VariantSchema<string, v.ObjectSchema<v.ObjectEntries, undefined>[], undefined>;
type QuickCheck =
  | { readonly kind: 'validation'; readonly type: 'check' | 'finite'; readonly requirement: Test }
  | { readonly kind: 'validation'; readonly type: 'min_value'; readonly requirement: number };

/**
 * A test that is true only for values that are as the definition says. If it is false, valibot must decide: the value
 * is wrong, or the definition has parts that this test does not know. Valibot copies every object that it checks. This
 * test copies none, so that large files are read in less time.
 */
function quickTestOf(schema: v.GenericSchema): Test {
  const { pipe } = schema as {
    readonly pipe?: readonly (v.GenericSchema | v.GenericMetadata | QuickCheck)[];
  };
  if (pipe === undefined) return testOfKind(schema as QuickSchema);
  const tests = pipe.flatMap((part) => {
    if (part.kind === 'metadata') return [];
    return part.kind === 'schema' ? quickTestOf(part) : testOfCheck(part);
  });
  return tests.length === 1 ? at(tests, 0) : (value) => tests.every((test) => test(value));
}

function testOfCheck(check: QuickCheck): Test {
  switch (check.type) {
    case 'check':
    case 'finite':
      return check.requirement;
    case 'min_value':
      return (value) => typeof value === 'number' && value >= check.requirement;
    default:
      return () => false;
  }
}

function testOfKind(schema: QuickSchema): Test {
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return (value) => typeof value === schema.type;
    case 'number':
      return (value) => typeof value === 'number' && !Number.isNaN(value);
    case 'literal':
      return (value) => value === schema.literal;
    case 'picklist':
      return (value) => schema.options.includes(value);
    case 'custom':
      return (value) => schema.check(value);
    case 'nullable': {
      const test = quickTestOf(schema.wrapped);
      return (value) => value === null || test(value);
    }
    case 'exact_optional':
      return quickTestOf(schema.wrapped);
    case 'array': {
      const test = quickTestOf(schema.item);
      return (value) => Array.isArray(value) && value.every(test);
    }
    case 'object':
      return testOfMembers(schema.entries);
    case 'record': {
      const [testKey, testValue] = [quickTestOf(schema.key), quickTestOf(schema.value)];
      return (value) =>
        isRecord(value) && Object.entries(value).every(([key, each]) => testKey(key) && testValue(each));
    }
    case 'variant': {
      const tests = schema.options.map(quickTestOf);
      return (value) => tests.some((test) => test(value));
    }
    default:
      return () => false;
  }
}

function testOfMembers(entries: v.ObjectEntries): Test {
  const members = Object.entries(entries).map(([key, member]) => ({
    key,
    test: quickTestOf(member),
    isOptional: member.type === 'exact_optional',
  }));
  return (value) => {
    if (!isRecord(value)) return false;
    return members.every(({ key, test, isOptional }) => {
      const member = value[key];
      return member === undefined && !(key in value) ? isOptional : test(member);
    });
  };
}

/** The JSON path of what an issue is about; empty for the value as a whole. */
export function placeOf({ path }: v.BaseIssue<unknown>): string {
  return (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

/** The value itself if it is as the definition says, with members that the definition does not know; or where it is not. */
export function readShape<S extends v.GenericSchema>(schema: S, value: unknown): Outcome<Described<S>> {
  const wrong = findWrong(schema, value);
  return wrong === undefined ? succeed(value as Described<S>) : damagedAt(wrong);
}

export function damagedAt(place: string): Outcome<never> {
  return failAt(`is damaged: ${place} is missing or not what it should be`);
}

export function conforms<S extends v.GenericSchema>(schema: S, value: unknown): value is Described<S> {
  return v.is(schema, value);
}

/** The members of a value that are as the definition says. All others are left out. */
export function fittingMembers<const E extends v.ObjectEntries>(
  { entries }: v.ObjectSchema<E, undefined>,
  value: unknown,
): Partial<Described<v.ObjectSchema<E, undefined>>> {
  const given = isRecord(value) ? value : {};
  const fitting = Object.entries(entries).filter(([key, schema]) => key in given && v.is(schema, given[key]));
  return Object.fromEntries(fitting.map(([key]) => [key, given[key]])) as never;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads JSON; a byte order mark before it is no part of it. */
export function parseJson(json: string): Outcome<unknown> {
  try {
    return succeed(JSON.parse(json.startsWith('\uFEFF') ? json.slice(1) : json));
  } catch (error) {
    return failAt(`is no JSON: ${messageOf(error)}`);
  }
}

/**
 * The answer of a reader that calls itself for each level of a text; undefined where the text has more levels than any
 * that somebody wrote, and the calls no more room.
 */
export function readNested<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export interface DocumentHeader {
  readonly format: string;
  /** The newest version that is known. */
  readonly version: number;
  /** The name of the content for people, with its article: "a profile". */
  readonly kind: string;
}

/** Reads a JSON object that says of which format and version it is. */
export function readDocument(
  json: string,
  { format, version: newest, kind }: DocumentHeader,
): Outcome<Readonly<Record<string, unknown>>> {
  const parsed = parseJson(json);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (!isRecord(value) || value['format'] !== format)
    return failAt(`is no ${kind.replace(/^an? /, '')} of Jouleline`);
  const version = value['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return failAt(`is ${kind} without a version`);
  if (version > newest)
    return failAt(`is ${kind} of version ${version}; this Jouleline reads up to ${newest}`);
  return succeed(value);
}
