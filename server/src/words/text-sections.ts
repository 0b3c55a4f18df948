/**
 * A headline, tables and notes: as text, and as Markdown for a review.
 *
 * Names come from programs and files: Markdown in them is escaped.
 */
import { type MethodName, parametersOf } from '../base/method-name';

/** The number of rows of each table that are shown. */
const mostRows = 20;

export interface TextSection {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that are not shown. */
  readonly more: number;
}

export interface TextPage {
  /** The title, which the Markdown alone shows. */
  readonly title: string;
  readonly headline: string;
  readonly sections: readonly TextSection[];
  readonly notes: readonly string[];
}

/** The notes that hold; `false` or undefined stands for one that does not. */
export function listNotes(...notes: readonly (string | false | undefined)[]): readonly string[] {
  return notes.filter((note) => typeof note === 'string');
}

export function section<T>(
  title: string,
  header: readonly string[],
  list: readonly T[],
  rowOf: (each: T, index: number) => readonly string[],
): TextSection {
  return {
    title,
    header,
    rows: list.slice(0, mostRows).map(rowOf),
    more: Math.max(0, list.length - mostRows),
  };
}

export function formatPageText({ headline, sections, notes }: TextPage): string {
  return [
    headline,
    ...sections.flatMap(({ title, header, rows, more }) => [
      '',
      title,
      ...(rows.length > 0 ? alignColumns([header, ...rows]) : ['  none']),
      ...(more > 0 ? [`and ${more} more (--format json has all)`] : []),
    ]),
    ...(notes.length > 0 ? [''] : []),
    ...notes.map((note) => `note: ${note}`),
    '',
  ].join('\n');
}

export function formatPageMarkdown({ title, headline, sections, notes }: TextPage): string {
  return [
    `### ${escapeMarkdown(title)}`,
    '',
    escapeMarkdown(headline),
    ...sections.flatMap((each) => [
      '',
      `#### ${each.title}`,
      '',
      ...(each.rows.length > 0 ? tableOf(each) : ['none']),
      ...(each.more > 0 ? ['', `… and ${each.more} more`] : []),
    ]),
    ...(notes.length > 0 ? [''] : []),
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
    '',
  ].join('\n');
}

/** The name of a method, with its class where that is known. */
export function nameOfMethod({ class: owner, name }: MethodName): string {
  return owner === '' ? name : `${owner}.${name}`;
}

/**
 * The tasks with the simple types of parameters in names that methods of several tasks share: `copyOf(int[], int)`. Those
 * whose descriptors are not known keep their names.
 */
export function tellOverloads<T extends { readonly method: MethodName }>(tasks: readonly T[]): readonly T[] {
  const descriptors = new Map<string, Set<string>>();
  for (const { method } of tasks) {
    const name = nameOfMethod(method);
    descriptors.set(name, (descriptors.get(name) ?? new Set()).add(method.descriptor));
  }
  return tasks.map((task) => {
    const { name, descriptor } = task.method;
    if (descriptor === '' || (descriptors.get(nameOfMethod(task.method))?.size ?? 0) < 2) return task;
    return { ...task, method: { ...task.method, name: `${name}(${parametersOf(descriptor).join(', ')})` } };
  });
}

/** `shop/Report.print` as `shop.Report.print`, and `shop/Order.<init>` as `new shop.Order`. */
export function methodInWords(name: string): string {
  return creationInWords(name.replaceAll('/', '.'));
}

/** `shop/Order$Line.add` as `Order.Line.add`, and a constructor as `new Order.Line`: without packages. */
export function shortMethodInWords(name: string): string {
  return creationInWords(name.slice(name.lastIndexOf('/') + 1).replaceAll('$', '.'));
}

/** `shop.Order.<init>` as `new shop.Order`, also with parameters; other names stay. */
export function creationInWords(name: string): string {
  const [before, after] = name.split('.<init>');
  return after === '' || after?.startsWith('(') === true ? `new ${before ?? ''}${after}` : name;
}

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}

function tableOf({ header, rows }: TextSection): readonly string[] {
  const rule = header.map(() => '---');
  return [header.map(escapeMarkdown), rule, ...rows.map((row) => row.map(escapeMarkdown))].map(tableRow);
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#|!&~]/g, (mark) => `\\${mark}`).replace(/[\r\n]+/g, ' ');
}

/** The first five names, and how many more there are. */
export function listSome(names: readonly string[]): string {
  const most = 5;
  return names.length <= most
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}
