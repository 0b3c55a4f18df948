/**
 * Who may import whom: the house rules of ARCHITECTURE.md, held against every
 * import in the code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircles } from '../scripts/house/circles.mjs';

const root = resolve(__dirname, '..');

/** For each room, bottom-up, the rooms that it may import beside itself and `base`. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  base: [],
  protocol: [],
  classfile: [],
  java: ['classfile'],
  flow: ['classfile', 'java'],
  operations: ['classfile', 'java', 'flow'],
  cost: ['flow', 'operations'],
  words: ['protocol', 'cost'],
  advice: ['classfile', 'java', 'flow'],
  power: [],
  runs: ['power'],
  profile: ['classfile', 'flow', 'operations', 'cost', 'words', 'power', 'runs'],
  recordings: ['java', 'cost', 'words', 'power', 'runs', 'profile'],
  analysis: ['classfile', 'java', 'flow', 'operations', 'advice', 'profile'],
  pages: [],
  lines: [
    'java',
    'protocol',
    'classfile',
    'flow',
    'operations',
    'cost',
    'words',
    'advice',
    'runs',
    'profile',
    'recordings',
    'analysis',
    'pages',
  ],
  launching: ['classfile', 'java', 'operations', 'power', 'runs', 'analysis'],
  models: ['classfile', 'flow', 'operations', 'cost', 'words', 'power', 'runs', 'profile', 'analysis'],
  compare: [
    'protocol',
    'operations',
    'cost',
    'words',
    'runs',
    'profile',
    'recordings',
    'analysis',
    'pages',
    'lines',
  ],
  host: ['classfile', 'power', 'runs', 'recordings'],
  threads: ['classfile', 'analysis', 'host'],
  tasks: [
    'classfile',
    'java',
    'flow',
    'operations',
    'cost',
    'power',
    'runs',
    'profile',
    'recordings',
    'analysis',
    'pages',
    'lines',
    'launching',
    'models',
    'compare',
    'host',
    'threads',
  ],
  lsp: [
    'java',
    'protocol',
    'operations',
    'cost',
    'words',
    'profile',
    'recordings',
    'analysis',
    'pages',
    'lines',
    'launching',
    'models',
    'compare',
    'host',
    'threads',
    'tasks',
  ],
  cli: [
    'protocol',
    'operations',
    'cost',
    'words',
    'power',
    'runs',
    'profile',
    'recordings',
    'analysis',
    'lines',
    'launching',
    'models',
    'compare',
    'host',
    'tasks',
  ],
  webviews: ['protocol', 'words', 'pages'],
  client: ['protocol', 'words', 'pages', 'webviews'],
};

/** The only file of `classfile/` that `java/` may import: what a class declares, not how it is read from bytes. */
const SIGNATURES = 'classfile/signatures/class-signature';

/** Rooms that deal with the world; all others are pure. */
const OUTSIDE = new Set(['host', 'threads', 'tasks', 'lsp', 'cli', 'client', 'webviews']);

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const IMPORT =
  /^(?:import|export)\s+(type\s+)?[^;]*?from\s+'([^']+)'|import\s*\(\s*'([^']+)'\s*\)|^import\s+'([^']+)'/gm;

const REEXPORT = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from/m;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => ({
    from: file,
    to: match[2] ?? match[3] ?? match[4] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

const sources = [
  ...listSources(join(root, 'server/src')),
  ...listSources(join(root, 'client/src')),
  ...listSources(join(root, 'client/webviews')),
];
const imports = sources.flatMap(importsOf);

/** `java/typing/names` for a file of the server, `client/…` for one of the client. */
function placeOf(file: string): string {
  const path = relative(root, file).split(sep).join('/').replace(/\.ts$/, '');
  return path.startsWith('server/src/')
    ? path.slice('server/src/'.length)
    : path.replace('client/src/', 'client/').replace('client/webviews/', 'webviews/');
}

function roomOf(place: string): string {
  return place.split('/')[0] ?? '';
}

function targetOf(entry: Import): string | undefined {
  return entry.to.startsWith('.') ? placeOf(resolve(dirname(entry.from), entry.to)) : undefined;
}

function violations(check: (entry: Import, from: string, target: string | undefined) => boolean): string[] {
  return imports
    .filter((entry) => !check(entry, placeOf(entry.from), targetOf(entry)))
    .map((entry) => `${placeOf(entry.from)} -> ${entry.to}`);
}

describe('layers', () => {
  it('finds the code at all', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(imports.length).toBeGreaterThan(sources.length);
  });

  it('lets each room import only the rooms below it', () => {
    expect(
      violations((_, from, target) => {
        if (target === undefined) return true;
        const room = roomOf(target);
        return ['base', roomOf(from)].includes(room) || (ALLOWED[roomOf(from)] ?? []).includes(room);
      }),
    ).toEqual([]);
  });

  it('knows every room', () => {
    expect(
      [...new Set(sources.map((file) => roomOf(placeOf(file))))].filter((room) => !(room in ALLOWED)),
    ).toEqual([]);
  });

  it('keeps editor packages in their rooms', () => {
    expect(
      violations((entry, from) => {
        if (entry.to === 'vscode' || entry.to.startsWith('vscode-languageclient'))
          return roomOf(from) === 'client';
        if (entry.to.startsWith('vscode-languageserver')) return ['lsp', 'protocol'].includes(roomOf(from));
        return true;
      }),
    ).toEqual([]);
  });

  it('does I/O in host only, wired by lsp, cli and worker', () => {
    const pure = new Set(['node:path/posix', 'node:util']);
    expect(
      violations(
        (entry, from) => !entry.to.startsWith('node:') || pure.has(entry.to) || OUTSIDE.has(roomOf(from)),
      ),
    ).toEqual([]);
  });

  it('gives the same for the same elsewhere: no clock, no chance, nothing of the process', () => {
    const impure =
      /\b(Date\.now|new Date|performance\.|Math\.random|process\.\w|setTimeout|setInterval|fetch\()/;
    expect(
      sources.filter(
        (file) => !OUTSIDE.has(roomOf(placeOf(file))) && impure.test(readFileSync(file, 'utf8')),
      ),
    ).toEqual([]);
  });

  it('lets the client and web views share types of messages alone', () => {
    expect(
      violations((entry, from, target) => {
        if (target === undefined || roomOf(from) === roomOf(target)) return true;
        if (roomOf(from) === 'client' && roomOf(target) === 'webviews') return entry.typeOnly;
        return roomOf(from) !== 'webviews' || roomOf(target) !== 'protocol' || entry.typeOnly;
      }),
    ).toEqual([]);
  });

  it('sends pages their data in messages: a page that is closed leaves no request behind', () => {
    const loading = /\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon|connect-src/;
    const loaders = sources.filter((file) => loading.test(readFileSync(file, 'utf8'))).map(placeOf);
    expect(loaders.filter((place) => /^(?:client|webviews)\//.test(place))).toEqual([]);
  });

  it('lets source see what a class declares, not how it is read', () => {
    expect(
      violations((_, from, target) => {
        if (target === undefined || roomOf(target) !== 'classfile') return true;
        return roomOf(from) !== 'java' || target === SIGNATURES;
      }),
    ).toEqual([]);
  });

  it('enters a room by what it defines: nothing is exported from elsewhere', () => {
    expect(sources.filter((file) => /[/\\]index\.ts$/.test(file))).toEqual([]);
    expect(sources.filter((file) => REEXPORT.test(readFileSync(file, 'utf8'))).map(placeOf)).toEqual([]);
  });

  it('reads whole files by one reader, which takes regular files and knows a limit', () => {
    const opening =
      /^import \{[^}]*\b(?:readFile|readFileSync|createReadStream|open|openSync)\b[^}]*\} from 'node:fs/m;
    const openers = sources.filter((file) => opening.test(readFileSync(file, 'utf8'))).map(placeOf);
    expect(openers.filter((place) => !/^(?:client|webviews)\//.test(place)).sort()).toEqual([
      'host/files/import-files', // in pieces, of what it has looked at
      'host/files/random-access-file',
      'host/files/read-file',
      'host/files/write-file', // to write
      'host/processes/helper', // /proc
    ]);
  });

  it('starts programs of few kinds in the server, each where it asks for trust', () => {
    const needed = new Map<string, string[]>();
    for (const entry of imports.filter(({ typeOnly }) => !typeOnly)) {
      const place = placeOf(entry.from);
      needed.set(place, [...(needed.get(place) ?? []), targetOf(entry) ?? entry.to]);
    }
    const starting = (entry: string): readonly string[] => {
      const reached = new Set([entry]);
      // A set that grows is walked to its end.
      for (const place of reached) for (const target of needed.get(place) ?? []) reached.add(target);
      return [...reached].filter((place) => needed.get(place)?.includes('node:child_process')).sort();
    };
    expect(starting('threads/main')).toEqual([]);
    expect(starting('tasks/compare/compare-main')).toEqual([]);
    expect(starting('tasks/import/import-main')).toEqual(['host/files/import-files', 'host/git/run-git']);
    expect(starting('lsp/session/main')).toEqual(['host/git/run-git', 'host/jdk/running-jvms']);
    const asking = imports.filter((entry) => {
      const target = targetOf(entry) ?? '';
      return roomOf(placeOf(entry.from)) === 'lsp' && /^host\/(?:git\/|jdk\/running-jvms)/.test(target);
    });
    const askers = new Set(asking.map(({ from }) => from));
    expect([...askers].map(placeOf)).toEqual(['lsp/documents/old-texts', 'lsp/profiles/programs']);
    for (const file of askers) expect(readFileSync(file, 'utf8')).toContain('isTrusted()');
  });

  it('has no circles of imports, types counted', () => {
    const files = sources.map((file) => ({
      path: placeOf(file),
      imports: imports.filter(({ from }) => from === file).flatMap((entry) => targetOf(entry) ?? []),
    }));
    expect(findCircles(files)).toEqual([]);
  });
});
