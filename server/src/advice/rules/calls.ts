/** Steps that an interpreter takes and a compiler saves: calls of methods that do next to nothing, and loops written out. */
import { hintsOn, methodOf, type Rule } from './rule';
import { headerOf } from '../loops';

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
      preconditions: ['an interpreter runs it, or a JIT compiler that does not inline it'],
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
