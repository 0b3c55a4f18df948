/**
 * Single fields of a model file: read, or reported with place and way out.
 *
 * Sits in `cost/`, under `model-file.ts`.
 */
import type { Joules, Share } from '../../base/units';

export interface ModelProblem {
  readonly file: string;
  /** `parameters[12].mean`; empty for the file as a whole. */
  readonly place: string;
  readonly message: string;
}

/** Takes a JSON path and the sentence that follows it. */
export type Report = (place: string, message: string) => void;

export type JsonObject = Readonly<Record<string, unknown>>;

export function readString(object: JsonObject, field: string, place: string, report: Report): string {
  const value = object[field];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  report(join(place, field), `is ${describeValue(value)}; a text is expected`);
  return '';
}

export function readEnergy(object: JsonObject, field: string, place: string, report: Report): Joules {
  const value = object[field];
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  const wayOut =
    typeof value === 'number' && Number.isFinite(value)
      ? 'no operation gives energy back: measure it again, or remove the entry'
      : typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? 'write the number without quotes'
        : 'a finite number of joules is expected: measure it again, or remove the entry';
  report(join(place, field), `is ${describeValue(value)}; ${wayOut}`);
  return 0;
}

function join(place: string, field: string): string {
  return place === '' ? field : `${place}.${field}`;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A wrong value as a message shows it. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return `the text "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
}

export interface ModelHeader {
  readonly id: string;
  readonly title: string;
  readonly machine: string;
  readonly mode: 'interpreter' | 'jit';
  readonly jvm?: string;
  readonly source: string;
  readonly isLocal: boolean;
  readonly noiseSd: Joules;
  /** The deviation of a program's total, relative to it, as programs that were left out of the fit have shown. */
  readonly relativeSd?: Share;
}

export interface NamedCost {
  readonly name: string;
  readonly mean: Joules;
  readonly sd: Joules;
}
