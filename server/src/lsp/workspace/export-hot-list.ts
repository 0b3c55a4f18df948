/**
 * Writes a list of hotspots to a file, as CSV or JSON (docs/guide/energy-map.md).
 *
 * Sits in `lsp/`. A list may have a million rows, which go to the file as they are made.
 */
import { withDefined } from '../../base/check';
import { csvRow } from '../../base/delimited';
import { PAPER_GROUPS } from '../../operations/catalogue/catalogue';
import { writeWholeFile } from '../../host/files/write-file';
import type { HotListQuery, HotRow } from '../../protocol/hot-lists';

const LIST_FORMAT = 'jouleline-list';
const LIST_VERSION = 1;

interface ExportedList {
  readonly query: HotListQuery;
  readonly rows: Iterable<HotRow>;
  readonly source: string;
  readonly provenance: string;
  readonly version: string;
}

/** Writes the file. Throws a `Failure` if that fails. */
export async function exportHotList(list: ExportedList, path: string, format: 'csv' | 'json'): Promise<void> {
  await writeWholeFile(path, format === 'csv' ? csvOf(list) : jsonOf(list));
}

function* csvOf({ query, rows }: ExportedList): Generator<string> {
  const hasGroups = query.list === 'blocks';
  const head = ['name', 'file', 'line', 'energy', 'low', 'high', 'share', 'executions', 'atLeast'];
  yield csvRow([...head, ...(hasGroups ? PAPER_GROUPS : [])]);
  for (const row of rows)
    yield csvRow([
      row.name,
      fileOf(row),
      row.line + 1,
      ...[row.energy, row.low, row.high, row.share, row.executions].map((value) => value ?? ''),
      row.isLowerBound,
      ...(hasGroups ? (row.groups ?? []) : []),
    ]);
}

function* jsonOf({ query, rows, source, provenance, version }: ExportedList): Generator<string> {
  const { list, search, blocks } = query;
  const head = {
    format: LIST_FORMAT,
    version: LIST_VERSION,
    generator: { name: 'jouleline', version },
    list,
    ...withDefined({
      search: search === '' ? undefined : search,
      executions: list === 'blocks' ? blocks : undefined,
      groups: list === 'blocks' ? PAPER_GROUPS : undefined,
      source: source === '' ? undefined : source,
    }),
    provenance,
  };
  yield `${JSON.stringify(head, undefined, 1).slice(0, -2)},\n "rows": [`;
  let separator = '\n';
  for (const row of rows) {
    const { name, line, energy, low, high, share, executions, isLowerBound, groups } = row;
    const figures = { energy, low, high, share, executions };
    const known = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null));
    const atLeast = isLowerBound ? { atLeast: true } : {};
    const shares = groups === undefined ? {} : { groups };
    yield `${separator}  ${JSON.stringify({ name, file: fileOf(row), line: line + 1, ...known, ...atLeast, ...shares })}`;
    separator = ',\n';
  }
  yield '\n ]\n}\n';
}

/** The file of a row's place, without the line. */
function fileOf({ place }: HotRow): string {
  return place.slice(0, place.lastIndexOf(':'));
}
