/**
 * The statements that the jumps of a source's methods belong to, in the order in which javac emits the jumps.
 *
 * Sits in `analysis/`. Class files know jumps without their statements: `operations/bytecode/name-jumps.ts` lays the
 * one on the other. Bodies are parsed when they are asked for. Cost: some 100 µs a line of a body.
 */
import { indexLines } from '../base/line-index';
import type { SignatureSource } from '../classfile/signatures/class-signature';
import { type Region, partsOf } from '../flow/source/region';
import { parseDeclarations } from '../java/headers/declarations';
import { createWorkspaceSignatures } from '../java/headers/workspace-signatures';
import { parseBody } from '../java/syntax/parse-body';
import { decodeUnicodeEscapes } from '../java/text/unicode-escapes';
import type { JumpsOf } from '../operations/bytecode/name-jumps';
import { listSites } from '../operations/catalogue/site-table';
import type { GotoConstruct } from '../operations/source/recorder';
import { analysisOptionsOf } from './analysis-options';
import { analyzeMember, type MemberAnalysis } from './analyze-member';
import { evaluateFieldConstant } from './field-constants';
import { listMemberBodies, type MemberBody } from './members';

/** The code of one method, or of one lambda in it. Lines are counted from 1. */
interface JumpingCode {
  readonly key: string;
  readonly isLambda: boolean;
  readonly first: number;
  readonly last: number;
  readonly constructs: readonly GotoConstruct[];
}

/** Answers for all classes of one text. */
export function createSourceJumps(text: string, path: string, platform: SignatureSource): JumpsOf {
  const decoded = decodeUnicodeEscapes(text).text;
  const lines = indexLines(decoded);
  const unit = parseDeclarations(decoded);
  const workspace = createWorkspaceSignatures(platform, evaluateFieldConstant);
  workspace.setFile(path, unit, decoded);
  const context = { unit, signatures: workspace.source(), options: analysisOptionsOf() };
  const bodies = listMemberBodies(workspace.classesOf(path), decoded);
  const known = new Map<MemberBody, readonly JumpingCode[]>();
  const lineAt = (offset: number): number => lines.lineAt(offset) + 1;
  const codeOf = (member: MemberBody): readonly JumpingCode[] => {
    const found = known.get(member);
    if (found !== undefined) return found;
    const { start, end, rule } = member.body;
    const code = analyzeMember(member, parseBody(decoded.slice(start, end), rule), context).flatMap(
      (analysis, index) =>
        listCode(analysis, (offset) => lineAt(start + offset)).map((each) =>
          index === 0 && !each.isLambda
            ? { ...each, first: lineAt(member.start), last: lineAt(member.end) }
            : each,
        ),
    );
    known.set(member, code);
    return code;
  };
  return ({ owner, name, descriptor, first, last = first }) => {
    if (first === undefined || last === undefined) return undefined;
    const around = bodies
      .filter((member) => lineAt(member.start) <= first && last <= lineAt(member.end))
      .flatMap(codeOf);
    if (name.startsWith('lambda$')) return only(around.filter((code) => code.isLambda && first <= code.first && code.last <= last)); // prettier-ignore
    const written = around.filter((code) => !code.isLambda);
    // Classes without names have others in a text than in class files.
    const named = written.filter(({ key }) => key === `${owner}.${name}${descriptor}`);
    if (named.length > 0) return only(named);
    const isWithin = (code: JumpingCode): boolean => code.first <= first && last <= code.last;
    return only(written.filter((code) => code.key.endsWith(`.${name}${descriptor}`) && isWithin(code)));
  };
}

/** Nothing where the text does not say which of several codes it is. */
function only(found: readonly JumpingCode[]): readonly GotoConstruct[] | undefined {
  return found.length === 1 ? found[0]?.constructs : undefined;
}

/** The method's own code first, then its lambdas that jump. */
function listCode(
  { key, place, operations }: MemberAnalysis,
  lineAt: (offset: number) => number,
): readonly JumpingCode[] {
  const codeOfBlock = new Map<number, number>();
  let codes = 1;
  const open: (readonly [Region, number])[] = [[operations.region, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [region, code] = next;
    if (region.kind === 'block') codeOfBlock.set(region.block, code);
    const inside = region.kind === 'deferred' ? codes++ : code;
    for (const part of partsOf(region)) open.push([part, inside]);
  }
  const jumps = Array.from({ length: codes }, (): [GotoConstruct, number][] => []);
  for (const { key: index, block, offset } of listSites(operations.sites)) {
    const operation = operations.keys[index];
    if (operation?.family !== 'BlockGoto') continue;
    const construct = operation.name.slice('BlockGoto_'.length) as GotoConstruct;
    jumps[codeOfBlock.get(block) ?? 0]?.push([construct, lineAt(offset)]);
  }
  return jumps.flatMap((own, code): readonly JumpingCode[] => {
    if (code > 0 && own.length === 0) return [];
    const at = own.map(([, line]) => line);
    return [
      {
        key,
        isLambda: code > 0,
        first: code > 0 ? Math.min(...at) : lineAt(place.start),
        last: code > 0 ? Math.max(...at) : lineAt(place.end),
        constructs: own.map(([construct]) => construct),
      },
    ];
  });
}
