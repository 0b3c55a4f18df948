/**
 * Lists what ran with the line where it ran: the terms of a model that was fitted to one application.
 *
 * Sits in `profile/`. A place is a line of a method; line 0 holds what has no line.
 */
import type { OperationKey } from '../../operations/catalogue/operation';
import type { DocumentCounts, OperationRow, ProfiledMethod } from './profile-document';
import type { CountPlan } from '../plan/plan';
import { at, present } from '../../base/check';
import type { BytecodeOperations, BytecodeSite } from '../../operations/bytecode/bytecode-recorder';
import type { MethodCounts } from '../read/counts';

/** The name of a place, as in `app/Main.run(I)V:12`. */
export function placeName(
  owner: string,
  { name, descriptor }: Pick<ProfiledMethod, 'name' | 'descriptor'>,
  line: number,
): string {
  return `${owner}.${name}${descriptor}:${line}`;
}

/** The text by which an operation at a place is told from the same one elsewhere. */
export function placedName(place: string, name: string): string {
  return `${name} at ${place}`;
}

/** Existing keys keep their numbers, because other rows still point to them. */
export function placeOperations<Given extends DocumentCounts>(profile: Given): Given {
  const keys = [...profile.keys];
  const classes = profile.classes.map((owner) => ({
    ...owner,
    methods: owner.methods.map((method): ProfiledMethod => {
      const numbers = new Map<string, number>();
      const placed = (index: number, line: number): number => {
        const id = `${index} ${line}`;
        const known = numbers.get(id);
        if (known !== undefined) return known;
        const key = keys[index];
        if (key === undefined) return index;
        const number =
          keys.push({ ...key, place: placeName(owner.name, method, line) } satisfies OperationKey) - 1;
        numbers.set(id, number);
        return number;
      };
      const rows = (operations: readonly OperationRow[]): readonly OperationRow[] =>
        operations.map(([index, line, ...counts]): OperationRow => [placed(index, line), line, ...counts]);
      const { varying, code, followed } = method;
      const operations = rows(method.operations);
      return {
        ...method,
        operations,
        // The model knows the places of the program, and not what was called from where.
        ...(followed === undefined ? {} : { followed: [] }),
        ...(owner.isFollowed === true ? { unplaced: operations } : {}),
        invocations: method.invocations.map(([callee, line, count, key]) => [
          callee,
          line,
          count,
          placed(key, line),
        ]),
        ...(code === undefined
          ? {}
          : {
              code: code.map(([block, key, line, count]) => [block, placed(key, line), line, count] as const),
            }),
        ...(varying === undefined ? {} : { varying: { ...varying, operations: rows(varying.operations) } }),
      };
    }),
  }));
  return { ...profile, keys, classes };
}

interface CountedSite extends BytecodeSite {
  /** The index of the block that holds the operation. */
  readonly block: number;
  /** The number of times that its instruction was begun. */
  readonly executions: number;
  /** The sum of sizes, if the cost grows with a size. */
  readonly size?: number;
}

/**
 * The energy operations of a method with the executions of each: the input of a cost model when executions were
 * counted.
 *
 * Lists the operations in the order of the code.
 */
export function countOperations(
  { sites }: BytecodeOperations,
  { graph }: CountPlan,
  counts: MethodCounts,
): readonly CountedSite[] {
  const indexOf = new Map(graph.offsets.map((offset, index) => [offset, index]));
  let block = 0;
  return sites.map((site) => {
    while ((graph.blocks[block]?.end ?? Infinity) <= site.offset) block++;
    const instruction = present(indexOf.get(site.offset), 'the instruction of an operation');
    const size = counts.sizes.get(instruction);
    const executions = at(counts.instructions, instruction);
    return { ...site, block, executions, ...(size === undefined ? {} : { size }) };
  });
}
