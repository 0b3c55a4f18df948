/**
 * Findings as SARIF 2.1.0 (OASIS, 2020), which code hosts and editors show at
 * their lines.
 *
 * Sits in `cli/`. One rule: code takes more energy than its budget.
 */
import type { PlacedValue } from '../../recordings/place/placed-values';
import type { Location, Log, Result } from 'sarif';

export interface Finding {
  /** Absent where it lies in no source. */
  readonly place?: FindingPlace;
  /** The full name of the method or the class that it is about; absent for a line or a program. */
  readonly logicalName?: { readonly name: string; readonly kind: 'function' | 'type' };
  readonly message: string;
  /** `error`: it fails a check; `note`: it may be over, within the uncertainty. */
  readonly level: 'error' | 'warning' | 'note';
  /** The identity by which the same finding is known again in another run: `class.method` or the line's method. */
  readonly identity: string;
}

export interface FindingPlace {
  /** The file's path as the user named it, with `/` between its parts. */
  readonly path: string;
  /** The line, counted from 1. */
  readonly line: number;
}

const RULE = 'energy-over-budget';
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export function formatSarif(findings: readonly Finding[], version: string): string {
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Jouleline',
            version,
            rules: [
              {
                id: RULE,
                shortDescription: { text: 'Code takes more energy than its budget' },
                defaultConfiguration: { level: 'warning' },
              },
            ],
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(describeFinding),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 1)}\n`;
}

function describeFinding({ place, logicalName, message, level, identity }: Finding): Result {
  return {
    ruleId: RULE,
    ruleIndex: 0,
    level,
    message: { text: message },
    ...(place === undefined && logicalName === undefined
      ? {}
      : {
          locations: [
            { ...(place && locationOf(place)), ...(logicalName && logicalLocationOf(logicalName)) },
          ],
        }),
    partialFingerprints: { 'place/v1': identity },
  };
}

function locationOf({ path, line }: FindingPlace): Location {
  return { physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: { startLine: line } } };
}

function logicalLocationOf({ name, kind }: NonNullable<Finding['logicalName']>): Location {
  return { logicalLocations: [{ fullyQualifiedName: name, kind }] };
}

/** Relative to wherever the paths are; an absolute one is a `file` URI (RFC 8089). */
function uriOf(path: string): string {
  const encoded = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]:\//.test(path)) return `file:///${path.slice(0, 2)}${encoded.slice(encoded.indexOf('/'))}`;
  return encoded.startsWith('/') ? `file://${encoded}` : encoded;
}

/** The place of a finding, with the name that it has there. */
export function findingPlaceOf(
  placement: PlacedValue['placement'],
): FindingPlace & { readonly name: string } & Pick<Finding, 'logicalName'> {
  const { path } = placement;
  switch (placement.kind) {
    case 'line':
      return {
        path,
        line: placement.line,
        name: `${placement.method?.name.replaceAll('/', '.') ?? path}:${placement.line}`,
      };
    case 'method':
      return { path, line: placement.method.first, ...namedOf(placement.method.name, 'function') };
    case 'class':
      return { path, line: placement.line, ...namedOf(placement.class, 'type') };
    case 'overloads': {
      const [first] = placement.methods;
      return first === undefined
        ? { path, line: 1, name: path }
        : { path, line: first.first, ...namedOf(first.name, 'function') };
    }
  }
}

/** Names are written as budgets and Java write them, `pack.Outer.method`. */
function namedOf(
  given: string,
  kind: 'function' | 'type',
): { readonly name: string } & Pick<Finding, 'logicalName'> {
  const name = given.replaceAll('/', '.');
  return { name, logicalName: { name, kind } };
}
