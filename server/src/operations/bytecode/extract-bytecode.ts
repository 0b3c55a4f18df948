/**
 * Extracts a method's energy operations from its bytecode: the second front
 * end, for the same catalogue as `extract-source.ts`.
 *
 * Sits in `operations/`. One pass over the code in its order simulates the
 * types on the stack; where control joins, what is known comes from the jumps
 * before it, as javac emits its jumps forward but for loops. What bytecode
 * cannot tell: which of two opposite comparisons was written, what a `goto`
 * belongs to unless it goes back, and types below int that went through an
 * unnamed variable.
 */
import { addTo } from '../../base/groups';
import { readBootstrapMethods } from '../../classfile/read/class-attributes';
import type { BootstrapMethod } from '../../classfile/read/class-attributes';
import {
  type CodeOffset,
  lineAt,
  type LineNumber,
  type MethodCode,
  readCode,
  readLineNumbers,
  readLocalVariables,
} from '../../classfile/read/code';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { decodeInstruction, type Instruction, listInstructions } from '../../classfile/read/instructions';
import { attempt, MalformedInput, type Outcome } from '../../base/outcome';
import type { ClassFile, MemberInfo } from '../../classfile/read/read-class';
import {
  walkBytecodeArithmetic,
  walkBytecodeComparison,
  walkBytecodeConversion,
} from './bytecode-arithmetic';
import { walkBytecodeCall, walkDynamicCall } from './bytecode-calls';
import {
  groupVariables,
  pushedConstant,
  type VariablesBySlot,
  walkAllocation,
  walkArray,
  walkField,
  walkLocal,
} from './bytecode-memory';
import { type BytecodeOperations, type BytecodeRecorder, createBytecodeRecorder } from './bytecode-recorder';
import { nameJumps, type JumpsOf } from './name-jumps';
import { operationKey } from '../catalogue/catalogue';
import {
  copyFrame,
  duplicate,
  type ValueFrame,
  joinFrames,
  loaded,
  operandOfClass,
  operandsOfMethod,
  pop,
  takeSlots,
} from './stack-values';

interface ExtractionContext {
  /** True if a class is application code. Calls of other classes are library calls. */
  readonly isApplication: (owner: string) => boolean;
  /** The statements that jumps belong to, where there is a source. */
  readonly jumpsOf?: JumpsOf;
}

/** Real methods copy some ten thousand values; only a hostile one holds a deep stack over many branches. */
const MOST_COPIES = 2_000_000;

interface MethodWalk {
  readonly file: ClassFile;
  readonly variables: VariablesBySlot;
  readonly bootstraps: () => readonly BootstrapMethod[];
  readonly context: ExtractionContext;
  readonly recorder: BytecodeRecorder;
  readonly returns: string;
  /** The frames at the targets of jumps that are still to come. */
  readonly arrivals: Map<CodeOffset, ValueFrame>;
  /** Values that may still be copied to such places. */
  budget: number;
}

/** Undefined for methods without code. Damaged code gives a problem. Cost: about 300 ns an instruction. */
export function extractBytecode(
  file: ClassFile,
  method: MemberInfo,
  context: ExtractionContext,
): Outcome<BytecodeOperations> | undefined {
  const code = readCode(file, method);
  if (code === undefined || !code.ok) return code;
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return offsets;
  // Debugging tables may be absent or damaged: the code is the same without them.
  const lines = readLineNumbers(file, code.value);
  const variables = readLocalVariables(file, code.value);
  return attempt(() => {
    const walk: MethodWalk = {
      file,
      variables: groupVariables(variables.ok ? variables.value : []),
      bootstraps: () => bootstrapsOf(file),
      context,
      recorder: createBytecodeRecorder(),
      returns: operandsOfMethod(method.descriptor).result,
      arrivals: new Map(),
      budget: MOST_COPIES,
    };
    simulate(walk, code.value, firstFrame(method), {
      offsets: offsets.value,
      lines: lines.ok ? lines.value : [],
    });
    const operations = walk.recorder.finish();
    return context.jumpsOf === undefined ? operations : nameJumps(operations, file, method, context.jumpsOf);
  });
}

const bootstrapsByFile = new WeakMap<ClassFile, Outcome<readonly BootstrapMethod[]>>();

/** Read once for all methods. Throws {@link MalformedInput} where the table is damaged. */
function bootstrapsOf(file: ClassFile): readonly BootstrapMethod[] {
  const read = bootstrapsByFile.get(file) ?? readBootstrapMethods(file);
  bootstrapsByFile.set(file, read);
  if (!read.ok) throw new MalformedInput(read.problem.message, read.problem.offset ?? 0);
  return read.value;
}

function firstFrame(method: MemberInfo): ValueFrame {
  const locals: ValueFrame['locals'] = new Map();
  let slot = 0;
  if ((method.flags & AccessFlag.static) === 0) locals.set(slot++, loaded('Object'));
  for (const parameter of operandsOfMethod(method.descriptor).parameters) {
    locals.set(slot, loaded(parameter));
    slot += parameter === 'long' || parameter === 'double' ? 2 : 1;
  }
  return { stack: [], locals };
}

function simulate(
  walk: MethodWalk,
  code: MethodCode,
  start: ValueFrame,
  { offsets, lines }: { readonly offsets: readonly CodeOffset[]; readonly lines: readonly LineNumber[] },
): void {
  const guarded = new Map<CodeOffset, CodeOffset[]>();
  for (const { start: from, handler } of code.handlers) addTo(guarded, from, handler);
  let frame = start;
  let isReached = true;
  let previous = '';
  for (const [index, offset] of offsets.entries()) {
    const arrival = walk.arrivals.get(offset);
    walk.arrivals.delete(offset);
    if (arrival !== undefined) frame = isReached ? joinFrames(frame, arrival) : copyFrame(arrival);
    else if (!isReached) frame = { stack: [], locals: frame.locals };
    walk.recorder.offset = offset;
    for (const handler of guarded.get(offset) ?? [])
      arrive(walk, handler, { stack: [loaded('Object')], locals: frame.locals });
    const instruction = decodeInstruction(walk.file, code, offset);
    walk.recorder.line = lineAt(lines, offset);
    step(walk, instruction, frame, { next: offsets[index + 1] ?? code.length, previous });
    isReached = !endsFlow(instruction.name);
    previous = arrival === undefined ? instruction.name : '';
  }
}

function arrive(walk: MethodWalk, target: CodeOffset, frame: ValueFrame): void {
  // Back to a place that was passed: its types were taken from the way there.
  if (target <= walk.recorder.offset) return;
  walk.budget -= frame.stack.length + frame.locals.size;
  if (walk.budget < 0) throw new MalformedInput('The code is too large to simulate', walk.recorder.offset);
  const known = walk.arrivals.get(target);
  walk.arrivals.set(target, known === undefined ? copyFrame(frame) : joinFrames(known, frame));
}

function endsFlow(name: string): boolean {
  return /return$|^(?:athrow|goto|goto_w|tableswitch|lookupswitch|ret|jsr|jsr_w)$/.test(name);
}

function step(
  walk: MethodWalk,
  instruction: Instruction,
  frame: ValueFrame,
  { next, previous }: { readonly next: CodeOffset; readonly previous: string },
): void {
  const { recorder, file } = walk;
  const { name, operand, targets } = instruction;
  const constant = pushedConstant(instruction, file);
  if (constant !== undefined) {
    frame.stack.push(constant);
    return;
  }
  if (
    walkLocal(instruction, frame, recorder, { nextOffset: next, slots: walk.variables }) ||
    walkBytecodeArithmetic(name, frame, recorder) ||
    walkBytecodeConversion(name, frame, recorder, { isRightAfterConversion: /^[lfd]2i$/.test(previous) }) ||
    walkArray(instruction, frame, recorder) ||
    walkAllocation(instruction, file, frame, recorder)
  )
    return;
  if (walkBytecodeComparison(name, frame, recorder)) {
    if (name.startsWith('if')) arrive(walk, operand, frame);
    return;
  }
  switch (name) {
    case 'getfield':
    case 'getstatic':
    case 'putfield':
    case 'putstatic':
      walkField(instruction, file, frame, recorder);
      return;
    case 'invokevirtual':
    case 'invokespecial':
    case 'invokestatic':
    case 'invokeinterface':
      walkBytecodeCall(instruction, frame, recorder, { file, isApplication: walk.context.isApplication });
      return;
    case 'invokedynamic':
      walkDynamicCall(instruction, frame, recorder, { file, bootstraps: walk.bootstraps() });
      return;
    case 'goto':
    case 'goto_w':
      recorder.record(operationKey('BlockGoto', [], 'constant', [operand <= recorder.offset ? 'loop' : '?']));
      arrive(walk, operand, frame);
      return;
    case 'jsr':
    case 'jsr_w':
      arrive(walk, operand, { stack: [...frame.stack, loaded('Object')], locals: frame.locals });
      arrive(walk, next, frame);
      return;
    case 'tableswitch':
    case 'lookupswitch':
      pop(frame);
      recorder.record(
        operationKey(name === 'tableswitch' ? 'SwitchConsecutive' : 'SwitchNonConsecutive', ['int'], 'load'),
      );
      for (const target of targets) arrive(walk, target, frame);
      return;
    case 'checkcast':
    case 'instanceof': {
      const type = operandOfClass(file.constants.className(operand));
      pop(frame);
      recorder.record(operationKey(name === 'checkcast' ? 'CheckCast' : 'InstanceOf', [type], 'load'));
      frame.stack.push(loaded(name === 'checkcast' ? type : 'boolean'));
      return;
    }
    case 'athrow':
      pop(frame);
      recorder.record(operationKey('Throw', ['Object'], 'reference'));
      return;
    case 'monitorenter':
    case 'monitorexit':
      pop(frame);
      recorder.record(
        operationKey(name === 'monitorenter' ? 'MonitorEnter' : 'MonitorExit', ['Object'], 'reference'),
      );
      return;
    default:
      if (name.endsWith('return')) {
        const size = walk.returns === 'void' ? 'load' : pop(frame).size;
        recorder.record(operationKey('Return', [walk.returns], size));
      } else {
        shuffle(name, frame);
      }
  }
}

/** The instructions that only move values. */
function shuffle(name: string, frame: ValueFrame): void {
  switch (name) {
    case 'pop':
    case 'pop2':
      takeSlots(frame, name === 'pop' ? 1 : 2);
      return;
    case 'swap': {
      const [below, top] = takeSlots(frame, 2);
      if (top !== undefined && below !== undefined) frame.stack.push(top, below);
      return;
    }
    default: {
      const match = /^dup(2?)(?:_x([12]))?$/.exec(name);
      if (match !== null) duplicate(frame, match[1] === '2' ? 2 : 1, Number(match[2] ?? 0));
    }
  }
}
