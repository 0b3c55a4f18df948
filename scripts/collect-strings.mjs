/**
 * The strings that a translator gets: every literal given to `l10n.t` in the
 * client and the server. Run by hand it writes l10n/bundle.l10n.json anew;
 * a test holds the file against the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Sorted, each once. A message that is no literal is an error: it could not be looked up. */
export function collectStrings(folders = ['client/src', 'server/src']) {
  const strings = new Set();
  for (const folder of folders) {
    for (const file of readdirSync(join(root, folder), { recursive: true }).filter((name) =>
      name.endsWith('.ts'),
    )) {
      const text = readFileSync(join(root, folder, file), 'utf8');
      if (text.includes('l10n.t('))
        visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest), file, strings);
    }
  }
  return [...strings].sort();
}

function visit(node, file, strings) {
  if (ts.isCallExpression(node) && isTranslation(node.expression)) {
    const [message] = node.arguments;
    if (message === undefined || !ts.isStringLiteralLike(message))
      throw new Error(`${file}: l10n.t wants a literal`);
    strings.add(message.text);
  }
  node.forEachChild((child) => visit(child, file, strings));
}

function isTranslation(callee) {
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 't' &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === 'l10n'
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bundle = Object.fromEntries(collectStrings().map((text) => [text, text]));
  writeFileSync(join(root, 'l10n', 'bundle.l10n.json'), `${JSON.stringify(bundle, undefined, 2)}\n`);
}
