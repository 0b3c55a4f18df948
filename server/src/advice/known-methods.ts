/**
 * Lists what is known by contract of methods of the JDK: which give the same for the same arguments
 * and do nothing else, and which only look.
 *
 * Names are binary names with slashes.
 */
import type { MethodResolution } from '../java/typing/typing';

/** Pure methods of values that never change. They may throw if the receiver is null, as any call does. */
const PURE: Readonly<Record<string, RegExp>> = {
  'java/lang/String':
    /^(?:length|isEmpty|isBlank|hashCode|equals|equalsIgnoreCase|startsWith|endsWith|contains|indexOf|lastIndexOf|compareTo)$/,
  'java/lang/Math':
    /^(?:abs|min|max|sqrt|cbrt|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|expm1|log|log10|log1p|pow|hypot|floor|ceil|rint|round|signum|toRadians|toDegrees|ulp)$/,
  'java/lang/StrictMath': /^(?:abs|min|max|sqrt|cbrt|sin|cos|tan|exp|log|log10|pow|hypot|floor|ceil)$/,
  'java/lang/Integer':
    /^(?:bitCount|numberOfLeadingZeros|numberOfTrailingZeros|highestOneBit|intValue|min|max|signum|reverse)$/,
  'java/lang/Long':
    /^(?:bitCount|numberOfLeadingZeros|numberOfTrailingZeros|highestOneBit|longValue|min|max|signum|reverse)$/,
};

/** The same while nobody changes the object. */
const LOOKING =
  /^(?:size|length|isEmpty|limit|capacity|remaining|count|width|height|get[A-Z]\w*|is[A-Z]\w*|has[A-Z]\w*|charAt|get|contains|containsKey|indexOf|peek|toString|hashCode|equals)$/;

/** Such that objects that have it can be changed by no call but a few. */
const STABLE_SIZES: ReadonlyMap<string, RegExp> = new Map([
  ['size', /^java\/util\//],
  ['length', /^java\/lang\/(?:StringBuilder|StringBuffer|CharSequence|AbstractStringBuilder)$/],
  ['limit', /^java\/nio\//],
  ['capacity', /^java\/nio\//],
]);

export function isPure({ owner, method }: MethodResolution): boolean {
  return PURE[owner]?.test(method.name) === true;
}

/** True if a pure call can't throw, whatever its arguments are: then it may run where it did not. */
export function neverThrows({ owner }: MethodResolution): boolean {
  return owner === 'java/lang/Math' || owner === 'java/lang/StrictMath';
}

/** A getter by contract or by name, without arguments. */
export function isSizeOf({ owner, method }: MethodResolution): boolean {
  return method.parameters.length === 0 && STABLE_SIZES.get(method.name)?.test(owner) === true;
}

export function onlyLooks(name: string): boolean {
  return LOOKING.test(name);
}
