/**
 * Fields of JSON values that may be anything.
 *
 * Sits in `recordings/`, under the formats that are JSON.
 */
import { isRecord } from '../../../base/shapes';

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textIn(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
}

export function numberIn(value: unknown, name: string): number | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'number' ? field : undefined;
}

export function recordIn(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const field = fieldOf(value, name);
  return isRecord(field) ? field : undefined;
}

export function listIn(value: unknown, name: string): readonly unknown[] | undefined {
  const field = fieldOf(value, name);
  return isList(field) ? field : undefined;
}
