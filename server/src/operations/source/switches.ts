/**
 * Switches: over ints, enums, strings and patterns, as statements and as expressions.
 *
 * Sits in `operations/`, under `extract-source.ts`. javac's `Gen.handleSwitch`
 * (which instruction), `Lower.visitStringSwitch` and `visitEnumSwitch`, and
 * `TransPatterns.handleSwitch`. What a matching label alone runs is counted in
 * that label's block.
 */
import { withDefined } from '../../base/check';
import { AccessFlag, type JavaType } from '../../classfile/signatures/class-signature';
import type { SwitchBody, SwitchCase } from '../../java/syntax/ast';
import { primitiveOf } from '../../java/types/conversions';
import { intType, stringType } from '../../java/types/types';
import { recordHiddenCall } from './calls';
import { operationKey } from '../catalogue/catalogue';
import type { JavacHabits } from './javac-habits';
import { isString, recordTest } from './operators';
import { numbered, recordSwitch, recordTypeSwitch } from './jump-tables';
import { mergeCases } from './merged-cases';
import { type SharedTests, walkBinding } from './patterns';
import type { JumpChain } from './recorder';
import { declaresVariable } from './scopes';
import type { SourceWalk } from './source-walk';

type SwitchSort = 'int' | 'string' | 'enum' | 'pattern';

interface SwitchPlace {
  readonly offset: number;
  readonly isExpression: boolean;
  /** The type that the value of a switch expression converts to. */
  readonly yieldType?: JavaType | undefined;
}

export function walkSwitch(walk: SourceWalk, body: SwitchBody, place: SwitchPlace): void {
  const { offset, isExpression, yieldType } = place;
  const type = walk.typing.typeOf(body.selector);
  const sort = sortOf(body, type);
  const merged = sort === 'pattern' ? mergeCases(walk, body, isExpression) : undefined;
  walkSelector(walk, body, { sort, type, offset, spared: merged?.spared ?? 0 });
  const end: JumpChain = { reached: false };
  const frame = isExpression
    ? { yields: end, isSwitch: true, ...withDefined({ yieldType }) }
    : { breaks: end, isSwitch: true };
  const { frames } = walk.state;
  walk.state.frames = [...frames, frame];
  const lastLabeled = body.cases.findLast((entry) => entry.labels.some((label) => label.kind === 'constant'));
  let hasDefault = false;
  const entered = walk.recorder.reach;
  walk.recorder.reach = 'dead';
  for (const entry of body.cases) {
    hasDefault ||= entry.labels.some((label) => label.kind === 'default');
    // Every case is reached by the switch, and by the case before if that falls through.
    if (walk.recorder.reach === 'dead') walk.recorder.reach = entered;
    walkCase(walk, entry, {
      sort,
      type,
      end,
      place,
      isLast: entry === lastLabeled,
      shared: merged?.shared.get(entry),
    });
  }
  walk.state.frames = frames;
  walk.recorder.land(end);
  const endsScope =
    sort === 'string' || sort === 'pattern' || body.cases.some((entry) => declaresVariable(entry.body));
  if (!hasDefault && !isExpression && walk.recorder.reach === 'dead') walk.recorder.reach = entered;
  if (endsScope) walk.recorder.fixPlace();
}

export function sortOf(body: SwitchBody, type: JavaType): SwitchSort {
  const labels = body.cases.flatMap((entry) => entry.labels);
  if (labels.some((label) => label.kind === 'pattern' || isNullLabel(label))) return 'pattern';
  if (isString(type)) return 'string';
  return primitiveOf(type) === undefined && type.kind === 'class' ? 'enum' : 'int';
}

/** An enum of the same top-level class is compiled with it: its ordinals are known. */
export function usesOrdinals(enumName: string, owner: string, { switchesByOrdinal }: JavacHabits): boolean {
  return switchesByOrdinal && outermostOf(enumName) === outermostOf(owner);
}

function outermostOf(name: string): string {
  const end = name.indexOf('$', name.lastIndexOf('/') + 2);
  return end < 0 ? name : name.slice(0, end);
}

function ordinalsOf(walk: SourceWalk, body: SwitchBody, enumName: string): readonly number[] {
  const fields = walk.hierarchy.signatureOf(enumName)?.fields ?? [];
  const constants = fields.filter(({ flags }) => (flags & AccessFlag.enum) !== 0).map(({ name }) => name);
  return body.cases.flatMap((entry) =>
    entry.labels.flatMap((label) => {
      const constant = label.kind === 'constant' ? walk.typing.resolutionOf(label.expression) : undefined;
      return constant?.kind === 'field' ? [constants.indexOf(constant.field.name)] : [];
    }),
  );
}

function isNullLabel(label: SwitchCase['labels'][number]): boolean {
  return (
    label.kind === 'constant' && label.expression.kind === 'literal' && label.expression.literal === 'null'
  );
}

function walkSelector(
  walk: SourceWalk,
  body: SwitchBody,
  {
    sort,
    type,
    offset,
    spared,
  }: {
    readonly sort: SwitchSort;
    readonly type: JavaType;
    readonly offset: number;
    /** The number of labels that were merged into others. */
    readonly spared: number;
  },
): void {
  const { recorder } = walk;
  const labels = body.cases.flatMap((entry) => entry.labels).filter((label) => label.kind !== 'default');
  switch (sort) {
    case 'int':
      walk.value(body.selector, primitiveOf(type) === undefined ? undefined : intType);
      recordSwitch(walk, intLabels(walk, body), offset);
      return;
    case 'enum':
      // A hidden array turns the ordinal into a label, counted from 1 in the order of the cases.
      if (type.kind === 'class' && usesOrdinals(type.name, walk.role.owner ?? '', walk.habits)) {
        walk.value(body.selector, type);
        recordHiddenCall(walk, 'java/lang/Enum', 'ordinal', offset);
        recordSwitch(walk, ordinalsOf(walk, body, type.name), offset);
        return;
      }
      recorder.record(operationKey('StaticFieldReference', ['int[]'], 'load'), offset);
      walk.value(body.selector, type);
      recordHiddenCall(walk, 'java/lang/Enum', 'ordinal', offset);
      recorder.record(operationKey('ArrayReference', ['int'], 'load'), offset);
      recordSwitch(walk, numbered(1, labels.length), offset);
      return;
    case 'string':
      walk.value(body.selector, stringType);
      recorder.record(operationKey('Declaration', ['String'], 'load'), offset);
      recorder.record(operationKey('Declaration', ['int'], 'constant'), offset);
      recordHiddenCall(walk, 'java/lang/String', 'hashCode', offset);
      recordSwitch(walk, stringHashes(walk, body), offset);
      recordSwitch(walk, numbered(0, labels.length), offset);
      return;
    case 'pattern': {
      walk.value(body.selector, type);
      // With a label for null the selector may be it, and -1 stands for it.
      const hasNull = labels.some(isNullLabel);
      if (!hasNull) recordHiddenCall(walk, 'java/util/Objects', 'requireNonNull', offset);
      recorder.record(operationKey('Declaration', ['Object'], 'load'), offset);
      const nulls = hasNull ? 1 : 0;
      recordTypeSwitch(walk, { labels: labels.length - nulls - spared, hasNull }, offset);
      return;
    }
  }
}

function constantsOf(walk: SourceWalk, body: SwitchBody) {
  return body.cases.flatMap((entry) =>
    entry.labels.flatMap((label) => {
      const constant = label.kind === 'constant' ? walk.typing.constantOf(label.expression) : undefined;
      return constant === undefined ? [] : [constant];
    }),
  );
}

function intLabels(walk: SourceWalk, body: SwitchBody): readonly number[] {
  return constantsOf(walk, body).flatMap((constant) => (constant.kind === 'int' ? [constant.value] : []));
}

function stringHashes(walk: SourceWalk, body: SwitchBody): readonly number[] {
  const hashes = constantsOf(walk, body).flatMap((constant) =>
    constant.kind === 'string' ? [hashOf(constant.value)] : [],
  );
  return [...new Set(hashes)];
}

/** `String.hashCode`. */
function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

function walkCase(
  walk: SourceWalk,
  entry: SwitchCase,
  {
    sort,
    type,
    end,
    place,
    isLast,
    shared,
  }: {
    readonly sort: SwitchSort;
    readonly type: JavaType;
    readonly end: JumpChain;
    readonly place: SwitchPlace;
    readonly isLast: boolean;
    readonly shared: SharedTests | undefined;
  },
): void {
  walk.within(entry, () => {
    if (sort === 'string') recordStringMatches(walk, entry, { isLast });
    for (const label of entry.labels) {
      if (label.kind !== 'pattern') continue;
      walkBinding(walk, label.pattern, type, shared);
    }
    const { guard } = entry;
    if (guard !== undefined) {
      walk.within(guard, () => {
        walk.condition(guard);
      });
    }
    if (entry.value !== undefined) {
      if (place.isExpression) walk.value(entry.value, place.yieldType);
      else walk.effect(entry.value);
    } else {
      for (const statement of entry.body) walk.statement(statement);
    }
    if (entry.arrow) walk.recorder.jump('switch', Math.max(entry.start, entry.end - 1), end);
  });
}

/** After the hash has led here, the string is compared and the label's number kept; all but the last jump on. */
function recordStringMatches(
  walk: SourceWalk,
  entry: SwitchCase,
  { isLast }: { readonly isLast: boolean },
): void {
  const labels = entry.labels.filter((label) => label.kind === 'constant');
  for (const [index, label] of labels.entries()) {
    recordHiddenCall(walk, 'java/lang/String', 'equals', label.start);
    recordTest(walk, label.start);
    walk.recorder.record(operationKey('Assign', ['int', 'int'], 'constant'), label.start);
    if (isLast && index === labels.length - 1) continue;
    walk.recorder.record(operationKey('BlockGoto', [], 'constant', ['switch']), label.start);
  }
}
