/**
 * Calls and call sites of bytecode as operations.
 *
 * Sits in `operations/`, under `extract-bytecode.ts`. JVMS 2.11.8; as in
 * source, a call of application code is its arguments and its invocation, a
 * call of a library is one operation.
 */
import type { BootstrapMethod } from '../../classfile/read/class-attributes';
import type { Instruction } from '../../classfile/read/instructions';
import type { ClassFile } from '../../classfile/read/read-class';
import type { BytecodeRecorder } from './bytecode-recorder';
import { EMPTY_CONSTRUCTORS } from '../source/calls';
import { libraryKey, operationKey, recordMethodKey } from '../catalogue/catalogue';
import { type ValueFrame, loaded, operandsOfMethod, pop, type StackValue } from './stack-values';

const STRING_BUILDER = 'java/lang/StringBuilder';

/** Throws {@link MalformedInput} where the constant pool is damaged. */
export function walkBytecodeCall(
  instruction: Instruction,
  frame: ValueFrame,
  recorder: BytecodeRecorder,
  { file, isApplication }: { readonly file: ClassFile; readonly isApplication: (owner: string) => boolean },
): void {
  const dispatch = instruction.name.slice('invoke'.length);
  const { owner, name, descriptor } = file.constants.member(instruction.operand);
  const { parameters, result } = operandsOfMethod(descriptor);
  const given = popArguments(frame, parameters.length);
  const receiver = dispatch === 'static' ? undefined : pop(frame);
  const size = receiver === undefined ? 'load' : 'reference';
  const builder = owner === STRING_BUILDER && isOfChain(name, descriptor) ? receiver?.builder : undefined;
  const tag = builder === undefined ? {} : { builder };
  if (name === '<init>' && EMPTY_CONSTRUCTORS.has(owner)) {
    recorder.record(operationKey('MethodInvocation', [], size, [dispatch]), tag);
  } else if (isApplication(owner)) {
    parameters.forEach((parameter, index) => {
      recorder.record(operationKey('Parameter', [parameter], given[index]?.size ?? 'load'));
    });
    const callee = `${owner}.${name}${descriptor}`;
    recorder.record(operationKey('MethodInvocation', [], size, [dispatch]), { callee, ...tag });
  } else {
    // Class files say that an array clones itself; its method is that of objects.
    const declaring = owner.startsWith('[') ? 'java/lang/Object' : owner;
    recorder.record(libraryKey(declaring, name, parameters, size), tag);
  }
  if (result === 'void') return;
  frame.stack.push(
    name === 'append' && builder !== undefined ? { ...loaded(result), builder } : loaded(result),
  );
}

/** True for the methods that javac calls on the builder of a concatenation. */
function isOfChain(name: string, descriptor: string): boolean {
  if (name === '<init>') return descriptor === '()V';
  return name === 'append' || name === 'toString';
}

function popArguments(frame: ValueFrame, count: number): readonly StackValue[] {
  const given: StackValue[] = [];
  for (let i = 0; i < count; i++) given.unshift(pop(frame));
  return given;
}

/** Throws {@link MalformedInput} where the constant pool is damaged. */
export function walkDynamicCall(
  instruction: Instruction,
  frame: ValueFrame,
  recorder: BytecodeRecorder,
  { file, bootstraps }: { readonly file: ClassFile; readonly bootstraps: readonly BootstrapMethod[] },
): void {
  const { bootstrap, name, descriptor } = file.constants.dynamic(instruction.operand);
  const { parameters, result } = operandsOfMethod(descriptor);
  popArguments(frame, parameters.length);
  const method = bootstraps[bootstrap]?.method;
  switch (method?.owner) {
    case 'java/lang/invoke/LambdaMetafactory':
      recorder.record(operationKey('LambdaCreation', [], 'reference'));
      break;
    case 'java/lang/invoke/StringConcatFactory':
      recorder.record(operationKey('Concatenation', parameters, 'reference'));
      break;
    case 'java/lang/runtime/ObjectMethods':
      recorder.record(recordMethodKey(name, parameters));
      break;
    case undefined:
      recorder.record(operationKey('MethodInvocation', [], 'load', ['?']));
      break;
    default:
      recorder.record(libraryKey(method?.owner ?? '', method?.name ?? name, parameters, 'load'));
  }
  if (result !== 'void') frame.stack.push(loaded(result));
}
