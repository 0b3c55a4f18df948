/** A small report made by hand, with one of everything that formats must show. */
import type { AnalyzedFile, ReportResult } from '../../server/src/lines/report';
import type { FormatOptions } from '../../server/src/cli/format/options';
import { balanceEnergy } from '../../server/src/runs/energy-account';
import { recordOf } from '../runs/measurement-records';
import { makeFileEnergy, modeledOperation, unmodeledOperation } from '../support/file-energy';

const loops = `class Loops {
    int sum(int[] values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }
}
`;

const texts = `class Texts {
    String join(java.util.List<String> all) {
        return String.join(",", all) + x.y + 1;
    }
}
`;

const loopsFile: AnalyzedFile = {
  path: 'src/Loops.java',
  text: loops,
  problems: [],
  energy: makeFileEnergy(
    [
      {
        line: 2,
        mean: 1e-8,
        method: 'Loops.sum(int[])',
        operations: [modeledOperation('Assignment_int_int', 1, 1e-8)],
      },
      {
        line: 3,
        mean: 4e-7,
        method: 'Loops.sum(int[])',
        operations: [modeledOperation('ArrayReference_int_int', 10, 4e-8)],
      },
      {
        line: 4,
        mean: 5e-7,
        sd: 1e-7,
        method: 'Loops.sum(int[])',
        operations: [
          modeledOperation('Assignment_int_int', 10, 1e-8),
          modeledOperation('Addition_int_int', 10, 4e-8),
        ],
      },
      {
        line: 6,
        mean: 1e-8,
        method: 'Loops.sum(int[])',
        operations: [modeledOperation('Return_int', 1, 1e-8)],
      },
    ],
    10,
  ),
};

const textsFile: AnalyzedFile = {
  path: 'src/Texts.java',
  text: texts,
  problems: [
    {
      severity: 'warning',
      message: 'the type of x is not known',
      start: texts.indexOf('x.y'),
      end: texts.indexOf('x.y') + 1,
    },
  ],
  energy: makeFileEnergy(
    [
      {
        line: 2,
        mean: 8e-8,
        method: 'Texts.join(List)',
        mostlyUnmodeled: true,
        operations: [
          modeledOperation('MethodInvocation', 1, 8e-8),
          unmodeledOperation('java.lang.String.join', 3),
          unmodeledOperation('Addition_int_?', 1, true),
        ],
      },
    ],
    6,
  ),
};

export const sampleReport: ReportResult = {
  model: {
    id: 'test-model',
    title: 'A model for tests',
    machine: 'Raspberry Pi 5',
    mode: 'interpreter',
    version: '7',
    source: 'made up',
    isLocal: false,
    intervals: 'independence assumed',
  },
  files: [loopsFile, textsFile],
  total: { mean: 1e-6, variance: 1e-14 },
  failed: [{ path: 'src/Gone.java', message: 'does not exist' }],
  problems: ['lib/missing.jar does not exist'],
  isComplete: false,
  seconds: 1.5,
};

const measuredRuns = recordOf({
  runs: [{ energy: 10, user: 0.8, system: 0.2 }],
  baseline: [],
  isProxy: true,
});

/** Ten joules of CPU time, of which nothing tells library and switching apart. */
export const measuredReport: ReportResult = {
  ...sampleReport,
  measured: {
    account: balanceEnergy(
      {
        lines: 5,
        library: undefined,
        uncounted: undefined,
        runtime: { garbageCollection: 1, compilation: 2, threadSwitching: undefined, startUp: 0.5 },
        idle: 0,
      },
      10,
    ),
    measurement: measuredRuns,
    modeled: { mean: 1e-6, variance: 1e-14 },
    factor: 5e6,
    notes: ['<of the account>'],
  },
};

export const emptyReport: ReportResult = {
  ...sampleReport,
  files: [],
  total: { mean: 0, variance: 0 },
  failed: [],
  problems: [],
};

export const sampleOptions: FormatOptions = {
  version: '1.2.3',
  frequency: 'estimated',
  unit: { unit: 'joules', batteryCapacityWattHours: 15 },
  palette: 'blue-purple-red',
  scale: 'rank',
  scope: 'workspace',
};

/** A report whose every text tries to get out of where it is put. */
export function hostileReport(hostile: string): ReportResult {
  const energy = makeFileEnergy(
    [
      {
        line: 0,
        mean: 1e-7,
        method: hostile,
        mostlyUnmodeled: true,
        operations: [modeledOperation(hostile, 1, 1e-7), unmodeledOperation(hostile, 1, true)],
      },
    ],
    2,
  );
  const problem = { severity: 'error', message: hostile, start: 0, end: 1 } as const;
  const { model } = sampleReport;
  return {
    model: {
      ...model,
      id: hostile,
      title: hostile,
      machine: hostile,
      version: hostile,
      source: hostile,
      intervals: hostile,
    },
    files: [
      {
        path: hostile,
        text: `${hostile.replace(/[\r\n]/g, '')}\nx`,
        energy: { ...energy, lines: energy.lines.map((line) => ({ ...line, blocks: [hostile] })) },
        problems: [problem],
      },
    ],
    total: energy.total,
    failed: [{ path: hostile, message: hostile }],
    problems: [hostile],
    isComplete: false,
    seconds: 0,
  };
}
