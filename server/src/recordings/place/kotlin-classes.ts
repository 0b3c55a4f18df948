/**
 * The classes and functions that a Kotlin source declares, as far as a frame can name them.
 *
 * Sits in `recordings/`. Kotlin's "Calling Kotlin from Java" for the names that
 * its compiler gives: functions outside of classes are methods of `FileKt`, or
 * of what `@file:JvmName` says. Read from braces and keywords alone: types of
 * parameters are not known, local functions and lambdas belong to what is
 * around them, as javac has them.
 */
import { lineAt, lineStartsOf, type SourceClass, type SourceFile, type SourceMethod } from './source-classes';

const DECLARATION =
  /\b(?:(?:(companion)\s+)?object|(?:class|interface))(?:\s+([\p{L}_][\p{L}\p{N}_]*))?|\bfun\s+(?:<[^>]{0,60}>\s*)?(?:[\p{L}_][\p{L}\p{N}_.<>?, ]{0,60}\.)?(`[^`]+`|[\p{L}_][\p{L}\p{N}_]*)\s*\(|\b(init|constructor)\b|[{}]/gu;

interface Open {
  readonly name: string;
  readonly methods: SourceMethod[];
  readonly first: number;
  /** Braces around it. */
  readonly depth: number;
}

export function describeKotlinSource(path: string, text: string): SourceFile {
  const lineStarts = lineStartsOf(text);
  const code = blankOut(text);
  const packageName = /^[ \t]*package[ \t]+([\w.]+)/m.exec(code)?.[1]?.replaceAll('.', '/');
  const prefix = packageName === undefined ? '' : `${packageName}/`;
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.kts?$/, '');
  const facade =
    /@file\s*:\s*JvmName\s*\(\s*"([^"]+)"/.exec(text)?.[1] ??
    `${base.charAt(0).toUpperCase()}${base.slice(1)}Kt`;
  const classes: SourceClass[] = [];
  const top: Open = { name: prefix + facade, methods: [], first: 1, depth: -1 };
  const open: Open[] = [];
  let depth = 0;
  let awaited: string | undefined;
  /** A function whose `{` opens next, or that is an expression of a line. */
  let inFunction = Infinity;
  let pendingFunction: { readonly name: string; readonly first: number; readonly owner: Open } | undefined;

  const finish = (name: string, first: number, last: number, owner: Open): void => {
    owner.methods.push({ name, first, last: Math.max(first, last) });
  };

  for (const match of code.matchAll(DECLARATION)) {
    const [token, companion, className, functionName, initializer] = match;
    const line = lineAt(lineStarts, match.index);
    const owner = open.at(-1) ?? top;
    if (token === '{') {
      if (pendingFunction !== undefined && inFunction === Infinity) inFunction = depth;
      else if (awaited !== undefined && inFunction === Infinity) {
        open.push({ name: awaited, methods: [], first: line, depth });
        awaited = undefined;
      }
      depth++;
    } else if (token === '}') {
      depth--;
      if (pendingFunction !== undefined && depth === inFunction) {
        finish(pendingFunction.name, pendingFunction.first, line, pendingFunction.owner);
        pendingFunction = undefined;
        inFunction = Infinity;
      } else if (open.at(-1)?.depth === depth) {
        const closed = open.pop();
        if (closed !== undefined) classes.push({ ...closed, last: line });
      }
    } else if (inFunction === Infinity) {
      if (pendingFunction !== undefined)
        finish(pendingFunction.name, pendingFunction.first, line - 1, pendingFunction.owner);
      pendingFunction = undefined;
      const outer = owner === top ? prefix : `${owner.name}$`;
      if (functionName !== undefined)
        pendingFunction = { name: functionName.replaceAll('`', ''), first: line, owner };
      else if (initializer !== undefined) pendingFunction = { name: '<init>', first: line, owner };
      else if (className !== undefined || companion !== undefined)
        awaited = outer + (className ?? 'Companion');
    }
  }
  const last = lineStarts.length;
  if (pendingFunction !== undefined)
    finish(pendingFunction.name, pendingFunction.first, last, pendingFunction.owner);
  for (const each of [...open, top])
    classes.push({ name: each.name, first: each.first, last, methods: each.methods });
  return {
    path,
    classes: classes.filter(({ name, methods }) => name !== top.name || methods.length > 0),
    lineStarts,
    text,
  };
}

/** Comments and texts as blanks, so that their braces and words don't count. */
function blankOut(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])'/g,
    (part) => part.replace(/[^\n]/g, ' '),
  );
}
