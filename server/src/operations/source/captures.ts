/**
 * The variables that local and anonymous classes capture, and where they keep
 * them: each in a hidden field of the class that the variable's own method
 * declares, filled by its constructors.
 *
 * Sits in `operations/`. javac's `Lower.FreeVarCollector` and `access`. Also
 * says which local classes hold the instance around them.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import { childrenOf, rootNodes, type SyntaxNode } from '../../flow/source/syntax-children';
import type { BodyRoot, Expression, LocalClass, Member } from '../../java/syntax/ast';
import type { Crossing, Resolution, Typing } from '../../java/typing/typing';
import type { JavacHabits } from './javac-habits';
import { libraryKey, operationKey } from '../catalogue/catalogue';
import { operandTypeOf } from '../catalogue/operand-types';
import type { OperandType, OperationKey } from '../catalogue/operation';

interface CapturedVariable {
  readonly name: string;
  readonly type: JavaType;
}

export interface Captures {
  /** The variables that a local class captures, in the order in which they are met. Empty for other classes. */
  variablesOf(className: string): readonly CapturedVariable[];
  /** True if instances of a local class hold the instance around them. */
  holdsOuter(className: string): boolean;
}

export const NO_CAPTURES: Captures = { variablesOf: () => [], holdsOuter: () => false };

interface ClassCaptures {
  /** Local classes around it, innermost first. */
  readonly around: readonly string[];
  readonly variables: Map<string, CapturedVariable>;
  /** Local classes made or extended in it, whose variables it must have at hand. */
  readonly made: Set<string>;
  readonly isOuterHeld: boolean;
}

/** Finds the captures of the classes that a body declares. `isStatic` says whether the body is static. */
export function findCaptures(
  root: BodyRoot,
  typing: Typing,
  { handsToLambdas }: JavacHabits,
  { isStatic }: { readonly isStatic: boolean },
): Captures {
  if (typing.localClasses.size === 0) return NO_CAPTURES;
  const classes = new Map<string, ClassCaptures>();
  collect(rootNodes(root), isStatic, []);
  let isOpen = true;
  while (isOpen) {
    isOpen = false;
    for (const [name, { variables, made }] of classes)
      for (const other of made) if (other !== name) isOpen = addAll(classes.get(other), variables) || isOpen;
  }
  return {
    variablesOf: (name) => [...(classes.get(name)?.variables.values() ?? [])],
    holdsOuter: (name) => classes.get(name)?.isOuterHeld === true,
  };

  function collect(nodes: readonly SyntaxNode[], inStatic: boolean, around: readonly string[]): void {
    const pending = nodes.map((node) => ({ node, inStatic }));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { node } = next;
      if (node.kind === 'name') use(node);
      const declared = node.kind === 'local-class' ? node.declaration : node.kind === 'new' ? node.body : undefined; // prettier-ignore
      if (declared !== undefined) enter(declared, next.inStatic, around);
      if (node.kind === 'new' && node.body === undefined) make(node, around);
      // What an explicit constructor call is given is worked out before there is an instance (JLS 8.8.7.1).
      const isCall = node.kind === 'call' && (node.name === 'this' || node.name === 'super');
      for (const child of childrenOf(node)) pending.push({ node: child, inStatic: next.inStatic || isCall });
    }
  }

  function enter(local: LocalClass, inStatic: boolean, around: readonly string[]): void {
    const { declaration, bodies } = local;
    const name = typing.nameOfLocalClass(local);
    const isInner = declaration.kind === 'class';
    const superclass = typing.localClasses.get(name)?.superclass?.name;
    const isLocalChild = superclass !== undefined && typing.localClasses.has(superclass);
    classes.set(name, {
      around,
      variables: new Map(),
      made: new Set(isLocalChild ? [superclass] : []),
      isOuterHeld: isInner && !inStatic,
    });
    const enterMembers = (members: readonly Member[], inside: readonly string[]): void => {
      for (const member of members) {
        if (member.kind === 'class-member') {
          enterMembers(member.declaration.members, inside);
          continue;
        }
        for (const { start, isStatic: inStaticMember } of bodiesOf(member)) {
          const body = bodies.get(start);
          if (body !== undefined) collect(rootNodes(body), inStaticMember, inside);
        }
        if (member.kind === 'enum-constant' && member.body !== undefined)
          enterMembers(member.body.members, inside);
      }
    };
    enterMembers(declaration.members, [name, ...around]);
  }

  function use(expression: Expression & { readonly kind: 'name' }): void {
    const resolution = typing.resolutionOf(expression);
    if (resolution?.kind !== 'local' || typing.constantOf(expression) !== undefined) return;
    const holder = holderOf(resolution, { handsToLambdas });
    if (holder === undefined) return;
    const { name, type } = resolution;
    const { variables } = classes.get(holder.name) ?? {};
    if (variables?.has(name) === false) variables.set(name, { name, type });
  }

  function make(node: SyntaxNode & { readonly kind: 'new' }, around: readonly string[]): void {
    const type = typing.typeOf(node);
    if (type.kind !== 'class' || !typing.localClasses.has(type.name)) return;
    const beside = around.filter((name) => classes.get(type.name)?.around.includes(name) === false);
    // The outermost that does not stand around the class made as well: those inside it read what it keeps.
    if (!around.includes(type.name)) classes.get(beside.at(-1) ?? '')?.made.add(type.name);
  }
}

function addAll(from: ClassCaptures | undefined, to: Map<string, CapturedVariable>): boolean {
  let isNew = false;
  for (const [name, variable] of from?.variables ?? []) {
    if (to.has(name)) continue;
    to.set(name, variable);
    isNew = true;
  }
  return isNew;
}

interface Holder {
  readonly name: string;
  /** Classes to leave before it is reached. */
  readonly hops: number;
}

/** The class that keeps a captured variable: the outermost that it is captured through, or one inside a lambda that was handed it. */
export function holderOf(
  { through }: Resolution & { readonly kind: 'local' },
  { handsToLambdas }: { readonly handsToLambdas: boolean },
): Holder | undefined {
  let holder: Holder | undefined;
  let hops = 0;
  for (const crossing of through) {
    if (crossing.kind === 'lambda') {
      if (handsToLambdas && holder !== undefined) return holder;
      continue;
    }
    holder = { name: crossing.name, hops };
    hops++;
  }
  return holder;
}

/** True if a variable is handed to a lambda that stands in the class that keeps the variable. */
export function isHanded(through: readonly Crossing[]): boolean {
  return through[0]?.kind === 'lambda' && through.some(({ kind }) => kind === 'class');
}

function bodiesOf(member: Member): readonly { readonly start: number; readonly isStatic: boolean }[] {
  switch (member.kind) {
    case 'method':
    case 'constructor':
    case 'compact-constructor':
      return member.body === undefined
        ? []
        : [{ start: member.body.start, isStatic: member.modifiers.includes('static') }];
    case 'initializer':
      return [{ start: member.body.start, isStatic: member.isStatic }];
    case 'field':
      return member.declarators.flatMap(({ initializer }) =>
        initializer === undefined
          ? []
          : [{ start: initializer.start, isStatic: member.modifiers.includes('static') }],
      );
    case 'enum-constant':
      return [{ start: member.argumentsText.start, isStatic: true }];
    case 'class-member':
      return [];
  }
}

/**
 * The hidden fields of an inner class: the instance around, and captured variables. Constructors are given them,
 * and store them first (JLS 8.1.3; javac's `Lower.visitClassDef`).
 */
export interface HiddenFields {
  readonly hasOuter: boolean;
  readonly variables: readonly OperandType[];
}

/** `enclosing` is the class whose instance a member class holds, if it holds one. */
export function hiddenFieldsOf(
  className: string,
  enclosing: string | undefined,
  captures: Captures,
): HiddenFields {
  return {
    hasOuter: enclosing !== undefined || captures.holdsOuter(className),
    variables: captures.variablesOf(className).map(({ type }) => operandTypeOf(type)),
  };
}

export function recordHiddenStores(
  record: (key: OperationKey) => void,
  { hasOuter, variables }: HiddenFields,
  habits: JavacHabits,
): void {
  if (hasOuter) {
    if (habits.checksOuterInstance)
      record(libraryKey('java/util/Objects', 'requireNonNull', ['Object'], 'load'));
    record(operationKey('FieldStore', ['Object'], 'load'));
  }
  for (const type of variables) record(operationKey('FieldStore', [type], 'load'));
}
