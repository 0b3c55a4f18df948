/**
 * Prints syntax trees as fully parenthesised text, so that tests can say what
 * binds to what in one line.
 */

import type {
  BodyRoot,
  ClassDeclaration,
  Expression,
  LocalClass,
  Member,
  NamePart,
  ParameterSyntax,
  Pattern,
  Statement,
  SwitchBody,
  TypeSyntax,
} from '../../server/src/java/syntax/ast';

const TYPE_KINDS: ReadonlySet<string> = new Set([
  'primitive',
  'named',
  'array',
  'wildcard',
  'intersection',
  'inferred',
]);

function isType(tree: Expression | TypeSyntax): tree is TypeSyntax {
  return TYPE_KINDS.has(tree.kind);
}

export function printType(type: TypeSyntax): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'named':
      return type.parts.map(printPart).join('.');
    case 'array':
      return `${printType(type.element)}[]`;
    case 'wildcard':
      return type.bound === undefined ? '?' : `? ${type.variance ?? ''} ${printType(type.bound)}`;
    case 'intersection':
      return type.types.map(printType).join(' & ');
    case 'inferred':
      return 'var';
  }
}

function printPart({ name, typeArguments, diamond }: NamePart): string {
  if (diamond === true) return `${name}<>`;
  return typeArguments.length === 0 ? name : `${name}<${typeArguments.map(printType).join(', ')}>`;
}

function printAll(expressions: readonly Expression[]): string {
  return expressions.map(printExpression).join(', ');
}

export function printExpression(expression: Expression): string {
  const e = expression;
  switch (e.kind) {
    case 'literal':
      return e.text;
    case 'name':
      return e.name;
    case 'field-access':
      return `${printExpression(e.target)}.${e.name}`;
    case 'this':
    case 'super':
      return e.qualifier === undefined ? e.kind : `${printExpression(e.qualifier)}.${e.kind}`;
    case 'call': {
      const types = e.typeArguments.length === 0 ? '' : `<${e.typeArguments.map(printType).join(', ')}>`;
      const target = e.target === undefined ? '' : `${printExpression(e.target)}.`;
      return `${target}${types}${e.name}(${printAll(e.arguments)})`;
    }
    case 'new': {
      const outer = e.outer === undefined ? '' : `${printExpression(e.outer)}.`;
      const body = e.body === undefined ? '' : ` ${printLocalClass(e.body)}`;
      return `${outer}new ${printType(e.type)}(${printAll(e.arguments)})${body}`;
    }
    case 'new-array': {
      const sizes = e.dimensions.map((size) => `[${printExpression(size)}]`).join('');
      const values = e.initializer === undefined ? '' : printExpression(e.initializer);
      return `new ${printType(e.elementType)}${sizes}${'[]'.repeat(e.emptyDimensions)}${values}`;
    }
    case 'array-initializer':
      return `{${printAll(e.elements)}}`;
    case 'array-access':
      return `${printExpression(e.array)}[${printExpression(e.index)}]`;
    case 'unary':
      return `(${e.operator}${printExpression(e.operand)})`;
    case 'increment':
      return e.prefix
        ? `(${e.operator}${printExpression(e.operand)})`
        : `(${printExpression(e.operand)}${e.operator})`;
    case 'binary':
      return `(${printExpression(e.left)} ${e.operator} ${printExpression(e.right)})`;
    case 'assignment':
      return `(${printExpression(e.target)} ${e.operator} ${printExpression(e.value)})`;
    case 'instanceof': {
      const right =
        e.pattern === undefined ? (e.type === undefined ? '' : printType(e.type)) : printPattern(e.pattern);
      return `(${printExpression(e.operand)} instanceof ${right})`;
    }
    case 'conditional':
      return `(${printExpression(e.condition)} ? ${printExpression(e.whenTrue)} : ${printExpression(e.whenFalse)})`;
    case 'cast':
      return `((${printType(e.type)}) ${printExpression(e.operand)})`;
    case 'lambda': {
      const body = e.body.kind === 'block' ? printStatement(e.body) : printExpression(e.body);
      return `(${e.parameters.map(printParameter).join(', ')}) -> ${body}`;
    }
    case 'method-reference':
      return `${isType(e.target) ? `type ${printType(e.target)}` : printExpression(e.target)}::${e.name}`;
    case 'switch-expression':
      return printSwitch(e.switch);
    case 'class-literal':
      return `${printType(e.type)}.class`;
    case 'missing':
      return '‹missing›';
  }
}

export function printParameter({ name, type, varargs }: ParameterSyntax): string {
  const printed = varargs && type.kind === 'array' ? `${printType(type.element)}...` : printType(type);
  return `${printed} ${name}`;
}

export function printPattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'type-pattern':
      return `${printType(pattern.type)} ${pattern.name}`;
    case 'record-pattern':
      return `${printType(pattern.type)}(${pattern.patterns.map(printPattern).join(', ')})`;
    case 'match-all':
      return '_';
  }
}

function printSwitch({ selector, cases }: SwitchBody): string {
  const printed = cases.map((one) => {
    const labels = one.labels.map((label) => {
      switch (label.kind) {
        case 'default':
          return 'default';
        case 'constant':
          return printExpression(label.expression);
        case 'pattern':
          return printPattern(label.pattern);
      }
    });
    const guard = one.guard === undefined ? '' : ` when ${printExpression(one.guard)}`;
    const value = one.value === undefined ? '' : `${printExpression(one.value)};`;
    const body = one.body.map(printStatement).join(' ');
    return `case ${labels.join(', ')}${guard}${one.arrow ? ' ->' : ':'} ${value}${body}`.trimEnd();
  });
  return `switch (${printExpression(selector)}) { ${printed.join(' ')} }`;
}

function printOptional(keyword: string, label: string | undefined): string {
  return label === undefined ? `${keyword};` : `${keyword} ${label};`;
}

export function printStatement(statement: Statement): string {
  const s = statement;
  switch (s.kind) {
    case 'block':
      return s.statements.length === 0 ? '{}' : `{ ${s.statements.map(printStatement).join(' ')} }`;
    case 'local-variable': {
      const declared = s.declarators.map(({ name, type, initializer }) => {
        const value = initializer === undefined ? '' : ` = ${printExpression(initializer)}`;
        return `${printType(type)} ${name}${value}`;
      });
      return `${[...s.modifiers, declared.join(', ')].join(' ')};`;
    }
    case 'local-class':
      return printLocalClass(s.declaration);
    case 'expression-statement':
      return `${printExpression(s.expression)};`;
    case 'if': {
      const otherwise = s.otherwise === undefined ? '' : ` else ${printStatement(s.otherwise)}`;
      return `if ${printExpression(s.condition)} then ${printStatement(s.then)}${otherwise}`;
    }
    case 'while':
      return `while ${printExpression(s.condition)} ${printStatement(s.body)}`;
    case 'do':
      return `do ${printStatement(s.body)} while ${printExpression(s.condition)};`;
    case 'for': {
      const condition = s.condition === undefined ? '' : printExpression(s.condition);
      return `for [${s.init.map(printStatement).join(' ')}] [${condition}] [${printAll(s.update)}] ${printStatement(s.body)}`;
    }
    case 'for-each':
      return `for ${printType(s.variable.type)} ${s.variable.name} of ${printExpression(s.iterable)} ${printStatement(s.body)}`;
    case 'labeled':
      return `${s.label}: ${printStatement(s.body)}`;
    case 'switch-statement':
      return printSwitch(s.switch);
    case 'try': {
      const resources = s.resources
        .map((resource) =>
          resource.kind === 'local-variable' ? printStatement(resource) : `${printExpression(resource)};`,
        )
        .join(' ');
      const catches = s.catches
        .map(
          ({ types, name, block }) =>
            ` catch (${types.map(printType).join(' | ')} ${name}) ${printStatement(block)}`,
        )
        .join('');
      const last = s.finallyBlock === undefined ? '' : ` finally ${printStatement(s.finallyBlock)}`;
      return `try ${resources === '' ? '' : `(${resources}) `}${printStatement(s.block)}${catches}${last}`;
    }
    case 'throw':
    case 'yield':
      return `${s.kind} ${printExpression(s.expression)};`;
    case 'return':
      return s.expression === undefined ? 'return;' : `return ${printExpression(s.expression)};`;
    case 'break':
    case 'continue':
      return printOptional(s.kind, s.label);
    case 'synchronized':
      return `synchronized ${printExpression(s.lock)} ${printStatement(s.body)}`;
    case 'assert':
      return `assert ${printExpression(s.condition)}${s.message === undefined ? '' : ` : ${printExpression(s.message)}`};`;
    case 'empty':
      return ';';
    case 'missing-statement':
      return '‹missing›;';
  }
}

export function printRoot(root: BodyRoot): string {
  switch (root.kind) {
    case 'statements':
      return printStatement(root.block);
    case 'value':
      return printExpression(root.expression);
    case 'arguments':
      return `(${printAll(root.arguments)})`;
  }
}

function printLocalClass({ declaration, bodies }: LocalClass): string {
  return printClass(declaration, (start) => {
    const root = bodies.get(start);
    return root === undefined ? '‹no body›' : printRoot(root);
  });
}

/** A class in one line; `printBody` prints the body whose text starts at an offset. */
export function printClass(declaration: ClassDeclaration, printBody: (start: number) => string): string {
  const d = declaration;
  const head = [
    ...d.modifiers,
    d.kind,
    `${d.name}${printTypeParameters(d.typeParameters)}`,
    ...(d.kind === 'record' ? [`(${d.components.map(printParameter).join(', ')})`] : []),
    ...(d.superclass === undefined ? [] : ['extends', printType(d.superclass)]),
    ...(d.interfaces.length === 0 ? [] : ['implements', d.interfaces.map(printType).join(', ')]),
  ].filter((word) => word !== '');
  const members = d.members.map((member) => printMember(member, printBody));
  return `${head.join(' ')} {${members.length === 0 ? '' : ` ${members.join(' ')} `}}`;
}

function printTypeParameters(parameters: ClassDeclaration['typeParameters']): string {
  if (parameters.length === 0) return '';
  const printed = parameters.map(({ name, bounds }) =>
    bounds.length === 0 ? name : `${name} extends ${bounds.map(printType).join(' & ')}`,
  );
  return `<${printed.join(', ')}>`;
}

export function printMember(member: Member, printBody: (start: number) => string): string {
  switch (member.kind) {
    case 'field': {
      const declared = member.declarators.map(({ name, type, initializer }) => {
        const value = initializer === undefined ? '' : ` = ${printBody(initializer.start)}`;
        return `${printType(type)} ${name}${value}`;
      });
      return `${[...member.modifiers, declared.join(', ')].join(' ')};`;
    }
    case 'initializer':
      return `${member.isStatic ? 'static ' : ''}${printBody(member.body.start)}`;
    case 'enum-constant': {
      const args =
        member.argumentsText.start === member.argumentsText.end ? '' : printBody(member.argumentsText.start);
      return `${member.name}${args}${member.body === undefined ? '' : ` ${printClass(member.body, printBody)}`},`;
    }
    case 'class-member':
      return printClass(member.declaration, printBody);
    case 'method':
    case 'constructor':
    case 'compact-constructor': {
      const types = printTypeParameters(member.typeParameters);
      const result = member.kind === 'method' ? [printType(member.returnType)] : [];
      const parameters =
        member.kind === 'compact-constructor' ? '' : `(${member.parameters.map(printParameter).join(', ')})`;
      const body = member.body === undefined ? ';' : ` ${printBody(member.body.start)}`;
      return `${[...member.modifiers, ...(types === '' ? [] : [types]), ...result].join(' ')} ${member.name}${parameters}${body}`.trimStart();
    }
  }
}
