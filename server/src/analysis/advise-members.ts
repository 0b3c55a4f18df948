/**
 * Makes advice for the members of a file, before any energy is modeled.
 *
 * Sits in `analysis/`: wires `java/typing/` and `advice/`. Operations are those
 * of the member's text, by whose prices it is known which share of a line's
 * energy a change would take away.
 */
import { type AdviceWishes, findHints } from '../advice/find-hints';
import type { Hint } from '../advice/hint';
import { isIgnored } from '../advice/ignored';
import { isGenerated, isRareMember } from '../advice/rare-code';
import type { RuleContext } from '../advice/rules/rule';
import type { Body, BodyText, ClassDeclaration } from '../java/syntax/ast';
import type { DecodedText } from '../java/text/unicode-escapes';
import { observeLookups } from '../java/types/lookups';
import { extendUniverse, universeOf } from '../java/types/universe';
import type { MemberOperations } from '../operations/catalogue/operation';
import type { Cancellation } from '../base/cancellation';
import { withDefined } from '../base/check';
import type { Offset } from '../base/units';
import { analyzeMember, methodKeyOf, typeMember } from './analyze-member';
import type { AnalysisOptions } from './analysis-options';
import type { DependencyView } from './dependencies';
import { isCurrent, type Kept, memberKey } from './kept-file';
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

/** The advice on a member, before comments ignore any. */
export interface KeptAdvice extends Kept {
  readonly hints: readonly Hint[];
  /** Absent without hints. */
  readonly operations?: MemberOperations;
  /** The whole file's text, if a hint depends on it. */
  readonly fileText?: string;
}

interface AdvisedFile {
  readonly view: DependencyView;
  readonly version: number;
  readonly options: AnalysisOptions;
  readonly decoded: DecodedText;
  readonly wishes: AdviceWishes;
  /** True if a class of the workspace may override a method. */
  readonly mayBeOverridden: (member: MemberBody) => boolean;
  readonly hooks: ProgressHooks;
  readonly parse: (body: BodyText) => Body;
  /** The advice of the run before, and of this one, by all that it depends on beside {@link Kept}. */
  readonly before: ReadonlyMap<string, KeptAdvice>;
  readonly results: Map<string, KeptAdvice>;
}

/** The members that there is advice for, in the order of the text. */
export function adviseMembers(members: readonly MemberBody[], file: AdvisedFile): readonly AdvisedMember[] {
  const { decoded, hooks, wishes, view } = file;
  const hasEscapes = decoded.toOriginal(decoded.text.length) !== decoded.text.length;
  const thinMethods = new Set(
    (wishes.interpreted ? members : []).flatMap((member) =>
      isThin(decoded.text.slice(member.body.start, member.body.end)) && !file.mayBeOverridden(member)
        ? [methodKeyOf(member, view.source)]
        : [],
    ),
  );
  const thin = [...thinMethods].join(' ');
  const isOfGenerator = isGenerated(decoded.text);
  return members.flatMap((member): readonly AdvisedMember[] => {
    const text = decoded.text.slice(member.body.start, member.body.end);
    if (!LOOPS.test(text) || hooks.canceled.aborted) return [];
    const isSeldom = isOfGenerator || isRare(member, decoded.text);
    if (isSeldom && !wishes.interpreted) return [];
    const declareAt = placeOfDeclaration(member, decoded.text);
    const advice = adviceOn(member, file, { thinMethods, thin, mayDeclare: declareAt !== undefined });
    const { operations } = advice;
    const hints = advice.hints
      .filter(({ rule, span }) => !isIgnored(decoded.text, member.body.start + span.start, rule))
      .map((hint) => (isSeldom ? { ...hint, isRare: true } : hint));
    if (operations === undefined || hints.length === 0) return [];
    const toOriginal = (offset: number): number => decoded.toOriginal(offset + member.body.start);
    const start = toOriginal(0);
    return [
      {
        name: member.name,
        bodyStart: start,
        operations: hasEscapes ? mapOperations(operations, decoded, member.body.start) : operations,
        // Edits of a text with escapes would have to be written with them.
        hints: hasEscapes ? hints.map((hint) => withoutFix(hint, (at) => toOriginal(at) - start)) : hints,
        ...(declareAt === undefined || hasEscapes ? {} : { declareAt }),
      },
    ];
  });
}

type AboutClass = Pick<RuleContext, 'thinMethods' | 'mayDeclare'>;

/** The advice on a member, of the run before if its text and all that it depends on are the same. */
function adviceOn(
  member: MemberBody,
  file: AdvisedFile,
  about: AboutClass & { readonly thin: string },
): KeptAdvice {
  const { decoded, wishes, view, version } = file;
  const declared = decoded.text.slice(member.start, member.end);
  const key = [
    memberKey(member, decoded.text, declared),
    ...[wishes.interpreted, wishes.unrolls === true, about.mayDeclare],
    about.thin,
  ].join('\n');
  const known = file.results.get(key) ?? file.before.get(key);
  const isKnown =
    known !== undefined &&
    (known.fileText ?? decoded.text) === decoded.text &&
    isCurrent(known, version, view);
  const advice = isKnown ? known : makeAdvice(member, file, about);
  file.results.set(key, advice);
  return advice;
}

function makeAdvice(
  member: MemberBody,
  { decoded, wishes, view, version, hooks, options, parse }: AdvisedFile,
  { thinMethods, mayDeclare }: AboutClass,
): KeptAdvice {
  hooks.begin(member.name);
  const body = parse(member.body);
  const { source: signatures, lookups } = observeLookups(view.source, view.unit);
  const context = { unit: view.unit, signatures, options };
  const typing = typeMember(member, body, context);
  const asks = { file: false };
  const hints = findHints(
    {
      root: body.root,
      ...{ typing, universe: extendUniverse(universeOf(signatures), typing.localClasses) },
      text: decoded.text.slice(member.body.start, member.body.end),
      memberText: decoded.text.slice(member.start, member.end),
      fileText: () => {
        asks.file = true;
        return decoded.text;
      },
      ...{ thinMethods, mayDeclare },
    },
    wishes,
  );
  const [own] = hints.length === 0 ? [] : analyzeMember(member, body, context);
  return {
    ...{ hints, depends: lookups(), version },
    ...withDefined({ operations: own?.operations, fileText: asks.file ? decoded.text : undefined }),
  };
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
    isRare = false,
    isDoubtful = false,
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
    ...{ rule, message, preconditions, source, isInterpretedOnly, isRare, isDoubtful },
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
