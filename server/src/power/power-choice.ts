/**
 * Reads the values of `--power` and of the setting of that name.
 *
 * Sits in `power/`.
 */
import { splitWords } from '../base/split-words';
import type { Watts } from '../base/units';

export type PowerChoice =
  | { readonly kind: 'auto' }
  | { readonly kind: 'rapl' }
  | { readonly kind: 'perf' }
  | { readonly kind: 'powermetrics' }
  | { readonly kind: 'cpu-time'; readonly watts: Watts }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: readonly string[] };

export const POWER_CHOICES = 'auto, rapl, perf, powermetrics, cpu-time:WATTS, file:FILE, command:COMMAND';

/** Undefined for a text that is not a choice. */
export function parsePowerChoice(text: string): PowerChoice | undefined {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  const value = colon < 0 ? undefined : text.slice(colon + 1).trim();
  if (value === undefined)
    return kind === 'auto' || kind === 'rapl' || kind === 'perf' || kind === 'powermetrics'
      ? { kind }
      : undefined;
  if (value === '') return undefined;
  if (kind === 'file') return { kind, path: value };
  if (kind === 'cpu-time') {
    const watts = Number(value.replace(/ ?W$/, ''));
    return watts > 0 && Number.isFinite(watts) ? { kind, watts } : undefined;
  }
  if (kind === 'command') {
    const command = splitWords(value);
    return command === undefined ? undefined : { kind, command };
  }
  return undefined;
}
