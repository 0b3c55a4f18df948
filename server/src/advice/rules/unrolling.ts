/**
 * Loops written out (Li and Gallagher, section 6.3, b).
 *
 * Sits in `advice/`.
 */
import type { Hint } from '../hint';
import { headerOf } from '../loops';
import type { Rule } from './rule';

/** Advises to unroll each loop that counts up. It runs only on request, since a compiler does this by itself. */
export const unrolling: Rule = (context) =>
  context.placed.flatMap(({ node }): readonly Hint[] => {
    if (node.kind !== 'for' || node.condition === undefined || node.update.length !== 1) return [];
    const [update] = node.update;
    if (update === undefined || update.kind === 'call') return [];
    const header = headerOf(node);
    return [
      {
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
      },
    ];
  });
