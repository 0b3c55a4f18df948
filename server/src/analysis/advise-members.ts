/**
 * Makes advice for the members of a file, before any energy is modeled.
 *
 * Sits in `analysis/`: wires `java/typing/` and `advice/`. Operations are those
 * of the member's text, by whose prices it is known which share of a line's
 * energy a change would take away.
 */
import type { SignatureSource } from '../classfile/signatures/class-signature';
import { type AdviceWishes, findHints } from '../advice/find-hints';
import type { Hint } from '../advice/hint';
import { isIgnored } from '../advice/ignored';
import { isGenerated, isRareMember } from '../advice/rare-code';
import type { Body, BodyText, ClassDeclaration, CompilationUnit } from '../java/syntax/ast';
import type { DecodedText } from '../java/text/unicode-escapes';
import { extendUniverse, universeOf } from '../java/types/universe';
import type { MemberOperations } from '../operations/catalogue/operation';
import type { Cancellation } from '../base/cancellation';
import { withDefined } from '../base/check';
import type { Offset } from '../base/units';
import { analyzeMember, methodKeyOf, typeMember } from './analyze-member';
import type { AnalysisOptions } from './analysis-options';
import type { MemberBody } from './members';
import { mapOperations } from './original-offsets';

/** The hooks by which work on many members is watched and given up. */
export interface ProgressHooks {
  /** Asked between two members. */
  readonly canceled: Cancellation;
  readonly begin: (memberName: string) => void;
}

export interface AdvisedMember {
  readonly name: string;
  /** The place in the file that the offsets of hints and operations count from. */
  readonly bodyStart: Offset;
  readonly operations: MemberOperations;
  readonly hints: readonly Hint[];
  /**
   * The place where a member may be declared before all others of its class, and the indentation there in
   * characters; absent where no member may be declared.
   */
  readonly declareAt?: { readonly offset: Offset; readonly indentation: string };
}

interface AdvisedFile {
  readonly unit: CompilationUnit;
  readonly signatures: SignatureSource;
  readonly options: AnalysisOptions;
  readonly decoded: DecodedText;
  readonly wishes: AdviceWishes;
  /** True if a class of the workspace may override a method. */
  readonly mayBeOverridden: (member: MemberBody) => boolean;
  readonly hooks: ProgressHooks;
  readonly parse: (body: BodyText) => Body;
}

/** The members that there is advice for, in the order of the text. */
export function adviseMembers(members: readonly MemberBody[], file: AdvisedFile): readonly AdvisedMember[] {
  const { decoded, signatures, hooks } = file;
  const hasEscapes = decoded.toOriginal(decoded.text.length) !== decoded.text.length;
  const thinMethods = new Set(
    (file.wishes.interpreted ? members : []).flatMap((member) =>
      isThin(decoded.text.slice(member.body.start, member.body.end)) && !file.mayBeOverridden(member)
        ? [methodKeyOf(member, signatures)]
        : [],
    ),
  );
  if (!file.wishes.interpreted && isGenerated(decoded.text)) return [];
  return members.flatMap((member): readonly AdvisedMember[] => {
    if (!file.wishes.interpreted && isRare(member, decoded.text)) return [];
    const text = decoded.text.slice(member.body.start, member.body.end);
    if (!LOOPS.test(text) || hooks.canceled.aborted) return [];
    hooks.begin(member.name);
    const body = file.parse(member.body);
    const declareAt = placeOfDeclaration(member, decoded.text);
    const typing = typeMember(member, body, file);
    const typed = { typing, universe: extendUniverse(universeOf(signatures), typing.localClasses) };
    const hints = findHints(
      {
        root: body.root,
        ...typed,
        text,
        fileText: decoded.text,
        mayDeclare: declareAt !== undefined,
        thinMethods,
      },
      file.wishes,
    ).filter(({ rule, span }) => !isIgnored(decoded.text, member.body.start + span.start, rule));
    const [own] = hints.length === 0 ? [] : analyzeMember(member, body, file);
    if (own === undefined) return [];
    const toOriginal = (offset: number): number => decoded.toOriginal(offset + member.body.start);
    const start = toOriginal(0);
    return [
      {
        name: member.name,
        bodyStart: start,
        operations: hasEscapes ? mapOperations(own.operations, decoded, member.body.start) : own.operations,
        // Edits of a text with escapes would have to be written with them.
        hints: hasEscapes ? hints.map((hint) => withoutFix(hint, (at) => toOriginal(at) - start)) : hints,
        ...(declareAt === undefined || hasEscapes ? {} : { declareAt }),
      },
    ];
  });
}

function isRare({ className, methodName, named, parameters }: MemberBody, text: string): boolean {
  return isRareMember({
    ...{ className, methodName, isOfEnum: named.declaration.kind === 'enum' },
    parameters: parameters.map(({ start, end }) => text.slice(start, end)),
  });
}

const LOOPS = /\b(?:for|while|do)\b/;

/** Gives back what it has, and nothing else. */
function isThin(body: string): boolean {
  return /^\{\s*return\s+(?:this\s*\.\s*)?\w+\s*;\s*\}$/.test(body);
}

function withoutFix(given: Hint, move: (offset: number) => number): Hint {
  const {
    rule,
    message,
    preconditions,
    source,
    removals,
    span,
    pair,
    loop,
    isInterpretedOnly = false,
  } = given;
  const moved = ({ start, end }: Hint['span']): Hint['span'] => ({ start: move(start), end: move(end) });
  return {
    ...{ rule, message, preconditions, source, isInterpretedOnly },
    ...withDefined({ pair, loop: loop && moved(loop) }),
    span: moved(span),
    removals: removals.map((removal) => ({
      ...removal,
      span: moved(removal.span),
      keeps:
        typeof removal.keeps === 'object' && 'onceIn' in removal.keeps
          ? { onceIn: moved(removal.keeps.onceIn) }
          : removal.keeps,
    })),
  };
}

/**
 * Behind the brace of a class in which a static field may stand, and is there before all else: one that extends
 * nothing, whose loading no code of another class can begin in the middle.
 */
function placeOfDeclaration({ named }: MemberBody, text: string): AdvisedMember['declareAt'] {
  const { declaration, enclosing } = named;
  const mayHaveStatics = enclosing.length === 1 || declaration.modifiers.includes('static');
  if (declaration.kind !== 'class' || !mayHaveStatics || named.kind === 'local') return undefined;
  if (declaration.superclass !== undefined || declaration.name === '') return undefined;
  return behindBrace(declaration, text);
}

function behindBrace({ nameStart, end }: ClassDeclaration, text: string): AdvisedMember['declareAt'] {
  const brace = text.indexOf('{', nameStart);
  const isHeader = brace > 0 && brace < end && !/[@(/]/.test(text.slice(nameStart, brace));
  if (!isHeader) return undefined;
  const line = text.slice(text.lastIndexOf('\n', nameStart) + 1, nameStart);
  const outer = /^[ \t]*/.exec(line)?.[0] ?? '';
  return { offset: brace + 1, indentation: outer + (outer.startsWith('\t') ? '\t' : '    ') };
}
