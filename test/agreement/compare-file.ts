/**
 * Holds the operations of one file's source against those of its class files.
 *
 * A statement's instructions are those on its lines
 * (`LineNumberTable`), whatever class or lambda method javac put them into.
 * Operations that are javac's own and can't be told from the source are set
 * aside by a named rule, and counted.
 */
import type { BytecodeOperations } from '../../server/src/operations/bytecode/bytecode-recorder';
import { extractBytecode } from '../../server/src/operations/bytecode/extract-bytecode';
import type { ClassFile, MemberInfo } from '../../server/src/classfile/read/read-class';
import type { LineIndex } from '../../server/src/base/units';
import { type Accessors, isAccessor, listAccessors } from './accessors';
import { type SetAsideRule, ruleOfMethod, rulesOfInstructions } from './bytecode-rules';
import { type ComparableOperation, comparableOperations } from './comparable-operations';
import type { StatementLines } from './statement-lines';
import { type Counted, createTally, type StatementTally } from './statement-tally';

export interface ComparedLines {
  readonly first: LineIndex;
  readonly last: LineIndex;
}

export function isAmong(line: LineIndex, { first, last }: ComparedLines): boolean {
  return first <= line && line <= last;
}

export interface PlacedOperation {
  readonly line: LineIndex;
  readonly operation: ComparableOperation;
}

export interface SourceSide extends StatementLines {
  readonly lineCount: number;
  readonly operations: readonly PlacedOperation[];
  /** The lines of initializers and of fields' initial values, whose code runs in each constructor. */
  readonly initializers: readonly ComparedLines[];
}

interface AgreementTarget {
  readonly setAside: (rule: SetAsideRule) => void;
  readonly statement: (line: LineIndex, agreements: readonly Readonly<Counted>[]) => void;
}

interface ComparedClasses {
  readonly unreadable: number;
  readonly withoutLines: number;
}

/** `classes` are all that were compiled from the file. */
export function compareFile(
  source: SourceSide,
  classes: readonly ClassFile[],
  target: AgreementTarget,
): ComparedClasses {
  const tally = createTally(source);
  for (const { line, operation } of source.operations) tally.addSource(source.statementAt(line), operation);
  const accessors = listAccessors(classes);
  let unreadable = 0;
  let withoutLines = 0;
  for (const file of classes) {
    const outcome = compareClass(file, source, { accessors, tally, setAside: target.setAside });
    unreadable += outcome.unreadable;
    if (outcome.hasNoLines) withoutLines++;
  }
  tally.finish(target);
  return { unreadable, withoutLines };
}

function compareClass(
  file: ClassFile,
  source: SourceSide,
  {
    accessors,
    tally,
    setAside,
  }: {
    readonly accessors: Accessors;
    readonly tally: StatementTally;
    readonly setAside: AgreementTarget['setAside'];
  },
): { readonly unreadable: number; readonly hasNoLines: boolean } {
  /** The constructor that brought the initializers of a line first. */
  const firstConstructor = new Map<LineIndex, number>();
  let unreadable = 0;
  let sites = 0;
  let sitesWithLine = 0;
  file.methods.forEach((method, methodIndex) => {
    if (isAccessor(file, method)) return;
    const compiled = extractBytecode(file, method, { isApplication: () => true });
    if (compiled?.ok === false) unreadable++;
    if (compiled?.ok !== true) return;
    const isRepeated = (line: LineIndex): boolean => {
      if (method.name !== '<init>' || !source.initializers.some((lines) => isAmong(line, lines)))
        return false;
      const first = firstConstructor.get(line) ?? methodIndex;
      firstConstructor.set(line, first);
      return first !== methodIndex;
    };
    const rules = rulesOfInstructions(file, method);
    const ruleOfAll = ruleOfMethod(method);
    for (const site of compiled.value.sites) {
      sites++;
      if (site.line !== undefined) sitesWithLine++;
      const line = Math.min((site.line ?? 1) - 1, source.lineCount - 1);
      const rule =
        ruleOfAll ??
        rules.get(site.offset) ??
        (site.line === undefined ? 'no line' : undefined) ??
        (isRepeated(line) ? 'initializers in further constructors' : undefined);
      const builder = site.builder === undefined ? undefined : `${file.name} ${methodIndex} ${site.builder}`;
      for (const operation of operationsAt(compiled.value, site, accessors)) {
        if (rule === undefined) tally.addBytecode(source.statementAt(line), operation, builder);
        else setAside(rule);
      }
    }
  });
  return { unreadable, hasNoLines: sites > 0 && sitesWithLine === 0 };
}

/** The operations that a call of an accessor stands for, or the operation itself. */
function operationsAt(
  { keys, callees }: BytecodeOperations,
  site: BytecodeOperations['sites'][number],
  accessors: Accessors,
): readonly ComparableOperation[] {
  const key = keys[site.key];
  if (key === undefined) return [];
  const callee = site.callee === undefined ? undefined : callees[site.callee];
  return accessors.get(callee ?? '') ?? comparableOperations(key, callee);
}

/** The line of a method's first operation; undefined without code, or without lines. */
export function firstLineOf(file: ClassFile, method: MemberInfo): LineIndex | undefined {
  const compiled = extractBytecode(file, method, { isApplication: () => true });
  const line = compiled?.ok === true ? compiled.value.sites[0]?.line : undefined;
  return line === undefined ? undefined : line - 1;
}
