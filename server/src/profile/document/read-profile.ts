/**
 * Reads a saved profile, refuses files that are not one, and writes profiles.
 *
 * Sits in `profile/`, beside `profile-document.ts`.
 */
import { failAt, type Outcome } from '../../base/outcome';
import { isRecord, readDocument, readShape } from '../../base/shapes';
import { PROFILE_FORMAT, PROFILE_VERSION, type ProfileDocument, profileSchema } from './profile-document';

export function readProfile(text: string): Outcome<ProfileDocument> {
  const read = readDocument(text, { format: PROFILE_FORMAT, version: PROFILE_VERSION, kind: 'a profile' });
  if (!read.ok) return read;
  const current = read.value['version'] === 1 ? upgradeFrom1(read.value) : read.value;
  const shaped = readShape(profileSchema, current);
  if (!shaped.ok) return shaped;
  const made = shaped.value.keys.findIndex((key) => 'parts' in key);
  if (made !== -1) return failAt(`is damaged: keys[${made}] has parts, which no file has`);
  const lost = findLostContext(shaped.value) ?? findLostMethod(shaped.value);
  return lost === undefined ? shaped : failAt(`is damaged: ${lost} points to what is not there`);
}

/**
 * The first context whose caller does not precede it, or whose method or operations are not in the profile: such a tree
 * has holes or no end.
 */
function findLostContext({ tree, classes, keys }: ProfileDocument): string | undefined {
  const lost = tree?.contexts.findIndex(
    ([parent, owner, method, , , , operations], index) =>
      parent >= index ||
      classes[owner]?.methods[method] === undefined ||
      operations.some(([key]) => keys[key] === undefined),
  );
  return lost === undefined || lost === -1 ? undefined : `tree.contexts[${lost}]`;
}

/** The first method with an operation or a call that the lists of the profile do not have. */
function findLostMethod({ classes, keys, callees }: ProfileDocument): string | undefined {
  for (const [owner, { methods }] of classes.entries()) {
    const lost = methods.findIndex(
      ({ operations, invocations, unplaced = [], followed = [] }) =>
        [...operations, ...unplaced].some(([key]) => keys[key] === undefined) ||
        followed.some(([, , , ran]) => ran.some(([key]) => keys[key] === undefined)) ||
        invocations.some(([callee, , , key]) => callees[callee] === undefined || keys[key] === undefined),
    );
    if (lost !== -1) return `classes[${owner}].methods[${lost}]`;
  }
  return undefined;
}

/** Version 1 had no second runs, no measurements, and no calls between methods. */
function upgradeFrom1(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { program, counting, classes } = value;
  const { exitCode, signal } = isRecord(program) ? program : {};
  const ended =
    typeof signal === 'string' ? `was ended by ${signal}` : `exited with code ${String(exitCode)}`;
  return {
    ...value,
    version: PROFILE_VERSION,
    program: isRecord(program) ? { ...program, ended } : program,
    counting: isRecord(counting) ? { ...counting, runs: 1 } : counting,
    callees: [],
    classes: mapRecords(classes, (each) => ({
      ...each,
      supertypes: [],
      methods: mapRecords(each['methods'], (method) => ({ ...method, invocations: [] })),
    })),
  };
}

function mapRecords(
  list: unknown,
  change: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => (isRecord(item) ? change(item) : item)) : list;
}

/** Writes one JSON text in pieces, with a line for each class, so that files can be compared. */
export function* formatProfile(profile: ProfileDocument): Generator<string> {
  const { keys, classes, tree, trace, ...head } = profile;
  yield '{\n';
  for (const [name, value] of Object.entries(head))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  yield `"keys": [`;
  for (const [index, key] of keys.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(key)}`;
  yield `\n],\n"classes": [`;
  for (const [index, each] of classes.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(each)}`;
  yield '\n]';
  if (tree !== undefined) {
    const { contexts, ...others } = tree;
    yield `,\n"tree": ${JSON.stringify(others).slice(0, -1)},"contexts": [`;
    for (const [index, row] of contexts.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(row)}`;
    yield '\n]}';
  }
  if (trace !== undefined) yield `,\n"trace": ${JSON.stringify(trace)}`;
  yield '\n}\n';
}
