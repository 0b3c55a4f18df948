/**
 * Extracts a member's energy operations from its source, block by block.
 *
 * Sits in `operations/`: the dictionary of Li and Gallagher, section 4.1. The
 * walk follows javac's code generator, with three readings of an expression
 * (its value, its truth, its effect), so that source and bytecode count the
 * same; the files beside this one hold the rules for single constructs.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { SourceBlocks } from '../../flow/source/source-blocks';
import { rootNodes, walkSyntax } from '../../flow/source/syntax-children';
import type { BodyRoot, Expression, Pattern } from '../../java/syntax/ast';
import type { Typing } from '../../java/typing/typing';
import { sameType, voidType } from '../../java/types/types';
import type { Offset } from '../../base/units';
import { unboxedTypeOf } from '../../java/types/conversions';
import { walkAssignment, walkIncrement } from './assignments';
import { walkCall } from './calls';
import { NO_CAPTURES } from './captures';
import { operationKey } from '../catalogue/catalogue';
import { convert, declaredTypeOf, recordCast } from './convert';
import {
  walkArrayInitializer,
  walkCallable,
  walkLambda,
  walkMethodReference,
  walkNew,
  walkNewArray,
} from './creations';
import { createHierarchy } from './hierarchy';
import { USUAL_HABITS } from './javac-habits';
import { walkImplicitStart, walkMemberEnd, walkValueRoot } from './member-ends';
import type { MemberOperations } from '../catalogue/operation';
import {
  constantTruth,
  settle,
  isComparison,
  walkArithmetic,
  walkCondition,
  walkConditionValue,
  walkUnary,
} from './operators';
import { walkInstanceOfCondition, walkInstanceOfValue } from './patterns';
import { createRecorder, type JumpChain } from './recorder';
import { walkArrayAccess, walkFieldAccess, walkName, walkQualifiedThis } from './references';
import { createSizeHints } from './size-hints';
import type { MemberRole, SourceWalk } from './source-walk';
import { walkStatement } from './statements';
import { isConcatenation, walkConcatenation } from './strings';
import { walkSwitch } from './switches';

export function extractOperations(
  root: BodyRoot,
  typing: Typing,
  blocks: SourceBlocks,
  role: MemberRole = { kind: root.kind === 'statements' ? 'method' : 'field' },
): MemberOperations {
  const walk = createWalk(root, typing, blocks, role);
  walkImplicitStart(walk, root);
  if (root.kind === 'statements') {
    if (role.kind === 'initializer') walk.statement(root.block);
    else if (role.kind === 'compact-constructor') walkMemberEnd(walk, root.block);
    else walkCallable(walk, root.block);
  } else {
    walkValueRoot(walk, root);
  }
  return walk.recorder.finish(blocks.blocks, blocks.region);
}

function createWalk(root: BodyRoot, typing: Typing, blocks: SourceBlocks, role: MemberRole): SourceWalk {
  const recorder = createRecorder();
  const walk: SourceWalk = {
    typing,
    recorder,
    blocks,
    role,
    hierarchy: createHierarchy(role, typing),
    captures: role.captures ?? NO_CAPTURES,
    habits: role.habits ?? USUAL_HABITS,
    hints: createSizeHints(root, typing),
    declaredNames: declaredNames(root, role),
    state: { frames: [], returnType: role.kind === 'method' ? role.type : voidType, isInLambda: false },
    value: (expression, target) => {
      walk.within(expression, () => {
        walkValue(walk, expression, target);
      });
    },
    condition: (expression) => settle(walk, walk.branch(expression), 'when-false', expression.start),
    branch: (expression) => {
      const known = constantTruth(walk, expression);
      if (known !== 'open') return known;
      return expression.kind === 'instanceof'
        ? walkInstanceOfCondition(walk, expression)
        : walkCondition(walk, expression);
    },
    effect: (expression) => {
      walk.value(expression);
    },
    statement: (statement) => {
      walkStatement(walk, statement);
    },
    within: (node, run) => {
      const { block } = recorder;
      const entered = node === undefined ? undefined : blocks.blockAt.get(node);
      if (entered !== undefined) recorder.block = entered;
      const result = run();
      recorder.block = block;
      return result;
    },
  };
  return walk;
}

/** Constants are one push; everything else is computed and converted. */
function walkValue(walk: SourceWalk, expression: Expression, target: JavaType | undefined): void {
  const { typing } = walk;
  if (typing.constantOf(expression) !== undefined) {
    walk.recorder.push();
    const type = typing.typeOf(expression);
    if (target !== undefined && target.kind !== 'primitive' && type.kind === 'primitive') {
      convert(walk, constantType(type, target), target, expression.start);
    }
    return;
  }
  if (expression.kind === 'conditional') {
    walkConditional(walk, expression, target);
    return;
  }
  if (expression.kind === 'switch-expression') {
    const yieldType = target ?? typing.typeOf(expression);
    walkSwitch(walk, expression.switch, { offset: expression.start, isExpression: true, yieldType });
    return;
  }
  if (expression.kind === 'cast') {
    walkCast(walk, expression, target);
    return;
  }
  walkPlain(walk, expression);
  const declared = declaredTypeOf(walk, expression);
  convert(walk, typing.typeOf(expression), target, expression.start, declared);
}

/** A constant that is boxed was folded to what the box holds before: `Byte b = 1`. */
function constantType(type: JavaType, target: JavaType): JavaType {
  const held = unboxedTypeOf(target);
  return held ?? type;
}

/** javac's `Gen.visitTypeCast`: numbers are converted, boxes opened, references checked unless it can't fail. */
function walkCast(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'cast' },
  target: JavaType | undefined,
): void {
  const { operand } = expression;
  const type = walk.typing.typeOf(expression);
  const from = walk.typing.typeOf(operand);
  walk.value(operand);
  if (type.kind === 'primitive' || from.kind === 'primitive') {
    convert(walk, from, type, expression.start, declaredTypeOf(walk, operand));
  } else {
    const wanted = walk.hierarchy.erased(type);
    const declared = castToOthers(walk, type, walk.hierarchy.erased(declaredTypeOf(walk, operand)), expression.start); // prettier-ignore
    // javac checks even `(String) null`: its null type has no supertype but Object (`Types.asSuper`).
    const isNull = from.kind === 'null' && !(wanted.kind === 'class' && wanted.name === 'java/lang/Object');
    const isNeedless =
      wanted.kind === 'array' ? sameType(declared, wanted) : walk.hierarchy.isSubtype(declared, wanted);
    if (type.kind !== 'unknown' && (isNull || !isNeedless)) recordCast(walk, wanted, expression.start);
    if (
      wanted.kind === 'array' &&
      walk.habits.checksArraysTwice &&
      !walk.hierarchy.isSubtype(declared, wanted)
    )
      recordCast(walk, wanted, expression.start);
  }
  convert(walk, type, target, expression.start);
}

/**
 * Records the checks of a cast to an intersection: of `(A & B) x` javac checks all types but the
 * first, which the cast itself does. Returns the type of the value.
 */
function castToOthers(walk: SourceWalk, type: JavaType, from: JavaType, offset: Offset): JavaType {
  if (type.kind !== 'intersection') return from;
  return type.types.slice(1).reduce((current, component) => {
    const wanted = walk.hierarchy.erased(component);
    if (walk.hierarchy.isSubtype(current, wanted)) return current;
    recordCast(walk, wanted, offset);
    return wanted;
  }, from);
}

/** `c ? a : b` for its value: both are converted where they stand, but for parentheses (`Gen.visitParens`). */
function walkConditional(
  walk: SourceWalk,
  expression: Expression & { readonly kind: 'conditional' },
  target: JavaType | undefined,
): void {
  const { condition, whenTrue, whenFalse } = expression;
  const type = walk.typing.typeOf(expression);
  const isInParentheses = expression.start < condition.start;
  const isDirect =
    type.kind === 'unknown' ||
    (!isInParentheses && type.kind === 'primitive' && target?.kind === 'primitive');
  const inner = isDirect ? target : type;
  const truth = walk.condition(condition);
  if (truth !== 'open') {
    walk.value(truth === 'true' ? whenTrue : whenFalse, inner);
  } else {
    const after: JumpChain = { reached: false };
    walk.within(whenTrue, () => {
      walk.value(whenTrue, inner);
      walk.recorder.jump('conditional', Math.max(whenTrue.start, whenTrue.end - 1), after);
    });
    walk.recorder.reach = 'pending';
    walk.value(whenFalse, inner);
    walk.recorder.land(after);
  }
  if (!isDirect) convert(walk, type, target, expression.start);
}

function walkPlain(walk: SourceWalk, expression: Expression): void {
  switch (expression.kind) {
    case 'literal':
    case 'missing':
    case 'super':
      walk.recorder.push();
      return;
    case 'class-literal':
      // `int.class` is a field of Integer: the constant pool has no class of a primitive type.
      if (expression.type.kind === 'primitive')
        walk.recorder.record(operationKey('StaticFieldReference', ['Object'], 'load'), expression.start);
      else walk.recorder.push();
      return;
    case 'name':
      walkName(walk, expression);
      return;
    case 'field-access':
      walkFieldAccess(walk, expression);
      return;
    case 'this': {
      const type = walk.typing.typeOf(expression);
      if (expression.qualifier === undefined || type.kind !== 'class') walk.recorder.push();
      else walkQualifiedThis(walk, type.name, expression.start);
      return;
    }
    case 'call':
      walkCall(walk, expression);
      return;
    case 'new':
      walkNew(walk, expression);
      return;
    case 'new-array':
      walkNewArray(walk, expression);
      return;
    case 'array-initializer':
      walkArrayInitializer(walk, expression);
      return;
    case 'array-access':
      walkArrayAccess(walk, expression);
      return;
    case 'unary':
      if (expression.operator === '!') walkConditionValue(walk, expression);
      else walkUnary(walk, expression);
      return;
    case 'increment':
      walkIncrement(walk, expression);
      return;
    case 'binary':
      if (expression.operator === '&&' || expression.operator === '||' || isComparison(expression.operator))
        walkConditionValue(walk, expression);
      else if (isConcatenation(walk, expression)) walkConcatenation(walk, expression);
      else walkArithmetic(walk, expression);
      return;
    case 'assignment':
      walkAssignment(walk, expression);
      return;
    case 'instanceof':
      walkInstanceOfValue(walk, expression);
      return;
    case 'lambda':
      walkLambda(walk, expression);
      return;
    case 'method-reference':
      walkMethodReference(walk, expression);
      return;
    case 'conditional':
    case 'cast':
    case 'switch-expression':
      walkValue(walk, expression, undefined);
      return;
  }
}

/** Names of the variables that the member itself declares. */
function declaredNames(root: BodyRoot, role: MemberRole): ReadonlySet<string> {
  const names = new Set(role.parameterNames);
  const bind = (pattern: Pattern): void => {
    if (pattern.kind === 'type-pattern') names.add(pattern.name);
    if (pattern.kind === 'record-pattern') pattern.patterns.forEach(bind);
  };
  walkSyntax(rootNodes(root), (node) => {
    if (node.kind === 'local-variable') for (const { name } of node.declarators) names.add(name);
    else if (node.kind === 'for-each') names.add(node.variable.name);
    else if (node.kind === 'lambda') for (const { name } of node.parameters) names.add(name);
    else if (node.kind === 'try') for (const { name } of node.catches) names.add(name);
    else if (node.kind === 'instanceof' && node.pattern !== undefined) bind(node.pattern);
    else if (node.kind === 'switch-statement' || node.kind === 'switch-expression') {
      for (const label of node.switch.cases.flatMap((entry) => entry.labels))
        if (label.kind === 'pattern') bind(label.pattern);
    }
    return true;
  });
  return names;
}
