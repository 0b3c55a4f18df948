/**
 * The graph of a program, kept while its text is edited.
 *
 * Sits in `flow/`, over `call-graph.ts`.
 */
import { at } from '../../base/check';
import type { Steps } from '../../base/steps';
import { type CallGraph, type Edges, type FileMembers, GraphBuilder, MEMBERS_A_STEP } from './call-graph';

/**
 * The graph of a program, kept from one state of the program to the next: where members call otherwise than before, but
 * are the same, only edges of their files are built anew.
 */
export class ProgramGraph {
  #known:
    | {
        readonly files: readonly FileMembers[];
        readonly builder: GraphBuilder;
        readonly edges: readonly Edges[];
      }
    | undefined;

  /** `callbacks` are the times that a library calls back a member of each object that overrides one of its methods. */
  *update(files: readonly FileMembers[], callbacks: number): Steps<CallGraph> {
    const kept = (yield* this.#hasSameMembers(files)) ? this.#known : undefined;
    const builder = kept?.builder ?? (yield* buildTypes(files));
    const edges: Edges[] = [];
    let first = 0;
    for (const [index, file] of files.entries()) {
      const before = kept?.files[index];
      const isSame = before !== undefined && callsSame(file, before);
      edges.push(
        (isSame ? kept?.edges[index] : undefined) ?? (yield* builder.edgesOf(file, first, callbacks)),
      );
      first += file.length;
      yield;
    }
    this.#known = { files, builder, edges };
    return builder.graphOf(edges);
  }

  *#hasSameMembers(files: readonly FileMembers[]): Steps<boolean> {
    const before = this.#known?.files;
    if (before?.length !== files.length) return false;
    for (const [index, file] of files.entries()) {
      if (!areSameMembers(file, at(before, index))) return false;
      yield;
    }
    return true;
  }
}

function* buildTypes(files: readonly FileMembers[]): Steps<GraphBuilder> {
  const builder = new GraphBuilder(files.reduce((sum, file) => sum + file.length, 0));
  for (const file of files) {
    for (const [index, member] of file.entries()) {
      builder.add(member);
      if (index % MEMBERS_A_STEP === 0) yield;
    }
  }
  return builder;
}

/** True if both have the same members in all but their calls. */
function areSameMembers(file: FileMembers, other: FileMembers): boolean {
  return (
    file === other ||
    (file.length === other.length &&
      file.every((one, index) => {
        const two = at(other, index);
        const isSame = one.key === two.key && one.overrides === two.overrides;
        return isSame && sameTexts(one.supertypes, two.supertypes);
      }))
  );
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((text, index) => text === other[index]));
}

function callsSame(file: FileMembers, other: FileMembers): boolean {
  return file === other || file.every(({ calls }, index) => calls === at(other, index).calls);
}
