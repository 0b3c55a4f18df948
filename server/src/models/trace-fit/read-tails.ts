/**
 * Tail models as a file gives them: which calls keep which component awake,
 * for how long, and at what energy.
 *
 * Sits in `models/`; docs/research/fitting.md describes the file. Makers of components
 * and papers give such models (vLens, section 3.2.1).
 */
import type { TailModel } from '../../power/tail-energy';

export const TAILS_FORMAT = 'jouleline-tails';
export const TAILS_VERSION = 1;

/** Calls by patterns as `--timed-calls` takes them. */
export interface NamedTail extends TailModel {
  readonly calls: readonly string[];
}

export function readTails(
  text: string,
  fileName: string,
): { readonly tails: readonly NamedTail[] } | { readonly problem: string } {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    return { problem: `${fileName} is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const { format, version, devices } = isObject(root) ? root : {};
  if (format !== TAILS_FORMAT || version !== TAILS_VERSION || !Array.isArray(devices))
    return {
      problem: `${fileName} is no file of tails: "format": "${TAILS_FORMAT}", "version": ${TAILS_VERSION} and a list of "devices" are expected`,
    };
  const tails: NamedTail[] = [];
  for (const [index, each] of devices.entries()) {
    const { device, calls, energy, seconds } = isObject(each) ? each : {};
    if (
      typeof device !== 'string' ||
      !Array.isArray(calls) ||
      !calls.every((call): call is string => typeof call === 'string') ||
      !isAboveZero(energy) ||
      !isAboveZero(seconds)
    )
      return {
        problem: `${fileName}: devices[${index}] needs a text "device", a list "calls" of patterns, "energy" in joules and "seconds", both above 0`,
      };
    tails.push({ device, calls, energy, seconds });
  }
  return { tails };
}

function isAboveZero(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
