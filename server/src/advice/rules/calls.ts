/**
 * Calls in loops that cost more than what they do: locks that one thread takes
 * for itself, and methods that only give back what they have.
 */
import { hintsOn, methodOf, quote, type Rule } from './rule';
import { headerOf } from '../loops';

const SYNCHRONIZED = 0x20;

/** The classes that do the same without locks. */
const UNLOCKED: Readonly<Record<string, string>> = {
  'java/lang/StringBuffer': 'StringBuilder',
  'java/util/Vector': 'ArrayList',
  'java/util/Hashtable': 'HashMap',
  'java/util/Stack': 'ArrayDeque',
};

/** Finds calls that lock where no lock is needed, with one hint for each object and loop. */
export const synchronizedCalls: Rule = (context) => {
  const { typing } = context;
  const said = new Set<string>();
  return hintsOn(context, ({ node, loops }) => {
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.target?.kind !== 'name') return undefined;
    if (typing.resolutionOf(node.target)?.kind !== 'local') return undefined;
    const type = typing.typeOf(node.target);
    const other = type.kind === 'class' ? UNLOCKED[type.name] : undefined;
    const method = methodOf(node, typing);
    const id = `${loop.statement.start} ${node.target.name}`;
    if (other === undefined || method === undefined || said.has(id)) return undefined;
    const isLocked = (method.method.flags & SYNCHRONIZED) !== 0 || method.owner !== 'java/lang/Object';
    if (!isLocked) return undefined;
    said.add(id);
    return {
      rule: 'synchronized-call',
      span: node,
      message: `${quote(context, node)} locks in every round: where one thread has ${node.target.name} for itself, ${other} does the same without`,
      preconditions: [`no other thread uses ${node.target.name}`],
      source: 'a lock is taken and given back for each call',
      removals: [],
    };
  });
};

export const thinMethods: Rule = (context) =>
  hintsOn(context, ({ node, loops }) => {
    if (loops.length === 0 || node.kind !== 'call') return undefined;
    const method = methodOf(node, context.typing);
    if (method === undefined || method.origin !== 'workspace') return undefined;
    if (!context.thinMethods.has(`${method.owner}.${method.method.name}${method.descriptor}`))
      return undefined;
    return {
      rule: 'thin-method',
      span: node,
      message: `${node.name} does next to nothing, and is called in every round: where it matters, write what it returns`,
      preconditions: [
        'no subclass overrides it',
        'an interpreter runs it, or a JIT compiler that does not inline it',
      ],
      source: 'a call costs more than what this one does (MethodInvocation, Parameter, Return)',
      removals: [{ span: node, operations: /^(?:MethodInvocation|Parameter|Return)/, keeps: 'nothing' }],
    };
  });

/**
 * Loops written out (Li and Gallagher, section 6.3, b).
 *
 * Advises to unroll each loop that counts up. It runs only on request, since a compiler does this by itself.
 */
export const unrolling: Rule = (context) =>
  hintsOn(context, ({ node }) => {
    if (node.kind !== 'for' || node.condition === undefined || node.update.length !== 1) return undefined;
    const [update] = node.update;
    if (update === undefined || update.kind === 'call') return undefined;
    const header = headerOf(node);
    return {
      rule: 'unroll-loop',
      span: header,
      message: 'eight rounds written one after the other compare, step and jump an eighth as often',
      preconditions: ['the number of rounds is divisible by eight, or the rest is done after the loop'],
      source: 'Li and Gallagher, section 6.3, b (loop unrolling, by eight)',
      removals: [
        { span: node.condition, keeps: { share: 1 / 8 } },
        { span: update, keeps: { share: 1 / 8 } },
        { span: { start: node.start, end: header.end }, operations: /^BlockGoto/, keeps: { share: 1 / 8 } },
      ],
    };
  });
