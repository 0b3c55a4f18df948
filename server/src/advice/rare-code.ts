/**
 * Tells code that runs seldom, by what the text says of it: where a failure is told, or text is logged; in what a
 * program does once, and in files that a generator writes. No change of it saves what a reader's time is worth.
 */
import { type SyntaxNode, walkSyntax } from '../flow/source/syntax-children';
import { type BodyNodes, rootOfChain } from './uses';
import type { Hint } from './hint';
import { contains } from './spans';
import type { Span } from '../java/syntax/ast';

const LOGGER = /^(?:\w+\.)*(?:\w*[lL]og(?:ger)?|\w*LOG(?:GER)?|System\.(?:out|err))$/;

const SAYING =
  /^(?:trace|debug|info|warn|warning|error|fatal|severe|fine|finer|finest|config|log|println?|printf|format)$/;

/** Classes of failures, and constants that name one, as the libraries of Java call them. */
const FAILURE = /(?:Exception|Error|Throwable)$/;
const FAILURE_CODE = /^(?:\w+\.)*Errors?\.\w+$/;

/** Methods that tell a person about a program, by their names. */
const TELLING =
  /debug|exception|warning|error|diagnos|usage|license|copyright|threaddump|stacktrace|descri(?:be|ption)|summary|(?:print|show)help|graphviz|fortest|^dump|^(?:pretty)?print|^log(?:$|ging|message)|forlogging|^toString|ToString$|argsto/i;

/** Calls that tell of a failure, and lists of such texts. */
const CALLED_TO_TELL = /^_?(?:warn|error|debug|trace|fail|escalate|report)(?:[A-Z]|$)|(?:Warning|Error|Exception|Debug|Diagnostic|Problem|Failure|Violation|Bad|Invalid|Illegal|Unexpected)s?(?:[A-Z]|$)/; // prettier-ignore
const TOLD = /(?:error|warning|problem|diagnostic|failed|failure|invalid|nonUnique|missing|duplicate|unknown|conflict|violation|illegal|unsupported|message|msg)\w{0,40}$/i; // prettier-ignore

/** Words of a text that tells a failure. */
const FAILS = /"[^"]*\b(?:can ?not|can't|could not|unable|invalid|illegal|unexpected|unknown|unsupported|fail(?:s|ed|ure)?|errors?|exception|missing|duplicated?|must|not)\b/i; // prettier-ignore

/** Conditions that hold while a person looks for a failure. */
const LOOKING = /\bis(?:Debug|Trace|Info|Warn|Fine|Finer|Finest)\w*(?:Enabled)?\(|isLoggable\(|\b(?:\w+_)?(?:DEBUG|TRACE|VERBOSE)\b|\b(?:debug|verbose|trace)\b/; // prettier-ignore

/** `"id".equals(key)`, `key.equals(ID)`: one of the things that a loop goes through is that one. */
const IS_THE_ONE =
  /(?:"|\b[A-Z]\w*)\s*\.\s*equals(?:IgnoreCase)?\(|\.\s*equals(?:IgnoreCase)?\(\s*(?:"|(?:\w+\.)*[A-Z][A-Z_0-9]*\s*\))/;

/** Classes and calls that ask the operating system for a file or a connection: a thousand times as long as a copy. */
const OPENED = /^(?:java\.(?:io|net|util\.(?:zip|jar))\.)?(?:File(?:Input|Output)Stream|FileReader|FileWriter|RandomAccessFile|PrintWriter|Socket|ServerSocket|ZipFile|JarFile)$/; // prettier-ignore
const OPENS =
  /^(?:new(?:Input|Output)Stream|newBuffered(?:Reader|Writer)|newByteChannel|openStream|openConnection|getResourceAsStream|mkdirs?|createNewFile|prepareStatement|getStatement|execute\w*|listFiles|await|sleep|forName)$/;

/** Loops over what a file of properties, or a command line, says. */
const SET_UP = /\bget(?:Property|Properties|InitParameter\w*|SystemProperty)\(|\bargs\b|\bgetEnv\(/;

/** Classes that test, work for a person at a screen, or read how a program is set up. */
const SHOWS =
  /(?:(?<=^|\.)Test\w{0,40}|Tests?|TestCase|Printer|DisplayFormatter|Console\w{0,40}|Dumper|Usage|Help|Dialog|Panel|Frame|Wizard|Cli|Cmd|CommandLine|Main|Launcher|Installer|Options|Settings|Configur(?:ation(?:Loader|Reader|Parser|Helper)?|er|ator)|Config(?:Loader|Reader|Parser|Helper|Utils?)?)$/;

/** Methods that a program calls once, to be set up, or to be shown in a debugger. */
const ONCE =
  /^(?:main|toString|<clinit>|init(?:ialize)?(?:[A-Z]\w*)?|(?:configure|setup|setUp|bootstrap|register|deregister|unregister|validate|verify)(?:[A-Z]\w*)?|(?:add|get|set|list|parse|process|check|validate)(?:Cmd|CommandLine|CLI)?(?:Args|Arguments|Options|Properties|Config|Configuration)|(?:load|read|parse)\w{0,40}(?:Config|Propert|Plugin|Setting|Option|Reporter|Driver|Extension|Module)\w{0,40}|start|stop|shutdown)$/;

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
    SHOWS.test(className) ||
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

/**
 * True if code of a body runs only where a failure is told or caught, or where text is logged; in one round of a loop;
 * or beside the opening of files; and for the text of a failure itself.
 */
export function isRareAt(
  { span, loop }: Pick<Hint, 'span' | 'loop'>,
  { all }: BodyNodes,
  text: string,
): boolean {
  const isText =
    text.charAt(span.start) === '"' || /^(?:\w+\.)*format\(/.test(text.slice(span.start, span.end));
  if (isText && FAILS.test(text.slice(span.start, span.end))) return true;
  if (loop !== undefined && SET_UP.test(text.slice(loop.start, loop.end).split('{', 1)[0] ?? '')) return true;
  return all.some(({ node }) =>
    contains(node, span)
      ? makesRare(node, span, loop, text)
      : loop !== undefined && contains(loop, node) && opens(node, text),
  );
}

/** The most conditions that code may stand under in its loop, and still be taken to run in many of its rounds. */
const MOST_CONDITIONS = 2;

/**
 * True if nothing but the number of a loop's rounds tells that its code runs often: it stands under several conditions,
 * or the loop reads lines of what is mostly a short file.
 */
export function isDoubtfulAt({ span, loop }: Pick<Hint, 'span' | 'loop'>, { all }: BodyNodes): boolean {
  return (
    loop === undefined ||
    conditionsAround(span, loop, all) > MOST_CONDITIONS ||
    all.some(({ node }) => node.kind === 'call' && node.name === 'readLine' && contains(loop, node))
  );
}

/** The number of conditions that code stands under within its loop. */
export function conditionsAround(span: Span, loop: Span, all: BodyNodes['all']): number {
  return all.filter(
    ({ node }) => isBetween(loop, node) && contains(node, span) && isUnderCondition(node, span),
  ).length;
}

function isUnderCondition(around: SyntaxNode, span: Span): boolean {
  switch (around.kind) {
    case 'if':
    case 'conditional':
      return !contains(around.condition, span);
    case 'binary':
      return (around.operator === '&&' || around.operator === '||') && contains(around.right, span);
    case 'switch-statement':
    case 'switch-expression':
      return true;
    default:
      return false;
  }
}

/** True for code that a loop runs in its rounds, and not the other way around. */
function isBetween(loop: Span | undefined, around: Span): boolean {
  return loop !== undefined && contains(loop, around) && loop.start < around.start;
}

function returns(block: SyntaxNode): boolean {
  let isIt = false;
  walkSyntax([block], ({ kind }) => {
    isIt ||= kind === 'return';
    return kind !== 'lambda';
  });
  return isIt;
}

function opens(node: SyntaxNode, text: string): boolean {
  if (node.kind === 'call') return OPENS.test(node.name);
  return node.kind === 'new' && OPENED.test(text.slice(node.type.start, node.type.end));
}

function makesRare(around: SyntaxNode, span: Span, loop: Span | undefined, text: string): boolean {
  const textAt = ({ start, end }: Span): string => text.slice(start, end);
  switch (around.kind) {
    case 'if': {
      if (!contains(around.then, span)) return false;
      const condition = textAt(around.condition);
      return (
        LOOKING.test(condition) ||
        (isBetween(loop, around) && !condition.includes('!') && IS_THE_ONE.test(condition))
      );
    }
    case 'switch-statement':
      // `case "id":`
      return isBetween(loop, around) && /\bcase\s+"/.test(text.slice(around.start, span.start));
    case 'throw':
    case 'assert':
      return true;
    case 'try':
      return around.catches.some(({ block }) => contains(block, span));
    case 'block':
      // A search ends with its result, and with a failure when there is none.
      return around.statements.at(-1)?.kind === 'throw' && !returns(around);
    case 'new':
    case 'call': {
      if (!around.arguments.some((each) => contains(each, span))) return false;
      if (around.arguments.some((each) => FAILURE_CODE.test(textAt(each)))) return true;
      if (around.kind === 'new') return FAILURE.test(textAt(around.type).replace(/<.*$/s, ''));
      if (CALLED_TO_TELL.test(around.name)) return true;
      const root = textAt(rootOfChain(around));
      return SAYING.test(around.name) ? LOGGER.test(root) : around.target !== undefined && TOLD.test(root);
    }
    default:
      return false;
  }
}
