/**
 * Counts the operations of each statement in both front ends.
 *
 * Two of javac's ways can be told only
 * once a statement is complete: `+` on strings by a StringBuilder, and the
 * copies of `finally`.
 */
import type { LineIndex } from '../../server/src/base/units';
import type { SetAsideRule } from './bytecode-rules';
import { type ComparableOperation, CONCATENATION } from './comparable-operations';
import type { StatementLines } from './statement-lines';

/**
 * The operations that close a resource: a test, the call, and `addSuppressed` for an exception that
 * the call throws.
 */
const CLOSING: ReadonlySet<string> = new Set(['Equal null', 'close', 'addSuppressed']);

export interface Counted extends ComparableOperation {
  source: number;
  bytecode: number;
}

export interface StatementTally {
  addSource(statement: LineIndex, operation: ComparableOperation): void;
  /** `builder` names the StringBuilder that an operation may be a concatenation's. */
  addBytecode(statement: LineIndex, operation: ComparableOperation, builder?: string): void;
  finish: (to: {
    readonly setAside: (rule: SetAsideRule) => void;
    readonly statement: (line: LineIndex, agreements: readonly Readonly<Counted>[]) => void;
  }) => void;
}

export function createTally({ copied, closing }: Pick<StatementLines, 'copied' | 'closing'>): StatementTally {
  const statements = new Map<LineIndex, Map<string, Counted>>();
  /** Builders in the order of their `new`, with the statement that it stands in. */
  const builders = new Map<
    string,
    { readonly statement: LineIndex; readonly parts: [LineIndex, ComparableOperation][] }
  >();

  const countOf = (statement: LineIndex, { group, name }: ComparableOperation): Counted => {
    let counts = statements.get(statement);
    if (counts === undefined) statements.set(statement, (counts = new Map<string, Counted>()));
    const key = `${group} ${name}`;
    let counted = counts.get(key);
    if (counted === undefined) counts.set(key, (counted = { group, name, source: 0, bytecode: 0 }));
    return counted;
  };

  /** Counts builders as concatenations: one for each concatenation that the source has and bytecode lacks. */
  const foldBuilders = (): void => {
    for (const { statement, parts } of builders.values()) {
      const isWhole = parts.at(-1)?.[1].name === 'toString';
      const concatenation = countOf(statement, CONCATENATION);
      if (isWhole && concatenation.source > concatenation.bytecode) concatenation.bytecode++;
      else for (const [at, operation] of parts) countOf(at, operation).bytecode++;
    }
  };

  return {
    addSource(statement, operation) {
      countOf(statement, operation).source++;
    },
    addBytecode(statement, operation, builder) {
      if (builder === undefined) {
        countOf(statement, operation).bytecode++;
        return;
      }
      const known = builders.get(builder);
      if (known === undefined) builders.set(builder, { statement, parts: [[statement, operation]] });
      else known.parts.push([statement, operation]);
    },
    finish({ setAside, statement }) {
      foldBuilders();
      for (const [line, counts] of statements) {
        for (const counted of counts.values()) {
          const { source, bytecode, name } = counted;
          if (closing.has(line) && CLOSING.has(name) && bytecode > source) {
            for (let i = source; i < bytecode; i++) setAside('copies of closing resources');
            counted.bytecode = source;
            continue;
          }
          if (!copied.has(line) || source === 0 || bytecode <= source || bytecode % source !== 0) continue;
          for (let i = source; i < bytecode; i++) setAside('copies of finally');
          counted.bytecode = source;
        }
        statement(line, [...counts.values()]);
      }
    },
  };
}
