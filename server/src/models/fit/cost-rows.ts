/**
 * Costs by name, and the part of a model file that holds them: of JVM instructions and library methods (eCalc), or of
 * energy operations.
 *
 * Sits in `models/`. Names say what a cost is of.
 */
import { opcodeName } from '../../classfile/read/opcodes';
import type { Joules } from '../../base/units';
import { type LinearCost, MODEL_FORMAT, MODEL_VERSION } from '../../cost/model/model-file';
import { findFamily } from '../../operations/catalogue/catalogue';

type RowKind = 'instruction' | 'allocation' | 'invocation' | 'library' | 'operation';

export interface ModelCost extends LinearCost {
  readonly kind: RowKind;
}

const MNEMONICS: ReadonlySet<string> = new Set(
  Array.from({ length: 256 }, (_, opcode) => opcodeName(opcode)).filter((name) => name !== undefined),
);

/** Undefined where the name is neither an instruction's, a method's nor an operation's. */
export function classifyCost(written: string): { readonly kind: RowKind; readonly name: string } | undefined {
  // As class files and other tools write methods: java/lang/Math.sin(D)D.
  const name = written.replace(/\(.*$/, '').replaceAll('/', '.');
  if (name === 'invocation' || /^invoke\w*$/.test(name)) return { kind: 'invocation', name };
  if (/^(?:new|newarray|anewarray|multianewarray)$/.test(name)) return { kind: 'allocation', name };
  if (MNEMONICS.has(name)) return { kind: 'instruction', name };
  if (name === '*' || /^\[*[\p{L}_$][\w$]*;?(?:\.[\p{L}\w$<>]+;?)+$/u.test(name))
    return { kind: 'library', name };
  const [family = ''] = name.split(/[_:]/, 1);
  return findFamily(family) === undefined ? undefined : { kind: 'operation', name };
}

const PER_ELEMENT = / per element$/;

/** Costs as rows of a model, those of elements with what they are elements of; `others` have names of nothing. */
export function toCostRows(
  costs: readonly { readonly name: string; readonly mean: Joules; readonly sd: Joules }[],
): { readonly rows: readonly ModelCost[]; readonly others: readonly string[] } {
  const elements = new Map(
    costs.flatMap(({ name, mean }) =>
      PER_ELEMENT.test(name) ? [[name.replace(PER_ELEMENT, ''), mean] as const] : [],
    ),
  );
  const rows = costs.flatMap(({ name, mean, sd }): readonly ModelCost[] => {
    const named = PER_ELEMENT.test(name) ? undefined : classifyCost(name);
    return named === undefined ? [] : [{ ...named, mean, sd, perSize: elements.get(name) ?? 0 }];
  });
  const known = new Set(costs.filter(({ name }) => classifyCost(name) !== undefined).map(({ name }) => name));
  return {
    rows,
    others: costs.map(({ name }) => name).filter((name) => !known.has(name.replace(PER_ELEMENT, ''))),
  };
}

/** True for rows of JVM instructions; those of energy operations make a model of another kind. */
export function areInstructions(rows: readonly ModelCost[]): boolean {
  return rows.some(({ kind }) => kind !== 'library' && kind !== 'operation');
}

/** The reason why rows of JVM instructions make no model; `noCall` begins the sentence if there is no cost of a call. */
export function whyNoModel(rows: readonly ModelCost[], noCall: string): string | undefined {
  const operation = rows.find(({ kind }) => kind === 'operation');
  if (operation !== undefined)
    return `${operation.name} is an energy operation among JVM instructions: a model has costs of one or the other, so make two tables`;
  if (rows.some(({ kind }) => kind === 'invocation')) return undefined;
  return `${noCall} "invocation": what a call of a method takes beside the instructions in it (eCalc, C_I)`;
}

/** The text of a model file of the kind `ecalc`, whose `head` is all but its costs. */
export function writeInstructionModel(head: object, rows: readonly ModelCost[]): string {
  const of = (kind: RowKind): readonly ModelCost[] => rows.filter((row) => row.kind === kind);
  const linear = ({ name, mean, sd, perSize }: ModelCost): object => ({ name, mean, sd, perSize });
  const model = {
    format: MODEL_FORMAT,
    version: MODEL_VERSION,
    ...head,
    instructions: of('instruction').map(({ name, mean, sd }) => ({ name, mean, sd })),
    invocation: meanCall(of('invocation')),
    allocations: of('allocation').map(linear),
    library: of('library').map(linear),
  };
  return `${JSON.stringify(model, undefined, 2)}\n`;
}

/** eCalc has one cost for all ways to call. */
function meanCall(calls: readonly ModelCost[]): object {
  const mean = calls.reduce((sum, call) => sum + call.mean, 0) / calls.length;
  const between = Math.max(...calls.map((call) => Math.abs(call.mean - mean)));
  return { mean, sd: Math.hypot(between, ...calls.map(({ sd }) => sd / calls.length)) };
}
