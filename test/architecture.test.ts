/**
 * Who may import whom: the house rules of ARCHITECTURE.md, held against every
 * import in the code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(__dirname, '..');

/** For each room, the rooms that it may import (itself always). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  base: [],
  units: ['base'],
  seesoft: ['base'],
  classfile: ['base', 'units'],
  java: ['base', 'units', 'classfile'],
  flow: ['base', 'units', 'classfile', 'java'],
  operations: ['base', 'units', 'classfile', 'java', 'flow'],
  advice: ['base', 'units', 'classfile', 'java', 'flow'],
  cost: ['base', 'units', 'flow', 'operations'],
  fitting: ['base', 'units'],
  measurement: ['base', 'units'],
  profile: ['base', 'units', 'classfile', 'flow', 'operations', 'measurement'],
  calibration: ['base', 'units', 'operations', 'fitting'],
  diff: ['base', 'units', 'profile', 'measurement'],
  placing: ['base', 'units', 'java', 'measurement'],
  launching: ['base', 'units', 'classfile', 'java', 'operations'],
  builds: ['base'],
  host: ['base', 'units', 'classfile', 'builds', 'measurement'],
  engine: [
    'base',
    'units',
    'classfile',
    'java',
    'flow',
    'operations',
    'advice',
    'cost',
    'fitting',
    'measurement',
    'profile',
    'calibration',
    'launching',
    'placing',
    'diff',
    'seesoft',
    'protocol',
  ],
  worker: ['base', 'units', 'engine', 'host', 'classfile', 'seesoft'],
  protocol: ['base'],
  lsp: ['base', 'units', 'engine', 'worker', 'host', 'protocol', 'cost', 'seesoft', 'tasks'],
  tasks: ['base', 'units', 'engine', 'worker', 'host', 'protocol'],
  cli: ['base', 'units', 'engine', 'worker', 'host', 'protocol', 'cost', 'tasks'],
  client: ['base', 'protocol', 'webviews'],
  webviews: ['base', 'seesoft', 'engine', 'protocol'],
};

/** `lsp` and `cli` reach analysis through `engine/`; of `cost/` they may read the shape of results only. */
const RESULT_SHAPES = new Set(['cost/file-energy', 'cost/cost-model']);

/** Of `classfile/`, what a class declares; how it is read from bytes is nobody's business above. */
const SIGNATURES = 'classfile/class-signature';

/** Rooms that deal with the world; all others are pure. */
const OUTSIDE = new Set(['host', 'lsp', 'cli', 'tasks', 'worker', 'client', 'webviews']);

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
        return room === roomOf(from) || (ALLOWED[roomOf(from)] ?? []).includes(room);
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

  it('does I/O in host only, wired by tasks, lsp, cli and worker', () => {
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

  it('lets lsp and cli see results, not how they are made', () => {
    expect(
      violations((entry, from, target) => {
        if (!['lsp', 'cli'].includes(roomOf(from)) || target === undefined || roomOf(target) !== 'cost')
          return true;
        return entry.typeOnly && RESULT_SHAPES.has(target);
      }),
    ).toEqual([]);
  });

  it('lets web views and the client share messages, and web views take texts of energies from the engine', () => {
    expect(
      violations((entry, from, target) => {
        if (target === undefined || roomOf(from) === roomOf(target)) return true;
        if (roomOf(from) === 'client' && roomOf(target) === 'webviews') return entry.typeOnly;
        if (roomOf(from) === 'webviews' && roomOf(target) === 'protocol') return entry.typeOnly;
        if (roomOf(from) !== 'webviews' || roomOf(target) !== 'engine') return true;
        return target === 'engine/energy-text' || target === 'engine/amount-text';
      }),
    ).toEqual([]);
  });

  it('lets source see what a class declares, not how it is read', () => {
    expect(
      violations((_, from, target) => {
        if (target === undefined || roomOf(target) !== 'classfile') return true;
        return roomOf(from) !== 'java' || target === SIGNATURES;
      }),
    ).toEqual([]);
  });

  it('has no barrel files and no cycles', () => {
    expect(sources.filter((file) => /[/\\]index\.ts$/.test(file))).toEqual([]);
    expect(findCycle()).toBeUndefined();
  });
});

/** A cycle of imports that exist when the program runs, if there is one. */
function findCycle(): string | undefined {
  const graph = new Map<string, string[]>();
  for (const entry of imports) {
    const target = targetOf(entry);
    if (target === undefined || entry.typeOnly) continue;
    const from = placeOf(entry.from);
    graph.set(from, [...(graph.get(from) ?? []), target]);
  }
  const done = new Set<string>();
  const visit = (place: string, path: readonly string[]): string | undefined => {
    if (path.includes(place)) return [...path.slice(path.indexOf(place)), place].join(' -> ');
    if (done.has(place)) return undefined;
    for (const next of graph.get(place) ?? []) {
      const cycle = visit(next, [...path, place]);
      if (cycle !== undefined) return cycle;
    }
    done.add(place);
    return undefined;
  };
  for (const place of graph.keys()) {
    const cycle = visit(place, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
