/**
 * Prints floating-point numbers as Java prints floating-point numbers (`Double.toString`,
 * `Float.toString`): the shortest digits that read back as the same number, in Java's layout.
 */

export function javaDouble(value: number): string {
  return layOut(value, String(Math.abs(value)));
}

export function javaFloat(value: number): string {
  if (!Number.isFinite(value) || value === 0) return layOut(value, String(Math.abs(value)));
  const magnitude = Math.abs(value);
  for (let digits = 1; digits <= 9; digits++) {
    const text = magnitude.toPrecision(digits);
    if (Math.fround(Number(text)) === magnitude) return layOut(value, String(Number(text)));
  }
  return layOut(value, String(magnitude));
}

/** Plain from 10^-3 up to 10^7, else one digit before the point and an exponent. */
function layOut(value: number, shortest: string): string {
  if (Number.isNaN(value)) return 'NaN';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (!Number.isFinite(value)) return `${sign}Infinity`;
  const [mantissa = '0', exponentText = '0'] = shortest.split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return `${sign}0.0`;
  const leadingZeros = `${whole}${fraction}`.length - digits.length;
  const exponent = Number(exponentText) + whole.length - 1 - leadingZeros;
  const significant = digits.replace(/0+$/, '') || '0';
  if (exponent < -3 || exponent >= 7)
    return `${sign}${significant.charAt(0)}.${significant.slice(1) || '0'}E${exponent}`;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${significant}`;
  const padded = significant.padEnd(exponent + 1, '0');
  return `${sign}${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1) || '0'}`;
}
