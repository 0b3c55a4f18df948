/** Executions of lines and operations against a source that says how often its lines run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countLines } from '../../server/src/profile/read/line-counts';
import { countOperations } from '../../server/src/profile/document/place-operations';
import { extractBytecode } from '../../server/src/operations/bytecode/extract-bytecode';
import { jdks, must } from '../classfile/jdk-modules';
import { compile } from './compile-program';
import { countByPlan, runCounted } from './run-counted';

const text = readFileSync(join(__dirname, '../fixtures/profile/Lines.java'), 'utf8');
const marked = text.split('\n').flatMap((line, index) => {
  const mark = /\/\/= (\d+)$/.exec(line)?.[1];
  return mark === undefined ? [] : [{ line: index + 1, executions: Number(mark) }];
});

describe.runIf(jdks.length > 0)('what counters say of a program whose lines say how often they run', () => {
  it.each(jdks)('of its lines, copies by javac added (JDK $version)', async (jdk) => {
    const { folder, classes } = compile(jdk, 'Lines', text);
    const { counts } = await runCounted(jdk, folder, 'Lines', countByPlan(classes));
    const [file] = classes;
    const lines = file === undefined ? [] : must(countLines(file, counts));
    const found = new Map(lines.map(({ line, executions }) => [line, executions]));
    expect(marked.length).toBeGreaterThan(30);
    expect(marked.map(({ line }) => ({ line, executions: found.get(line) }))).toEqual(marked);
  });

  it.each(jdks)('of its operations (JDK $version)', async (jdk) => {
    const { folder, classes } = compile(jdk, 'Lines', text);
    const { counts } = await runCounted(jdk, folder, 'Lines', countByPlan(classes));
    const executions = new Map<string, number>();
    for (const { file, method, plan, counts: own } of counts) {
      if (method.name !== 'divided') continue;
      const operations = must(extractBytecode(file, method, { isApplication: () => true }));
      for (const { key, executions: times } of countOperations(operations, plan, own)) {
        const name = operations.keys[key]?.name ?? '';
        executions.set(name, (executions.get(name) ?? 0) + times);
      }
    }
    // Three divisions are begun, one throws; what follows runs twice.
    expect(executions.get('Division_int_int')).toBe(3);
    expect(executions.get('Addition_int_int')).toBe(2);
    expect(executions.get('Return_int')).toBe(2);
  });
});
