/** Texts with figures in them. Sits beside the pages of web views. Pure. */

/** `{0}` and `{1}` of a text. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)] ?? ''));
}

export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
