/** Texts that are printed piece by piece: `System.out` hands each piece to the operating system at once. */
import { endsLoop } from '../loops';
import { numberOf } from '../counted-loop';
import { hintsOn, methodOf, quote, type Rule, textOf } from './rule';

/** The rounds of a loop that prints more than a person reads. */
const MANY = 100;

export const printInLoop: Rule = (context) =>
  hintsOn(context, (place) => {
    const { node, loops } = place;
    const loop = loops.at(-1);
    if (loop === undefined || node.kind !== 'call' || node.target === undefined || endsLoop(place, loop))
      return undefined;
    if (!/^print(?:ln)?$/.test(node.name) || node.arguments.length > 1) return undefined;
    if (methodOf(node, context.typing)?.owner !== 'java/io/PrintStream') return undefined;
    const stream = textOf(context, node.target).replace(/\s+/g, '');
    if (!/^(?:java\.lang\.)?System\.out$/.test(stream)) return undefined;
    const { condition } = loop;
    const bound = condition?.kind === 'binary' ? numberOf(condition.right, context.typing) : undefined;
    // Pieces of lines, and lines by the hundred; others are read by a person.
    const isMany = bound === undefined ? node.name === 'print' && loops.length > 1 : bound >= MANY;
    if (!isMany) return undefined;
    return {
      rule: 'print-in-loop',
      span: node,
      message: `${quote(context, node)} writes to the system in every round: collect the text, and print it once`,
      preconditions: ['nobody waits for a part of the text'],
      source: 'java.lang.System: the stream out is flushed after each print',
      removals: [],
      pair: `print-in-loop/${node.name}`,
      loop: loop.statement,
    };
  });
