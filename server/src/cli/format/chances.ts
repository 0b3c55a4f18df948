/**
 * The chance that a report's whole energy stays within a limit, for people and
 * for machines.
 *
 * Sits in `cli/`.
 */
import { describeChances, type LimitChances } from '../../lines/energy-limit';
import { figuresOf } from '../../words/energy-text';
import type { ReportResult } from '../../lines/report';
import { machineNote, type FormatOptions } from './options';

/** None where no limit was named. */
export function chanceRows(
  { within, model }: ReportResult,
  { frequency, unit }: Pick<FormatOptions, 'frequency' | 'unit'>,
): readonly string[] {
  if (within === undefined) return [];
  const what = frequency === 'counted' ? 'all lines of the profiled run' : 'each method once';
  return describeChances(within, `${what}${machineNote(model)}`, unit);
}

/** Described in docs/reference/formats.md. */
export function chanceFigures({ limit, lines, run }: LimitChances): object {
  const { energy, probability, isAtMost, transferError } = lines;
  return {
    limit: limit.energy,
    text: limit.text,
    lines: { energy: figuresOf(energy), probability, isAtMost, transferError: transferError ?? null },
    run: run ?? null,
  };
}
