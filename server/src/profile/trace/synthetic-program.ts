/**
 * A generated program: methods with blocks, lines and paths, as the profile of a trace describes them.
 *
 * Sits in `profile/`. The code could not run: a fit sees only which operations a path holds, and how often
 * each path ran.
 */
import { operationKey } from '../../operations/catalogue/catalogue';
import type { OperationKey } from '../../operations/catalogue/operation';
import {
  PROFILE_FORMAT,
  PROFILE_VERSION,
  type BlockRow,
  type CodeRow,
  type MachineTrace,
  type PathRow,
  type ProfileDocument,
} from '../document/profile-document';

/** Random draws that the caller's seed decides. */
export interface Draws {
  uniform(): number;
  below(limit: number): number;
}

export interface SyntheticProgram {
  readonly keys: readonly OperationKey[];
  readonly methods: readonly SyntheticMethod[];
}

export interface SyntheticMethod {
  readonly blocks: readonly BlockRow[];
  readonly code: readonly CodeRow[];
  /** The blocks of each path. */
  readonly paths: readonly (readonly number[])[];
}

/** The method of a timed call; it keeps a hardware component awake. */
export const SYNTHETIC_CALL = 'java/net/SocketOutputStream.write([B)V';

const ARITHMETIC = ['Addition', 'Subtraction', 'Multi', 'Division', 'Remainder'];
const COMPARISONS = ['Less', 'Greater', 'Equal'];
const TYPES = ['int', 'long', 'double'];

/** Some forty operations, as many as a real program of its size has. */
function listKeys(): readonly OperationKey[] {
  const both = [...ARITHMETIC, ...COMPARISONS].flatMap((family) =>
    TYPES.map((type) => operationKey(family, [type, type], 'load')),
  );
  const alone = ['ArrayReference', 'FieldReference', 'MethodInvocation', 'Increment', 'Return', 'BlockGoto'];
  const assigned = [...TYPES, 'Object'].map((type) => operationKey('Assign', [type], 'load'));
  return [...both, ...alone.map((family) => operationKey(family, ['int'], 'load')), ...assigned];
}

/** Makes methods of 3 to 9 blocks and 1 to 4 paths, with at most `size` operations in a block. */
export function createSyntheticProgram(methods: number, size: number, draws: Draws): SyntheticProgram {
  const keys = listKeys();
  let line = 1;
  return { keys, methods: Array.from({ length: methods }, createMethod) };

  function createMethod(): SyntheticMethod {
    const blocks: BlockRow[] = [];
    const code: CodeRow[] = [];
    let offset = 0;
    const count = 3 + draws.below(7);
    // A method's purpose decides its content: a few operations take most of it.
    const own = Array.from({ length: 3 + draws.below(5) }, () => draws.below(keys.length));
    for (let block = 0; block < count; block++) {
      blocks.push([offset, offset + 9, line, 0]);
      offset += 10;
      const lines = 1 + draws.below(3);
      const rows = new Map<string, [number, number, number, number]>();
      // Most blocks are small, and a few are long.
      const length = 1 + Math.floor(size * draws.uniform() ** 3);
      for (let operation = 0; operation < length; operation++) {
        const key = draws.uniform() < 0.8 ? (own[draws.below(own.length)] ?? 0) : draws.below(keys.length);
        const at = line + draws.below(lines);
        const row = rows.get(`${key} ${at}`);
        if (row === undefined) rows.set(`${key} ${at}`, [block, key, at, 1]);
        else row[3]++;
      }
      code.push(...rows.values());
      line += lines;
    }
    const paths = Array.from({ length: 1 + draws.below(4) }, () =>
      Array.from({ length: count }, (_, block) => block).filter(
        (block) => block === 0 || draws.uniform() < 0.6,
      ),
    );
    return { blocks, code, paths };
  }
}

/** `executions` has those of each method's paths. */
export function describeSynthetic(
  { keys, methods }: SyntheticProgram,
  executions: readonly (readonly number[])[],
  machine: MachineTrace,
  generator: ProfileDocument['generator'],
): ProfileDocument {
  let first = 0;
  const firsts = methods.map(({ paths }) => (first += paths.length) - paths.length);
  return {
    format: PROFILE_FORMAT,
    version: PROFILE_VERSION,
    generator,
    started: '1970-01-01T00:00:00.000Z',
    record: 'trace',
    program: {
      command: ['synthetic'],
      classPath: [],
      virtualMachines: [{ version: '', vendor: '', name: 'no JVM: a synthetic program', hasEnded: true }],
      exitCode: 0,
      signal: null,
      ended: 'was never run',
    },
    counting: {
      runs: 1,
      threads: 'per thread',
      hasOtherThreads: machine.threads.length > 1,
      isExact: true,
      running: [],
    },
    coverage: { instrumentedClasses: 1, loadedClasses: 1, differing: [], failed: [], leftOut: [] },
    keys,
    callees: [],
    classes: [
      {
        name: 'Synthetic',
        supertypes: [],
        hash: 0,
        lines: [],
        methods: methods.map(({ blocks, code, paths }, index) => {
          const rows = paths.map((own, path): PathRow => [
            path,
            executions[index]?.[path] ?? 0,
            'entry',
            'return',
            own,
          ]);
          return {
            name: `method${index}`,
            descriptor: '()V',
            calls: rows.reduce((sum, [, count]) => sum + count, 0),
            lines: [],
            blocks: blocks.map(([from, to, line], block) => [from, to, line, executionsOf(rows, block)]),
            operations: [],
            instructions: [],
            invocations: [],
            paths: rows.filter(([, count]) => count > 0),
            code,
          };
        }),
      },
    ],
    trace: {
      methods: firsts.map((counter, index) => [counter, 0, index] as const),
      calls: [[0, 0, 0, 1, SYNTHETIC_CALL]],
      machines: [machine],
    },
  };
}

function executionsOf(rows: readonly PathRow[], block: number): number {
  return rows.reduce((sum, [, count, , , blocks]) => sum + (blocks.includes(block) ? count : 0), 0);
}
