/** Reads from each source file what `npm run house` counts. TypeScript's own parser reads its syntax alone. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Every TypeScript file below the folders, with what it declares and imports, each with its line. */
export function readSources(folders) {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readSource(join(folder, name)))
      .sort((a, b) => a.path.localeCompare(b.path)),
  );
}

function readSource(path) {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (offset) => file.getLineAndCharacterOfPosition(offset).line + 1;
  const found = { path, lines: text.split('\n').length - 1 };
  for (const list of ['imports', 'reexports', 'types', 'functions', 'comments', 'absent', 'spreads'])
    found[list] = [];
  const add = (list, node, name, more = {}) =>
    found[list].push({ name, line: lineAt(node.getStart(file)), isTop: isTop(node), ...more });

  const visit = (node) => {
    const target = importedBy(node);
    if (target?.startsWith('.')) found.imports.push(resolveImport(path, target));
    if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      add('reexports', node, firstLine(node, file));
    if (isType(node) && !isRenaming(node)) add('types', node, node.name.text);
    const name = nameOfFunction(node);
    if (name !== undefined)
      add('functions', node, name, { lines: lineAt(node.getEnd()) - lineAt(node.getStart(file)) + 1 });
    if (isAbsentValue(node)) add('absent', node, firstLine(node, file));
    if (isOptionalSpread(node)) add('spreads', node, firstLine(node, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  found.comments = docCommentsOf(text, lineAt);
  return found;
}

/** Doc comments with their text from its first word on. */
function docCommentsOf(text, lineAt) {
  const comments = [];
  const file = ts.createSourceFile('comments.ts', text, ts.ScriptTarget.Latest, true);
  const seen = new Set();
  const visit = (node) => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      if (seen.has(pos) || !text.startsWith('/**', pos)) continue;
      seen.add(pos);
      const words = text.slice(pos + 3, end - 2).replace(/^[\s*]+/, '');
      comments.push({ name: words.split('\n')[0].trim(), line: lineAt(pos) });
    }
    for (const child of node.getChildren(file)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(file);
  return comments;
}

function importedBy(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier?.text;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal.text;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0]?.text;
  return undefined;
}

function resolveImport(path, target) {
  const base = join(dirname(path), target).replace(/\.js$/, '');
  return [`${base}.ts`, join(base, 'index.ts'), base].find((candidate) => existsSync(candidate)) ?? base;
}

function isType(node) {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    (ts.isClassDeclaration(node) && node.name !== undefined)
  );
}

/** `type Name = other.Name` gives a type of another file a shorter way, and no other meaning. */
function isRenaming(node) {
  if (!ts.isTypeAliasDeclaration(node)) return false;
  const { type } = node;
  const name = ts.isImportTypeNode(type)
    ? type.qualifier
    : ts.isTypeReferenceNode(type)
      ? type.typeName
      : undefined;
  return name !== undefined && (ts.isQualifiedName(name) ? name.right : name).text === node.name.text;
}

/** The name of a function, a method, or a function that is assigned to a name. */
function nameOfFunction(node) {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessor(node) ||
    ts.isSetAccessor(node);
  if (isNamed && node.body !== undefined) return node.name?.getText();
  if (ts.isConstructorDeclaration(node) && node.body !== undefined) return 'constructor';
  const isAssigned =
    ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);
  const value = isAssigned ? node.initializer : undefined;
  if (value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)))
    return node.name.getText();
  return undefined;
}

/** True if a declaration stands directly in its file. */
function isTop(node) {
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent.parent : node.parent;
  return holder !== undefined && ts.isSourceFile(holder);
}

/** `?? 0`, `?? ''` and `?? -1`: what is missing becomes a value. */
function isAbsentValue(node) {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken)
    return false;
  return ['0', "''", '-1'].includes(node.right.getText());
}

/** `...(x === undefined ? {} : { x })` and `...(x && { x })`. */
function isOptionalSpread(node) {
  if (!ts.isSpreadAssignment(node) || !ts.isParenthesizedExpression(node.expression)) return false;
  const { expression } = node.expression;
  if (ts.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].some(
      (each) => ts.isObjectLiteralExpression(each) && each.properties.length === 0,
    );
  return (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  );
}

function firstLine(node, file) {
  return node.getText(file).replace(/\s+/g, ' ').slice(0, 100);
}
