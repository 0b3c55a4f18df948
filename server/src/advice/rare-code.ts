/**
 * Tells code that runs seldom, by what the text says of it: where a failure is told, or text is logged; in what a
 * program does once, and in files that a generator writes. No change of it saves what a reader's time is worth.
 */
import type { SyntaxNode } from '../flow/source/syntax-children';
import { type BodyNodes, rootOfChain } from './uses';
import { contains } from './spans';
import type { Span } from '../java/syntax/ast';

const LOGGER = /^(?:\w+\.)*(?:\w*[lL]og(?:ger)?|\w*LOG(?:GER)?|System\.(?:out|err))$/;

const SAYING =
  /^(?:trace|debug|info|warn|warning|error|fatal|severe|fine|finer|finest|config|log|println?|printf|format)$/;

/** Classes of failures, and constants that name one, as the libraries of Java call them. */
const FAILURE = /(?:Exception|Error|Throwable)$/;
const FAILURE_CODE = /^(?:\w+\.)*Errors?\.\w+$/;

/** Methods that tell a person about a program, by their names. */
const TELLING = /debug|exception|warning|error|diagnos|usage|license|copyright|threaddump/i;

/** Methods that a program calls once, or to be shown in a debugger. */
const ONCE = /^(?:main|init|toString|<clinit>)$/;

const GENERATED =
  /\bauto(?:matically)?[ -]?generated\b|\bgenerated (?:by|from)\b|\bdo not (?:edit|modify)\b/i;

export interface MemberTexts {
  readonly className: string;
  /** The name that a class file has: `<init>` for constructors. */
  readonly methodName: string;
  /** True for what runs when the constants of an enum are made. */
  readonly isOfEnum: boolean;
  /** The text of each parameter. */
  readonly parameters: readonly string[];
}

/** True for a member that runs once, or when something went wrong. */
export function isRareMember({ className, methodName, isOfEnum, parameters }: MemberTexts): boolean {
  const isConstructor = methodName === '<init>';
  return (
    FAILURE.test(className) ||
    ONCE.test(methodName) ||
    TELLING.test(methodName) ||
    (isConstructor && (isOfEnum || parameters.some((each) => /^(?:final\s+)?String\s*(?:\[\]|\.\.\.)\s*args?$/.test(each)))) // prettier-ignore
  );
}

/** True for a file whose head says that it is generated: advice on it belongs to its generator. */
export function isGenerated(fileText: string): boolean {
  const head = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(fileText)?.[0] ?? '';
  return GENERATED.test(head);
}

/** True if code of a body runs only where a failure is told or caught, or where text is logged. */
export function isRareAt(span: Span, { all }: BodyNodes, text: string): boolean {
  return all.some(
    ({ node }) => node.start <= span.start && span.end <= node.end && makesRare(node, span, text),
  );
}

function makesRare(around: SyntaxNode, span: Span, text: string): boolean {
  const textAt = ({ start, end }: Span): string => text.slice(start, end);
  switch (around.kind) {
    case 'throw':
    case 'assert':
      return true;
    case 'try':
      return around.catches.some(({ block }) => contains(block, span));
    case 'block':
      return around.statements.at(-1)?.kind === 'throw';
    case 'new':
    case 'call': {
      if (!around.arguments.some((each) => contains(each, span))) return false;
      if (around.arguments.some((each) => FAILURE_CODE.test(textAt(each)))) return true;
      if (around.kind === 'new') return FAILURE.test(textAt(around.type).replace(/<.*$/s, ''));
      return SAYING.test(around.name) && LOGGER.test(textAt(rootOfChain(around)));
    }
    default:
      return false;
  }
}
