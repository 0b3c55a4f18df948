/** Commands, options, settings and messages that the documents name are there, by the names that users see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../../server/src/cli/definitions/all-commands';
import { nameOf } from '../../server/src/cli/definitions/definition';
import { changelog, codeLinesOf, codeSpansOf, documents, filesBelow, italicsOf, root } from './documents';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly title: string; readonly category: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
    readonly colors: readonly { readonly id: string }[];
  };
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const strings = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
const all = [...documents, changelog];

describe('in the editor', () => {
  const titles = manifest.contributes.commands.map(
    ({ title }) => strings[title.replaceAll('%', '')] ?? title,
  );
  const views = Object.keys(strings).flatMap((key) => (/^view\.\w+$/.test(key) ? [strings[key] ?? ''] : []));
  /** Other words in italics: a link above each method, kinds of evidence, words of the model and of papers, and titles. */
  const others = [
    'Profile',
    ...['estimated', 'measured', 'modeled', 'independence assumed', 'proxy'],
    ...[
      'Load',
      'Constant',
      '32-bit',
      '64-bit',
      'Reference',
      'int',
      '(int)',
      '(references)',
      '(numerical data types)',
    ],
    ...['b', 'n', 'q', 'eCalc', 'vLens', 'DiffProf', 'energy operations'],
    'Fine-grained energy modeling',
    'Fine-grained energy modeling for the source code of a mobile application',
    'Probabilistic energy profiler for statically typed JVM-based programming languages',
  ];
  const known = new Set([...titles, ...views, ...others]);

  test.each(all)('$path names commands and views by their titles', (document) => {
    const named = italicsOf(document).map((text) => text.replace(/^Jouleline: /, ''));
    expect(named.filter((text) => !known.has(text))).toEqual([]);
  });

  const settings = new Set([
    ...manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties)),
    ...manifest.contributes.colors.map(({ id }) => id),
  ]);

  test.each(all)('$path names settings and colors that there are', (document) => {
    const code = [...codeSpansOf(document), ...codeLinesOf(document)].join('\n');
    const named = code.match(/(?<![\w./-])jouleline(?:\.[a-z]\w*)+/g) ?? [];
    expect(named.filter((name) => name !== 'jouleline.js' && !settings.has(name))).toEqual([]);
  });
});

describe('on the command line', () => {
  const optionsOf = new Map(
    allCommands.map(({ name, options }) => [name, new Set(options.map((each) => `--${nameOf(each)}`))]),
  );
  const allOptions = new Set([...optionsOf.values()].flatMap((options) => [...options]));
  /** Options of the server, of `npm run demo`, and of programs of others. */
  const otherOptions = new Set(['--stdio', '--node-ipc', '--help', '--editor', '--json', '--protobuf']);
  const commandLine =
    /(?:(?:^|\s)jouleline|node (?:dist\/cli|jouleline)\.js) ((?:models import|[a-z][a-z-]*)\b)([^|#]*)/g;

  test.each(all)('$path names commands and options that there are', (document) => {
    const wrong: string[] = [];
    for (const code of [...codeSpansOf(document), ...codeLinesOf(document)]) {
      for (const [text, name = '', rest = ''] of code.matchAll(commandLine)) {
        const options = optionsOf.get(name);
        const [ownPart = ''] = rest.split(/ -- /);
        const used = ownPart.match(/(?<=\s|^)--[a-z][\w-]*/g) ?? [];
        const unknown = used.filter((option) => option !== '--help' && !(options?.has(option) ?? false));
        if (options === undefined) wrong.push(`${name} in ${text}`);
        wrong.push(...unknown.map((option) => `${option} in ${text}`));
      }
    }
    for (const code of codeSpansOf(document)) {
      const [option] = /^--[a-z][\w-]*/.exec(code) ?? [];
      if (option !== undefined && !allOptions.has(option) && !otherOptions.has(option)) wrong.push(option);
    }
    expect(wrong).toEqual([]);
  });
});

describe('docs/reference/protocol.md', () => {
  test('names each message of the protocol, and no others', () => {
    const page = documents.find(({ path }) => path === 'docs/reference/protocol.md')?.text ?? '';
    const named = new Set(page.match(/(?<=`)jouleline\/\w+(?=`)/g));
    expect([...named].sort()).toEqual([...messagesOfProtocol()].sort());
  });
});

function messagesOfProtocol(): ReadonlySet<string> {
  const sources = filesBelow('server/src/protocol', '.ts').map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  return new Set(sources.flatMap((source) => source.match(/(?<=')jouleline\/\w+(?=')/g) ?? []));
}
