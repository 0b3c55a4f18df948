/** The bundled Raspberry Pi 5 model, and operations that it has costs of. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { loadModel } from '../../server/src/cost/model/load-model';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';

export const BUNDLED_PATH = resolve(__dirname, '../../media/models/rpi5-openjdk21-xint.json');
export const BUNDLED_TEXT = readFileSync(BUNDLED_PATH, 'utf8');

export function bundledModel(device?: string): CostModel {
  const loaded = loadModel(BUNDLED_TEXT, BUNDLED_PATH, device === undefined ? {} : { device });
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.model;
}

/** The bundled model of compiled code. */
export function compiledModel(device?: string): CostModel {
  const path = resolve(__dirname, '../../media/models/x64-openjdk25-compiled.json');
  const loaded = loadModel(readFileSync(path, 'utf8'), path, device === undefined ? {} : { device });
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.model;
}

/** `Addition_int_int` in the group arithmetic, its last operand in a variable. */
export function operation(name: string, overrides: Partial<OperationKey> = {}): OperationKey {
  const [family = name, ...operands] = name.split('_');
  return { name, family, group: 'arithmetic', operands, size: 'load', ...overrides };
}

/** mulberry32: draws in [0, 1) from an explicit seed. */
export function seededUniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Standard normal draws (Box and Muller). */
export function seededNormal(seed: number): () => number {
  const uniform = seededUniform(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
