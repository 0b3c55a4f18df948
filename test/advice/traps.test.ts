/** Places where advice would be wrong: no hint may say so, whatever is asked for. javac says that they are programs. */
import { describe, expect, it } from 'vitest';
import { jdks } from '../classfile/jdk-modules';
import { newAnalyzer } from '../support/analyze-text';
import { compileKept } from '../support/compile-java';
import { bulkOperationsTraps } from './traps/bulk-operations';
import { callsTraps } from './traps/calls';
import { columnMajorTraps } from './traps/column-major';
import { exceptionFlowTraps } from './traps/exception-flow';
import { listUseTraps } from './traps/list-use';
import { loopInvariantAllocationTraps } from './traps/loop-invariant-allocation';
import { mapsTraps } from './traps/maps';
import { replacedClassTraps } from './traps/replaced-class';
import { sizesTraps } from './traps/sizes';
import { streamsAndPrintsTraps } from './traps/streams-and-prints';
import { textsTraps } from './traps/texts';

const TRAPS = [
  ...bulkOperationsTraps,
  ...callsTraps,
  ...columnMajorTraps,
  ...exceptionFlowTraps,
  ...listUseTraps,
  ...loopInvariantAllocationTraps,
  ...mapsTraps,
  ...replacedClassTraps,
  ...sizesTraps,
  ...streamsAndPrintsTraps,
  ...textsTraps,
];

const sources = TRAPS.map(({ code }, index) => ({
  path: `Trap${index}.java`,
  text: `import java.util.*;\n\nclass Trap${index} {\n    ${code}\n}\n`,
}));

describe('traps', () => {
  it('are at least a hundred, each with a name of its own', () => {
    expect(new Set(TRAPS.map(({ name }) => name)).size).toBe(TRAPS.length);
    expect(TRAPS.length).toBeGreaterThanOrEqual(100);
  });

  it.each(TRAPS.map((trap, index) => ({ ...trap, index })))('$name', ({ asks, index }) => {
    const { path, text } = sources[index] ?? { path: '', text: '' };
    const analyzer = newAnalyzer();
    analyzer.setHeaders(path, text);
    const hints = analyzer.advise(path, text, { interpreted: true }).flatMap((member) => member.hints);
    const undecided = hints.filter(({ preconditions }) => !preconditions.some((each) => asks?.test(each)));
    expect(undecided.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
    expect(hints.filter(({ fix }) => fix !== undefined)).toEqual([]);
  });

  it.runIf(jdks.length > 0)('are programs that javac takes', () => {
    const home = jdks[0]?.home ?? '';
    const files = Object.fromEntries(sources.map(({ path, text }) => [path, text]));
    expect(() => compileKept({ home, sources: files, options: ['-Xlint:none', '-nowarn'] })).not.toThrow();
  });
});
