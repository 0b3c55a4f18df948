/**
 * Writes the numbers and sizes of one body as formulas: the rounds of its loops, what it gives to other members, to
 * fields and to its caller.
 *
 * Sits in `flow/`, used by the division into blocks and by `analysis/`. `program/known-values.ts` puts the formulas of all
 * members together. All of it is a guess: a variable counts with all that it is given, wherever that is.
 */
import type { JavaType } from '../../classfile/signatures/class-signature';
import type { BodyRoot, CallExpression, Expression, NewExpression } from '../../java/syntax/ast';
import type { MethodResolution, Resolution, Typing } from '../../java/typing/typing';
import { elementOf, half, joinFormulas, type ValueFormula, type ValuePlace } from './formula';
import { type BodyContents, type LoopStatement, readBody, type BodyVariable } from './formula-variables';
import { libraryFormula } from './library-formulas';
import { definitionOf, isSizeMethod, middleOf, formulaOfRounds } from './loop-formulas';

export type FormulaTyping = Pick<Typing, 'constantOf' | 'typeOf' | 'resolutionOf'>;

interface FormulaMember {
  readonly typing: FormulaTyping;
  /** The member's key, by which callers name it; empty if none does. */
  readonly place: ValuePlace;
  readonly parameterNames: readonly string[];
  /** The field that the body is the value of. */
  readonly field?: ValuePlace | undefined;
}

/** Larger numbers stand for no limit at all, as `Integer.MAX_VALUE` does. */
const LIMITS = 1e9;

/** Longer formulas are those of no loop that people write. */
const LONGEST_FORMULA = 300;
const DEEPEST = 12;
/** More facts are those of generated code. */
const MOST_FACTS = 200;
const MOST_LOOPS = 200;

/** Methods that put one element into a collection or text. */
const ADDING: ReadonlySet<string> = new Set(
  'add addLast addFirst push offer put append addElement'.split(' '),
);

export class FormulaReader {
  readonly typing: FormulaTyping;
  readonly #root: BodyRoot;
  readonly #member: FormulaMember;
  #body: BodyContents | undefined;
  readonly #variables = new Map<BodyVariable, ValueFormula | undefined>();
  readonly #rounds = new Map<LoopStatement, ValueFormula | undefined>();

  constructor(root: BodyRoot, member: FormulaMember) {
    this.#root = root;
    this.#member = member;
    this.typing = member.typing;
  }

  /** The rounds of a loop, if it is not left early. */
  roundsFormula(loop: LoopStatement): ValueFormula | undefined {
    if (!this.#rounds.has(loop)) {
      // A loop whose rounds depend on themselves has none.
      this.#rounds.set(loop, undefined);
      this.#rounds.set(loop, shortened(formulaOfRounds(loop, this)));
    }
    return this.#rounds.get(loop);
  }

  /** The number that an expression stands for, or the size of what it gives. */
  of(expression: Expression, depth = 0): ValueFormula | undefined {
    if (depth > DEEPEST) return undefined;
    const constant = this.typing.constantOf(expression);
    if (constant?.kind === 'string') return String(constant.value.length);
    if (constant?.kind === 'int' || constant?.kind === 'long')
      return constant.value < LIMITS ? String(constant.value) : undefined;
    return shortened(this.#ofVariable(expression, depth + 1));
  }

  /** What a variable begins with. */
  startOf(variable: BodyVariable): ValueFormula | undefined {
    const [first] = variable.values;
    if (variable.parameter !== undefined) return this.#ofParameter(variable.parameter);
    return first === undefined ? undefined : this.of(first);
  }

  variableOf(expression: Expression): BodyVariable | undefined {
    if (expression.kind !== 'name') return undefined;
    const found = this.#facts().variables.find(expression.name, expression.start);
    return found === 'unknown' ? undefined : found;
  }

  definitionOf(expression: Expression): Expression {
    return definitionOf(expression, this);
  }

  /** The innermost loop around an offset. */
  loopAround(offset: number): LoopStatement | undefined {
    return this.#loopsAround(offset).at(-1);
  }

  /** What the body tells other members: places, each with a formula; `?` for a place that changes by what it is. */
  facts(): readonly string[] {
    const facts = new Set<string>();
    const tell = (place: ValuePlace, formula: ValueFormula | undefined): void => {
      const isNews = formula !== undefined && formula !== `$${place}` && place !== '' && !place.includes(' ');
      if (isNews && facts.size < MOST_FACTS) facts.add(`${place} ${formula}`);
    };
    const { calls, returned, assigned } = this.#facts();
    const { place, field } = this.#member;
    if (field !== undefined && this.#root.kind === 'value') tell(field, this.of(this.#root.expression));
    for (const expression of returned) if (this.#isSized(expression)) tell(place, this.of(expression));
    for (const { target, value } of assigned) {
      const written = this.#fieldOf(target);
      if (written !== undefined) tell(written, value === undefined ? '?' : this.of(value));
    }
    for (const call of calls) {
      const resolution = this.typing.resolutionOf(call);
      if (resolution?.kind !== 'method') continue;
      if (resolution.origin === 'workspace') this.#tellArguments(call, resolution, tell);
      const filled = call.kind === 'call' && ADDING.has(call.name) && call.target;
      const list = filled ? this.#fieldOf(filled) : undefined;
      if (list !== undefined) tell(list, this.#timesAdded(call.start, -1));
    }
    return [...facts];
  }

  #tellArguments(
    { arguments: given }: CallExpression | NewExpression,
    { owner, method, descriptor, packsFrom = Infinity }: MethodResolution,
    tell: (place: ValuePlace, formula: ValueFormula | undefined) => void,
  ): void {
    const callee = `${owner}.${method.name}${descriptor}`;
    for (const [index, argument] of given.entries()) {
      if (index >= packsFrom) {
        tell(`${callee}#${packsFrom}`, String(given.length - packsFrom));
        break;
      }
      if (this.#isSized(argument)) tell(`${callee}#${index}`, this.of(argument));
    }
  }

  #facts(): BodyContents {
    this.#body ??= readBody(this.#root, this.#member.parameterNames);
    return this.#body;
  }

  #ofVariable(expression: Expression, depth: number): ValueFormula | undefined {
    switch (expression.kind) {
      case 'name': {
        const variable = this.#facts().variables.find(expression.name, expression.start);
        if (variable === undefined) return this.#ofField(expression);
        return variable === 'unknown' ? undefined : this.#formulaOf(variable);
      }
      case 'field-access': {
        if (this.typing.resolutionOf(expression)?.kind === 'array-length')
          return this.of(expression.target, depth);
        return this.#ofField(expression);
      }
      case 'call':
      case 'new':
        return this.#ofCall(expression, depth);
      case 'new-array': {
        if (expression.initializer !== undefined) return this.of(expression.initializer, depth);
        const sizes = expression.dimensions.map((dimension) => this.of(dimension, depth));
        return sizes.reduceRight(
          (inner, size) => (size === undefined ? inner : inner === undefined ? size : `${size} ${inner} of`),
          undefined,
        );
      }
      case 'array-initializer': {
        const [first] = expression.elements;
        const inner =
          first === undefined ? undefined : this.#isSized(first) ? this.of(first, depth) : undefined;
        return inner === undefined
          ? String(expression.elements.length)
          : `${expression.elements.length} ${inner} of`;
      }
      case 'array-access':
        return elementOf(this.of(expression.array, depth));
      case 'cast':
        return this.of(expression.operand, depth);
      case 'assignment':
        return expression.operator === '=' ? this.of(expression.value, depth) : undefined;
      case 'conditional':
        return either(this.of(expression.whenTrue, depth), this.of(expression.whenFalse, depth));
      case 'binary':
        return this.#ofBinary(expression, depth);
      default:
        return undefined;
    }
  }

  #ofBinary(
    { operator, left, right }: Expression & { readonly kind: 'binary' },
    depth: number,
  ): ValueFormula | undefined {
    const [a, b] = [this.of(left, depth), this.of(right, depth)];
    if (a === undefined || b === undefined) return undefined;
    switch (operator) {
      case '+':
      case '-':
      case '*':
      case '/':
        return [left, right].every((side) => this.typing.typeOf(side).kind === 'primitive')
          ? `${a} ${b} ${operator}`
          : undefined;
      case '<<':
      case '>>':
      case '>>>': {
        const power = 2 ** Number(b);
        if (!(power < 2 ** 31)) return undefined;
        return `${a} ${power} ${operator === '<<' ? '*' : '/'}`;
      }
      default:
        return undefined;
    }
  }

  #ofCall(call: CallExpression | NewExpression, depth: number): ValueFormula | undefined {
    const resolution = this.typing.resolutionOf(call);
    if (resolution?.kind !== 'method') return undefined;
    const { owner, method, descriptor, origin } = resolution;
    if (origin !== 'workspace')
      return libraryFormula(call, owner, {
        of: (expression) => this.of(expression, depth),
        isCollection: (expression) =>
          this.#isSized(expression) && this.typing.typeOf(expression).kind !== 'primitive',
      });
    return call.kind === 'call' && this.#isSized(call) ? `$${owner}.${method.name}${descriptor}` : undefined;
  }

  #ofField(expression: Expression): ValueFormula | undefined {
    const field = this.#isSized(expression) ? this.#fieldOf(expression) : undefined;
    return field === undefined ? undefined : `$${field}`;
  }

  #fieldOf(expression: Expression): ValuePlace | undefined {
    const resolution: Resolution | undefined = this.typing.resolutionOf(expression);
    if (resolution?.kind !== 'field' || resolution.origin !== 'workspace') return undefined;
    return this.#isSized(expression) ? `${resolution.owner}.${resolution.field.name}` : undefined;
  }

  #ofParameter(parameter: number): ValueFormula | undefined {
    const { place } = this.#member;
    return place === '' ? undefined : `$${place}#${parameter}`;
  }

  #formulaOf(variable: BodyVariable): ValueFormula | undefined {
    if (!this.#variables.has(variable)) {
      this.#variables.set(variable, undefined);
      this.#variables.set(variable, shortened(this.#solve(variable)));
    }
    return this.#variables.get(variable);
  }

  #solve(variable: BodyVariable): ValueFormula | undefined {
    const { values, elementsOf, parameter, counter, changes, scope } = variable;
    // A variable that counts is on its way between both ends.
    if (changes)
      return counter === undefined
        ? undefined
        : (middleOf(variable, counter, this) ??
            half(joinFormulas(this.startOf(variable), this.roundsFormula(counter), '+')));
    const formulas = [
      parameter === undefined ? undefined : this.#ofParameter(parameter),
      ...values.map((value) => this.of(value)),
      ...elementsOf.map((iterable) => elementOf(this.of(iterable))),
      ...this.#facts()
        .calls.filter((call) => this.#fills(call, variable))
        .map(({ start }) => this.#timesAdded(start, scope.start)),
      ...this.#facts().loops.map((loop) => this.#sizeAfter(loop, variable)),
    ];
    return formulas.reduce(either, undefined);
  }

  /** The size that a collection or text has behind a loop that fills it: `while (text.length() < 80)`. */
  #sizeAfter(loop: LoopStatement, variable: BodyVariable): ValueFormula | undefined {
    if (loop.kind !== 'while' || loop.condition.kind !== 'binary' || loop.condition.operator !== '<')
      return undefined;
    const { left, right } = loop.condition;
    const filled = left.kind === 'call' && isSizeMethod(left.name) ? left.target : undefined;
    return filled !== undefined && this.variableOf(filled) === variable ? this.of(right) : undefined;
  }

  #fills(call: Expression, variable: BodyVariable): boolean {
    return (
      call.kind === 'call' &&
      ADDING.has(call.name) &&
      call.target !== undefined &&
      call.target.kind === 'name' &&
      call.target.name === variable.name &&
      this.variableOf(call.target) === variable
    );
  }

  /**
   * How often what stands at an offset runs by the loops around it that begin behind another offset; undefined if it
   * depends on a condition.
   */
  #timesAdded(offset: number, outside: number): ValueFormula | undefined {
    const around = this.#loopsAround(offset).filter(({ start }) => start > outside);
    const [outermost] = around;
    if (outermost === undefined) return undefined;
    const isBranch = this.#facts().branches.some(
      ({ start, end }) => start > outermost.start && start <= offset && offset < end,
    );
    if (isBranch) return undefined;
    return around.map((loop) => this.roundsFormula(loop)).reduce((a, b) => joinFormulas(a, b, '*'));
  }

  #loopsAround(offset: number): readonly LoopStatement[] {
    const { loops } = this.#facts();
    if (loops.length > MOST_LOOPS) return [];
    return loops.filter(({ start, end }) => start < offset && offset < end);
  }

  /** True for numbers without fractions, arrays, texts and collections. */
  #isSized(expression: Expression): boolean {
    if (expression.kind === 'array-initializer') return true;
    return isSizedType(this.typing.typeOf(expression));
  }
}

const WHOLE: ReadonlySet<string> = new Set(['int', 'long', 'short', 'byte', 'char']);
const TEXTS: ReadonlySet<string> = new Set(
  'String StringBuilder StringBuffer CharSequence Iterable Integer Long'
    .split(' ')
    .map((name) => `java/lang/${name}`),
);

function isSizedType(type: JavaType): boolean {
  if (type.kind === 'primitive') return WHOLE.has(type.name);
  if (type.kind === 'array') return true;
  return type.kind === 'class' && (type.name.startsWith('java/util/') || TEXTS.has(type.name));
}

function shortened(formula: ValueFormula | undefined): ValueFormula | undefined {
  return formula !== undefined && formula.length > LONGEST_FORMULA ? undefined : formula;
}

function either(a: ValueFormula | undefined, b: ValueFormula | undefined): ValueFormula | undefined {
  return a === undefined || a === b ? b : b === undefined ? a : `${a} ${b} or`;
}
