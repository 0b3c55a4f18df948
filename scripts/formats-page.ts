/**
 * The text of docs/reference/formats.md and the JSON Schemas of media/schemas, made of the definitions that check these
 * formats, so that they can't fall behind them. `build-reference.mjs` writes them; a test compares.
 *
 * Formats that are only written have no definition; `formats-template.md` describes them, and has a comment such as
 * `<!-- members: profile -->` where the members of a definition belong.
 */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { header as modelHeader } from '../server/src/cost/model/model-fields';
import { modelSchemas } from '../server/src/cost/model/model-file';
import { frequenciesSchema } from '../server/src/lines/learned/frequencies-document';
import { journalSchema } from '../server/src/models/calibrate/journal';
import { tailsSchema } from '../server/src/models/trace-fit/read-tails';
import { profileSchema } from '../server/src/profile/document/profile-document';
import { budgetSchema } from '../server/src/recordings/document/budget-file';
import { importSchema } from '../server/src/recordings/document/import-document';
import { energySchema } from '../server/src/recordings/import/energy-schema';
import { measurementSchema } from '../server/src/runs/measurement-record';
import { code } from './page-text';

const DEFINITIONS: Readonly<Record<string, v.GenericSchema>> = {
  profile: profileSchema,
  measurement: measurementSchema,
  import: importSchema,
  energy: energySchema,
  tails: tailsSchema,
  calibration: journalSchema,
  budget: budgetSchema,
  frequencies: frequenciesSchema,
  model: v.object(modelHeader),
  ...Object.fromEntries(
    Object.entries(modelSchemas).map(([kind, { entries }]) => [kind, v.object(withoutHeader(entries))]),
  ),
};

/** Definitions of files that people write, by the ends of their names: the extension contributes their schemas. */
const PUBLISHED: Readonly<Record<string, v.GenericSchema>> = {
  'jouleline-energy': energySchema,
  'jouleline-budget': budgetSchema,
};

/** The members that only one kind of model has. */
function withoutHeader(entries: v.ObjectEntries): v.ObjectEntries {
  return Object.fromEntries(
    Object.entries(entries).filter(([name]) => name !== 'kind' && !(name in modelHeader)),
  );
}

export function renderFormatsPage(template: string): string {
  return template.replaceAll(/<!-- members: (\w+) -->\n/g, (_, name: string) => {
    const definition = DEFINITIONS[name];
    if (definition === undefined) throw new Error(`there is no definition ${name}`);
    const root = definition as unknown as SchemaNode;
    const seen = new Map(
      Object.entries(DEFINITIONS).flatMap(([other, node]): [unknown, string][] =>
        other === name ? [] : [[node, `[${other}](#${other})`]],
      ),
    );
    return `${renderNode(root, '', seen).join('\n')}\n`;
  });
}

/** The texts of the published schemas, by the names of their files. */
export function renderSchemas(): Readonly<Record<string, string>> {
  const render = (schema: v.GenericSchema): string => {
    const { $schema, ...keywords } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
    return `${JSON.stringify({ $schema, ...keywords }, undefined, 2)}\n`;
  };
  return Object.fromEntries(
    Object.entries(PUBLISHED).map(([name, schema]) => [`${name}.schema.json`, render(schema)]),
  );
}

/** `contributes.jsonValidation` of package.json. */
export function contributedSchemas(): readonly { readonly fileMatch: string; readonly url: string }[] {
  return Object.keys(PUBLISHED).map((name) => ({
    fileMatch: `*.${name}.json`,
    url: `./media/schemas/${name}.schema.json`,
  }));
}

/** The parts of a schema of valibot that the page shows. */
interface SchemaNode {
  readonly type: string;
  readonly pipe?: readonly (SchemaNode & {
    readonly description?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  })[];
  readonly wrapped?: SchemaNode;
  readonly item?: SchemaNode;
  readonly key?: SchemaNode;
  readonly value?: SchemaNode;
  readonly literal?: unknown;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly options?: readonly unknown[];
}

interface Member {
  /** With its type or unit: `energy?:J`. */
  readonly name: string;
  /** A sentence, or nothing. */
  readonly meaning: string;
  /** The object that it is, or that its items are. */
  readonly inner: SchemaNode | undefined;
}

/** The definitions that are described already, each with the name of the member that its description belongs to. */
type Seen = Map<unknown, string>;

/** Formats say these of themselves at the top of the page. */
const COMMON = new Set(['$schema', 'format', 'version', 'generator']);
const MOST_WORDS_IN_LINE = 14;
const MOST_MEMBERS_IN_LINE = 5;

/** Short members in one item, then an item for each of the others, with theirs below. */
function renderNode(node: SchemaNode, indent: string, seen: Seen): readonly string[] {
  const bare = bareOf(node);
  if (bare.type === 'variant')
    return (bare.options ?? []).map(
      (option) => `${indent}- ${inLine(membersOf(option as SchemaNode), seen)}.`,
    );
  const members = membersOf(bare).filter(({ name }) => indent !== '' || !COMMON.has(plainName(name)));
  const short = members.filter(isShort);
  const others = members.filter((member) => !isShort(member));
  return [
    ...(short.length === 0 ? [] : [`${indent}- ${inLine(short, seen)}.`]),
    ...others.flatMap((member) => renderLong(member, indent, seen)),
  ];
}

function renderLong({ name, meaning, inner }: Member, indent: string, seen: Seen): readonly string[] {
  const start = [`${indent}- ${code(name)}:`, ...(meaning === '' ? [] : [meaning])].join(' ');
  if (inner === undefined) return [start];
  const known = seen.get(inner);
  if (known !== undefined) return [`${start} Like ${known}.`];
  seen.set(inner, code(plainName(name)));
  const members = inner.type === 'variant' ? undefined : membersOf(inner);
  return members?.every(isShort) === true
    ? [`${start} ${inLine(members, seen)}.`]
    : [start, ...renderNode(inner, `${indent}  `, seen)];
}

function membersOf(node: SchemaNode): readonly Member[] {
  return Object.entries(bareOf(node).entries ?? {}).map(([name, member]) => describe(name, member));
}

function describe(key: string, member: SchemaNode): Member {
  const isOptional = member.type === 'exact_optional' || member.type === 'optional';
  const node = isOptional ? (member.wrapped ?? member) : member;
  const bare = bareOf(node);
  const item = bare.type === 'array' ? bare.item : undefined;
  const inner = bareOf(item ?? bare);
  const facts = { ...(item === undefined ? {} : factsOf(item)), ...factsOf(node) };
  const type = facts.unit ?? typeOf(inner, facts.layout);
  const name = `${key}${item === undefined ? '' : '[]'}${isOptional ? '?' : ''}`;
  return {
    name: type === '' ? name : `${name}:${type}`,
    meaning: facts.meaning ?? '',
    inner: inner.entries !== undefined || inner.type === 'variant' ? inner : undefined,
  };
}

/** `energy` of `energy?:J`. */
function plainName(name: string): string {
  return /^[\w$]+/.exec(name)?.[0] ?? name;
}

interface Facts {
  readonly meaning?: string;
  readonly unit?: string;
  readonly layout?: string;
}

/** The facts in the pipes around a schema; those of the outermost pipe come first. */
function factsOf({ pipe = [] }: SchemaNode): Facts {
  const [first, ...actions] = pipe;
  return actions.reduce(
    (known: Facts, { description, metadata }) => ({
      ...known,
      ...(description === undefined ? {} : { meaning: description }),
      ...metadata,
    }),
    first === undefined ? {} : factsOf(first),
  );
}

function bareOf(node: SchemaNode): SchemaNode {
  const first = node.pipe?.[0];
  return first === undefined ? node : bareOf(first);
}

/** The type as code; empty for texts, and for objects, whose members say what they are. */
function typeOf(node: SchemaNode, layout: string | undefined): string {
  if (layout !== undefined) return layout.replaceAll(', ', ',');
  switch (node.type) {
    case 'boolean':
      return 'flag';
    case 'number':
      return 'number';
    case 'literal':
      return String(node.literal);
    case 'nullable':
      return `${typeOf(bareOf(node.wrapped ?? node), undefined) || 'text'}|null`;
    case 'picklist':
      return (node.options ?? []).join('|');
    default:
      return '';
  }
}

function isShort({ meaning, inner }: Member): boolean {
  if (inner === undefined) return meaning.split(' ').length <= MOST_WORDS_IN_LINE;
  if (inner.type === 'variant' || meaning !== '') return false;
  const members = membersOf(inner);
  return (
    members.length <= MOST_MEMBERS_IN_LINE &&
    members.every((member) => member.inner === undefined && isShort(member))
  );
}

function inLine(members: readonly Member[], seen: Seen): string {
  return members
    .map(({ name, meaning, inner }) => {
      const told = inner === undefined ? withoutPeriod(meaning) : innerInLine(name, inner, seen);
      return told === '' ? code(name) : `${code(name)} (${told})`;
    })
    .join(', ');
}

function innerInLine(name: string, inner: SchemaNode, seen: Seen): string {
  const known = seen.get(inner);
  seen.set(inner, known ?? code(plainName(name)));
  return known === undefined ? inLine(membersOf(inner), seen) : `like ${known}`;
}

function withoutPeriod(meaning: string): string {
  const start = /^[A-Z][a-z]|^A /.test(meaning) ? meaning.charAt(0).toLowerCase() : meaning.charAt(0);
  return `${start}${meaning.slice(1)}`.replace(/\.$/, '');
}
