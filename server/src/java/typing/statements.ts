/**
 * Statements (JLS 14): declarations in order, each seeing those before it, and
 * the scopes that conditions with patterns leave behind.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type {
  CatchClause,
  ForEachStatement,
  ForStatement,
  LocalDeclarator,
  LocalVariableStatement,
  Statement,
  TryStatement,
} from '../syntax/ast';
import { bindingsOf } from '../types/bindings';
import { leastUpperBound } from '../types/bounds';
import { canComplete, hasBreak } from '../types/completion';
import { castConstant } from './constants';
import { classTypesOf } from './names';
import { type LocalVariable, type Scope, withLocal, withLocals } from './scopes';
import { upperBound } from '../types/substitution';
import { resultAsUsed } from '../types/signature-polymorphic';
import { typeSwitch } from './switches';
import { attribute, type Exits, resolveSyntax, type Typer } from './typer';
import { asSuper } from '../types/universe';
import { isPrimitive, isString, objectType, unknownType } from '../types/types';

export function typeStatements(
  typer: Typer,
  statements: readonly Statement[],
  scope: Scope,
  exits: Exits,
): Scope {
  let current = scope;
  for (const statement of statements) current = typeStatement(typer, statement, current, exits);
  return current;
}

/** Gives the scope of what follows in the same block. */
function typeStatement(typer: Typer, statement: Statement, scope: Scope, exits: Exits): Scope {
  switch (statement.kind) {
    case 'block':
      typeStatements(typer, statement.statements, scope, exits);
      return scope;
    case 'local-variable':
      return typeLocals(typer, statement, scope);
    case 'local-class': {
      const { declaration } = statement.declaration;
      const type = typer.rules.typeLocalClass(typer, statement.declaration, scope, undefined);
      return { kind: 'type', name: declaration.name, type, parent: scope };
    }
    case 'expression-statement':
      attribute(typer, statement.expression, scope);
      resultAsUsed(typer, statement.expression);
      return scope;
    case 'if':
      return typeIf(typer, statement, scope, exits);
    case 'while': {
      attribute(typer, statement.condition, scope);
      const { whenTrue, whenFalse } = bindingsOf(typer, statement.condition);
      typeStatement(typer, statement.body, withLocals(scope, whenTrue), exits);
      return hasBreak(statement.body) ? scope : withLocals(scope, whenFalse);
    }
    case 'do': {
      typeStatement(typer, statement.body, scope, exits);
      attribute(typer, statement.condition, scope);
      return hasBreak(statement.body)
        ? scope
        : withLocals(scope, bindingsOf(typer, statement.condition).whenFalse);
    }
    case 'for':
      return typeFor(typer, statement, scope, exits);
    case 'for-each':
      typeForEach(typer, statement, scope, exits);
      return scope;
    case 'labeled':
      return typeStatement(typer, statement.body, scope, exits);
    case 'switch-statement':
      typeSwitch(typer, statement.switch, scope, {
        returned: (value, at) => {
          exits.returned(value, at);
        },
        yielded: (value, at) => {
          if (statement.switch.cases.some((one) => one.value === value)) attribute(typer, value, at);
          else exits.yielded(value, at);
        },
      });
      return scope;
    case 'try':
      typeTry(typer, statement, scope, exits);
      return scope;
    case 'throw':
      attribute(typer, statement.expression, scope);
      return scope;
    case 'return':
      if (statement.expression !== undefined) exits.returned(statement.expression, scope);
      return scope;
    case 'yield':
      exits.yielded(statement.expression, scope);
      return scope;
    case 'synchronized':
      attribute(typer, statement.lock, scope);
      typeStatements(typer, statement.body.statements, scope, exits);
      return scope;
    case 'assert':
      attribute(typer, statement.condition, scope);
      if (statement.message !== undefined) {
        attribute(
          typer,
          statement.message,
          withLocals(scope, bindingsOf(typer, statement.condition).whenFalse),
        );
      }
      return withLocals(scope, bindingsOf(typer, statement.condition).whenTrue);
    case 'break':
    case 'continue':
    case 'empty':
    case 'missing-statement':
      return scope;
  }
}

function typeIf(
  typer: Typer,
  statement: Extract<Statement, { kind: 'if' }>,
  scope: Scope,
  exits: Exits,
): Scope {
  attribute(typer, statement.condition, scope);
  const { whenTrue, whenFalse } = bindingsOf(typer, statement.condition);
  typeStatement(typer, statement.then, withLocals(scope, whenTrue), exits);
  if (statement.otherwise !== undefined)
    typeStatement(typer, statement.otherwise, withLocals(scope, whenFalse), exits);
  let after = scope;
  if (whenFalse.length > 0 && !canComplete(statement.then)) after = withLocals(after, whenFalse);
  if (whenTrue.length > 0 && statement.otherwise !== undefined && !canComplete(statement.otherwise)) {
    after = withLocals(after, whenTrue);
  }
  return after;
}

function typeLocals(typer: Typer, statement: LocalVariableStatement, scope: Scope): Scope {
  let current = scope;
  const isFinal = statement.modifiers.includes('final');
  for (const declarator of statement.declarators) {
    current = withLocal(current, typeLocal(typer, declarator, current, { isFinal }));
  }
  return current;
}

/** A variable's initializer sees the variable itself, which only a lambda or class in it can use. */
function typeLocal(
  typer: Typer,
  declarator: LocalDeclarator,
  scope: Scope,
  { isFinal }: { readonly isFinal: boolean },
): LocalVariable {
  const { name, initializer } = declarator;
  if (declarator.type.kind === 'inferred') {
    const type = initializer === undefined ? unknownType : variableType(attribute(typer, initializer, scope));
    typer.syntaxTypes.set(declarator.type, type);
    return { name, type };
  }
  const type = resolveSyntax(typer, declarator.type, scope);
  if (initializer === undefined) return { name, type };
  attribute(typer, initializer, withLocal(scope, { name, type }), type);
  const value = typer.constants.get(initializer);
  if (!isFinal || value === undefined || !(isPrimitive(type) || isString(type))) return { name, type };
  const constant = castConstant(value, type);
  return constant === undefined ? { name, type } : { name, type, constant };
}

/** `var x = null` is an error, and has no type. */
function variableType(type: JavaType): JavaType {
  return type.kind === 'null' ? unknownType : upperBound(type);
}

function typeFor(typer: Typer, statement: ForStatement, scope: Scope, exits: Exits): Scope {
  const inner = typeStatements(typer, statement.init, scope, exits);
  if (statement.condition !== undefined) attribute(typer, statement.condition, inner);
  const bindings = statement.condition === undefined ? undefined : bindingsOf(typer, statement.condition);
  const body = withLocals(inner, bindings?.whenTrue);
  for (const update of statement.update) attribute(typer, update, body);
  typeStatement(typer, statement.body, body, exits);
  return hasBreak(statement.body) ? scope : withLocals(scope, bindings?.whenFalse);
}

function typeForEach(typer: Typer, statement: ForEachStatement, scope: Scope, exits: Exits): void {
  const { variable } = statement;
  const element = elementType(typer, attribute(typer, statement.iterable, scope));
  const isInferred = variable.type.kind === 'inferred';
  const type = isInferred ? element : resolveSyntax(typer, variable.type, scope);
  if (isInferred) typer.syntaxTypes.set(variable.type, type);
  typeStatement(typer, statement.body, withLocal(scope, { name: variable.name, type }), exits);
}

/** The type of the elements that a `for` takes out of an array or an `Iterable` (JLS 14.14.2). */
function elementType(typer: Typer, iterable: JavaType): JavaType {
  if (iterable.kind === 'array') return iterable.element;
  for (const type of classTypesOf(typer, iterable)) {
    const found = asSuper(typer.universe, type, 'java/lang/Iterable');
    if (found !== undefined) return upperBound(found.typeArguments[0] ?? objectType);
  }
  return unknownType;
}

function typeTry(typer: Typer, statement: TryStatement, scope: Scope, exits: Exits): void {
  let inner = scope;
  for (const resource of statement.resources) {
    if (resource.kind === 'local-variable') inner = typeLocals(typer, resource, inner);
    else attribute(typer, resource, inner);
  }
  typeStatements(typer, statement.block.statements, inner, exits);
  for (const clause of statement.catches) typeCatch(typer, clause, scope, exits);
  if (statement.finallyBlock !== undefined)
    typeStatements(typer, statement.finallyBlock.statements, scope, exits);
}

function typeCatch(typer: Typer, clause: CatchClause, scope: Scope, exits: Exits): void {
  const types = clause.types.map((type) => resolveSyntax(typer, type, scope));
  const type = types.length === 1 ? (types[0] ?? unknownType) : leastUpperBound(typer, types);
  typeStatements(typer, clause.block.statements, withLocal(scope, { name: clause.name, type }), exits);
}
