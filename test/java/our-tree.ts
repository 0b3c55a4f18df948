/**
 * Our syntax trees of a whole file, counted in the terms of {@link Inventory}.
 */

import type {
  BodyRoot,
  ClassDeclaration,
  CompilationUnit,
  Problem,
  Statement,
} from '../../server/src/java/syntax/ast';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import { bodyTextsOf } from '../../server/src/java/lowering/local-classes';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import { decodeUnicodeEscapes } from '../../server/src/java/text/unicode-escapes';
import type { Inventory } from './stock-tree';
import { walkTree } from './walk-tree';

export interface ParsedFile {
  readonly text: string;
  readonly unit: CompilationUnit;
  readonly roots: readonly BodyRoot[];
  /** The problems of the headers and of the bodies, with offsets into the file. */
  readonly problems: readonly Problem[];
}

export function parseFile(original: string): ParsedFile {
  const { text } = decodeUnicodeEscapes(original);
  const unit = parseDeclarations(text);
  const roots: BodyRoot[] = [];
  const problems: Problem[] = [...unit.problems];
  for (const body of unit.classes.flatMap(bodyTextsOf)) {
    const parsed = parseBody(text.slice(body.start, body.end), body.rule);
    roots.push(parsed.root);
    for (const problem of parsed.problems) {
      problems.push({ ...problem, start: problem.start + body.start, end: problem.end + body.start });
    }
  }
  return { text, unit, roots, problems };
}

const STATEMENT_LISTS = ['statements', 'body', 'then', 'otherwise'] as const;

/** Kinds that the inventory has under the same name. */
const SAME_KINDS: ReadonlySet<string> = new Set(
  (
    'if while for for-each do try throw return break continue yield synchronized assert empty labeled ' +
    'expression-statement literal lambda new new-array array-initializer array-access cast method-reference ' +
    'class-literal type-pattern record-pattern match-all binary assignment instanceof conditional unary increment'
  ).split(' '),
);

export function takeInventory({ unit, roots }: ParsedFile): Inventory {
  const counts = new Map<string, number>();
  const count = (kind: string, more = 1): void => {
    if (more > 0) counts.set(kind, (counts.get(kind) ?? 0) + more);
  };
  const declared = unit.classes.flatMap((declaration) => declaredIn(declaration, false));
  for (const root of roots) {
    walkTree(root, (node) => {
      const { kind } = node;
      if ('catches' in node && Array.isArray(node.catches)) count('catch', node.catches.length);
      if ('labels' in node && 'arrow' in node) {
        count('label');
        if ('guard' in node) count('guard');
      }
      if ('declaration' in node && 'bodies' in node) {
        const local = node.declaration as ClassDeclaration;
        declared.push(...declaredIn(local, local.name === ''));
      }
      for (const list of STATEMENT_LISTS) {
        const statements = (node as Readonly<Record<string, unknown>>)[list];
        const all = Array.isArray(statements) ? (statements as readonly Statement[]) : [];
        count(
          'local-variable-statement',
          all.filter((statement) => statement.kind === 'local-variable').length,
        );
      }
      if (typeof kind !== 'string') return;
      if (SAME_KINDS.has(kind)) count(kind);
      else if (kind === 'switch-statement' || kind === 'switch-expression') count('switch');
      else if (kind === 'call') count('call');
    });
  }
  return { counts, declared: declared.sort() };
}

function declaredIn(declaration: ClassDeclaration, anonymous: boolean): string[] {
  const own = anonymous ? [] : [`${declaration.kind} ${declaration.name}`];
  const members = declaration.members.flatMap((member): readonly string[] => {
    switch (member.kind) {
      case 'field':
        return member.declarators.map(({ name }) => `field ${name}`);
      case 'initializer':
        return ['initializer'];
      case 'enum-constant':
        return [
          `constant ${member.name}`,
          ...(member.body === undefined ? [] : declaredIn(member.body, true)),
        ];
      case 'class-member':
        return declaredIn(member.declaration, false);
      case 'method':
        return [`method ${member.name}/${member.parameters.length}`];
      case 'constructor':
      case 'compact-constructor':
        return [`constructor ${member.name}/${member.parameters.length}`];
    }
  });
  return [...own, ...members];
}
