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

function describeFinding({ place, message, level, identity }: Finding): Result {
  return {
    ruleId: RULE,
    ruleIndex: 0,
    level,
    message: { text: message },
    ...(place === undefined ? {} : { locations: [locationOf(place)] }),
    partialFingerprints: { 'place/v1': identity },
  };
}

function locationOf({ path, line }: FindingPlace): Location {
  return { physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: { startLine: line } } };
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
): FindingPlace & { readonly name: string } {
  const { path } = placement;
  switch (placement.kind) {
    case 'line':
      return { path, line: placement.line, name: `${placement.method?.name ?? path}:${placement.line}` };
    case 'method':
      return { path, line: placement.method.first, name: placement.method.name };
    case 'class':
      return { path, line: placement.line, name: placement.class };
    case 'overloads': {
      const [first] = placement.methods;
      return { path, line: first?.first ?? 1, name: first?.name ?? path };
    }
  }
}
