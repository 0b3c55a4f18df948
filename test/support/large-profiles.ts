/**
 * Two profiles of a program of thousands of methods and tens of thousands of calling contexts, with its sources: what a
 * comparison of large programs is tried with. Nothing of it ran.
 */
import { hashLines } from '../../server/src/base/line-hashes';
import { PROFILE_FORMAT, PROFILE_VERSION } from '../../server/src/profile/document/profile-document';
import type {
  ContextRow,
  ProfileDocument,
  ProfiledClass,
  ProfiledMethod,
} from '../../server/src/profile/document/profile-document';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import { recordOf } from '../runs/measurement-records';

export interface LargeProgram {
  /** The numbers of methods, one for each source file. */
  readonly files: readonly number[];
  readonly contexts: number;
}

export interface LargeProfiles {
  /** The texts of the sources, by their paths below a source root. */
  readonly sources: Readonly<Record<string, string>>;
  readonly before: ProfileDocument;
  /** A third of its methods ran twice as often, and each hundredth line is not in it. */
  readonly after: ProfileDocument;
}

/** Lines of a method; code stands on the three within. */
export const METHOD_LINES = 5;
const HEADER_LINES = 3;

export function makeLargeProfiles(program: LargeProgram): LargeProfiles {
  const sources = Object.fromEntries(
    program.files.map((methods, file) => [`big/Part${file}.java`, sourceOf(file, methods)]),
  );
  return { sources, before: profileOf(program, sources, false), after: profileOf(program, sources, true) };
}

function sourceOf(file: number, methods: number): string {
  const bodies = Array.from(
    { length: methods },
    (_, method) =>
      `  static int m${method}(int a) {\n    int b = a + ${method};\n    int c = b * ${file + 3};\n    return c / (b + 1);\n  }\n`,
  );
  return `package big;\n\nclass Part${file} {\n${bodies.join('')}}\n`;
}

const keys = [
  ['Addition', 'int', 'int'],
  ['Multi', 'int', 'int'],
  ['Division', 'int', 'int'],
].map(([family = '', ...operands]) => operationKey(family, operands, 'load'));

function profileOf(
  { files, contexts }: LargeProgram,
  sources: LargeProfiles['sources'],
  isAfter: boolean,
): ProfileDocument {
  const classes = files.map((methods, file): ProfiledClass => {
    const own = Array.from({ length: methods }, (_, method) => methodOf(file, method, isAfter));
    return {
      name: `big/Part${file}`,
      source: `Part${file}.java`,
      supertypes: ['java/lang/Object'],
      hash: file,
      lines: own.flatMap(({ lines }) => lines),
      methods: own,
    };
  });
  const energies = Array.from({ length: 10 }, (_, run) => ({
    energy: 2 + 0.01 * ((run * 7) % 10),
    user: 1,
    system: 0,
  }));
  return {
    format: PROFILE_FORMAT,
    version: PROFILE_VERSION,
    generator: { name: 'jouleline', version: '0' },
    started: isAfter ? '2026-01-02T00:00:00.000Z' : '2026-01-01T00:00:00.000Z',
    record: 'tree',
    program: {
      command: ['java', 'big.Part0'],
      classPath: [],
      virtualMachines: [],
      exitCode: 0,
      signal: null,
      ended: 'ended with 0',
    },
    counting: { runs: 1, threads: 'shared', hasOtherThreads: false, isExact: true, running: [] },
    coverage: {
      instrumentedClasses: files.length,
      loadedClasses: files.length,
      differing: [],
      failed: [],
      leftOut: [],
    },
    measurement: recordOf({ runs: energies, baseline: [], isProxy: false }),
    keys,
    callees: [],
    classes,
    tree: { contexts: contextsOf(files, contexts), beyond: contexts },
    sources: Object.entries(sources).map(([path, text]) => ({ path, lines: hashLines(text) })),
  };
}

function methodOf(file: number, method: number, isAfter: boolean): ProfiledMethod {
  const times = isAfter && method % 3 === 0 ? 2 : 1;
  const first = HEADER_LINES + method * METHOD_LINES + 2;
  const rows = [0, 1, 2].flatMap((line) => {
    const isGone = isAfter && (method * 3 + line) % 100 === 99;
    return isGone
      ? []
      : [{ key: line, line: first + line, count: times * (10 + ((file * 31 + method) % 90)) }];
  });
  const bytecodes = [0x1a, 0x10, 0x60, 0x3c];
  return {
    name: `m${method}`,
    descriptor: '(I)I',
    calls: rows[0]?.count ?? 0,
    lines: rows.map(({ line, count }) => [line, count]),
    blocks: rows.map(({ line, count }, index) => [4 * index, 4 * index + 3, line, count]),
    operations: rows.map(({ key, line, count }) => [key, line, count]),
    instructions: rows.flatMap(({ line, count }) =>
      bytecodes.map((opcode): [number, number, number] => [opcode, line, count]),
    ),
    invocations: [],
  };
}

/** Each context calls seven others, until there are enough. */
function contextsOf(files: readonly number[], contexts: number): readonly ContextRow[] {
  return Array.from({ length: contexts }, (_, index): ContextRow => {
    const file = (index * 13) % files.length;
    const method = (index * 29) % (files[file] ?? 1);
    return [
      Math.floor((index - 1) / 7),
      file,
      method,
      index === 0 ? -1 : 3,
      index === 0 ? 0 : 5,
      1 + (index % 5),
      [[index % keys.length, 10]],
      [],
    ];
  });
}
