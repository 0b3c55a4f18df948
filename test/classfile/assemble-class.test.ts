/** Classes that were assembled, as this project's own reader and, for all instructions, a JVM's verifier see them. */
import { expect, test } from 'vitest';
import { assembleClass, listMnemonics } from '../../server/src/classfile/write/assemble-class';
import { readCode } from '../../server/src/classfile/read/code';
import { decodeInstruction, listInstructions } from '../../server/src/classfile/read/instructions';
import { readClass } from '../../server/src/classfile/read/read-class';
import { instructionLoops } from '../../server/src/models/calibrate/instruction-loops';
import { HARNESS_SOURCES } from '../../server/src/models/calibrate/harness-source';
import { compileKept } from '../support/compile-java';
import { findJdks } from '../support/jdks';
import { verifyClasses } from './verify-with-jvm';

const CODE = `
  bipush -3; istore 4; ldc2_w double:2.5; dstore 5; sipush 1000; pop
  :here
  iinc 4 -1; iload 4; tableswitch here there there; :there
  aload_0; invokeinterface a/B.run()V; iload 4; lookupswitch end here; :end
  goto here; :handler; pop; return
  catch here end handler`;

test('an assembled method has the instructions of its text, with their operands and targets', () => {
  const read = readClass(
    assembleClass({ name: 'a/A', methods: [{ name: 'm', descriptor: '()V', code: CODE }] }),
  );
  if (!read.ok) throw new Error(read.problem.message);
  const [method] = read.value.methods;
  const code = method && readCode(read.value, method);
  if (code?.ok !== true) throw new Error('no code');
  const listed = listInstructions(read.value, code.value);
  const decoded = (listed.ok ? listed.value : []).map((offset) =>
    decodeInstruction(read.value, code.value, offset),
  );
  expect(decoded.map(({ name }) => name)).toEqual(listMnemonics(CODE));
  const [here, there, end] = ['iinc', 'aload_0', 'goto'].map(
    (name) => decoded.find((each) => each.name === name)?.offset,
  );
  expect(decoded.flatMap(({ targets }) => (targets.length === 0 ? [] : [targets]))).toEqual([
    [here, there, there],
    [end, here],
  ]);
  expect(decoded.find(({ name }) => name === 'iinc')).toMatchObject({ operand: 4, second: -1 });
  expect(decoded.find(({ name }) => name === 'bipush')?.operand).toBe(-3);
  const member = decoded.find(({ name }) => name === 'invokeinterface')?.operand ?? 0;
  expect(read.value.constants.member(member)).toMatchObject({ owner: 'a/B', name: 'run', descriptor: '()V' });
  expect(code.value.handlers).toHaveLength(1);
});

const jdk = findJdks().at(-1);

test.runIf(jdk !== undefined)('a JVM verifies the loop of every instruction', async () => {
  if (jdk === undefined) return;
  const harness = compileKept({ home: jdk.home, sources: Object.fromEntries(HARNESS_SOURCES) });
  const classes = instructionLoops(20).map(({ name, source }) => ({
    name: `jouleline/calibration/${name}`,
    bytes: source instanceof Uint8Array ? source : new Uint8Array(0),
  }));
  const answers = await verifyClasses(jdk, classes, [harness]);
  expect([...answers.values()].filter((answer) => answer !== 'ok')).toEqual([]);
  expect(answers.size).toBe(classes.length);
});
