/**
 * The members and the work that a file's classes have without any text of their
 * own: constructors, bridges, the methods that enums and records get, and the
 * work that bodies add to their classes' initialization.
 *
 * Sits in `analysis/`: wires `java/typing/` and `operations/`, for the analyzer
 * and for the comparison with class files.
 */
import { AccessFlag, type SignatureSource } from '../classfile/signatures/class-signature';
import type { NamedClass } from '../java/headers/class-names';
import type { Universe } from '../java/types/class-model';
import { enclosingInstanceClass, universeOf } from '../java/types/universe';
import { NO_CAPTURES, hiddenFieldsOf } from '../operations/source/captures';
import { assertionStatus, type EnumSwitch, switchMap } from '../operations/source/class-initialization';
import { type ImplicitMember, implicitMembers } from '../operations/source/implicit-members';
import { type JavacHabits, USUAL_HABITS } from '../operations/source/javac-habits';
import type { Offset } from '../base/units';
import { callFactsOf } from './call-facts';
import type { MemberAnalysis } from './analyze-member';
import { displayName } from './members';

/** The initialization work that one member's body asks for, and the offset at which that body starts. */
export interface PlacedNeeds {
  readonly needs: NonNullable<MemberAnalysis['needs']>;
  readonly bodyStart: Offset;
}

interface PlacedMember {
  /** The member's place in the file; its offsets are relative to it. */
  readonly start: Offset;
  readonly member: MemberAnalysis;
}

/** The offset at which the members without a text are shown: the name of their class. */
export function implicitPlaceOf({ declaration }: NamedClass): Offset {
  return declaration.nameStart;
}

/** The class of a compact source file (JEP 512) has no name to stand at, nor has broken text: it shows nothing. */
export function implicitMembersOf(
  named: NamedClass,
  signatures: SignatureSource,
  habits: JavacHabits = USUAL_HABITS,
): readonly MemberAnalysis[] {
  const universe = universeOf(signatures);
  const model = universe.findClass(named.binaryName);
  if (model === undefined || (named.kind === 'top' && named.declaration.name === '')) return [];
  const enclosing = enclosingInstanceClass(model.signature, universe)?.signature.name;
  const hidden = hiddenFieldsOf(named.binaryName, enclosing, NO_CAPTURES);
  return implicitMembers({ declaration: named.declaration, model, habits, hidden }).map((member) =>
    asAnalysis(member, named, universe),
  );
}

/**
 * The initialization members that the bodies of a file give its classes: all bodies share the arrays for their
 * switches.
 */
export function initialisationMembersOf(
  classes: readonly NamedClass[],
  needs: readonly PlacedNeeds[],
  signatures: SignatureSource,
): readonly PlacedMember[] {
  if (needs.length === 0) return [];
  const asserting = new Set(needs.flatMap(({ needs: { owner, hasAssert } }) => (hasAssert ? [owner] : [])));
  return classes.flatMap((named) => {
    const maps = named.kind === 'top' ? switchMapsOf(named, needs, signatures) : [];
    if (!asserting.has(named.binaryName)) return maps;
    const member = asAnalysis(assertionStatus(named.binaryName), named, universeOf(signatures));
    return [{ start: implicitPlaceOf(named), member }, ...maps];
  });
}

function switchMapsOf(
  top: NamedClass,
  needs: readonly PlacedNeeds[],
  signatures: SignatureSource,
): readonly PlacedMember[] {
  const name = top.binaryName;
  const byEnum = new Map<string, (EnumSwitch & { readonly start: Offset })[]>();
  for (const { needs: one, bodyStart } of needs) {
    if (one.owner !== name && !one.owner.startsWith(`${name}$`)) continue;
    for (const found of one.switches) {
      const entry = { ...found, start: bodyStart + found.offset };
      byEnum.set(found.enumName, [...(byEnum.get(found.enumName) ?? []), entry]);
    }
  }
  return [...byEnum].map(([enumName, switches]) => {
    const labels = new Set(switches.flatMap((one) => one.labels));
    const origin = signatures.findClass(enumName)?.origin ?? 'platform';
    const start = Math.min(...switches.map((one) => one.start));
    return {
      start,
      member: asAnalysis(switchMap(name, enumName, labels, origin), top, universeOf(signatures)),
    };
  });
}

function asAnalysis(
  { key, name, operations }: ImplicitMember,
  named: NamedClass,
  universe: Universe,
): MemberAnalysis {
  const className = displayName(named);
  return {
    key,
    name: className === '' ? name : `${className}.${name}`,
    className,
    kind: 'implicit',
    place: { nameStart: 0, start: 0, end: 0 },
    operations,
    problems: [],
    facts: callFactsOf(key, universe, AccessFlag.public),
  };
}
