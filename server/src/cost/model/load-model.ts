/**
 * Reads the text of a model file into a cost model, or says why it can't.
 *
 * Sits in `cost/`, used by `cost/model/model-registry.ts` for bundled and for users' own models.
 * Four kinds: `additive` (the probabilistic energy profiler), `per-operation`,
 * a plain table of costs by operation name, `ecalc`, by JVM instruction, and
 * `application`, by place of one program.
 */
import { buildApplicationModel } from './application-model';
import { withDefined } from '../../base/check';
import { type OperationKey, operationId } from '../../operations/catalogue/operation';
import { priceNames } from '../../operations/catalogue/price-names';
import { AVERAGE_DEVICE, buildAdditiveModel, type AdditiveBasis, type DeviceChoice } from './additive-model';
import type { CostModel, Price } from './cost-model';
import { scaleModel } from './scale-model';
import type { ModelProblem } from './model-fields';
import { buildEcalcModel } from './ecalc-model';
import { readModelFile, type ModelFile, type PerOperationModelFile } from './model-file';

type LoadedModel =
  | {
      readonly model: CostModel;
      /** Names that a `device` can be chosen from, beside `average`. */ readonly devices: readonly string[];
    }
  | { readonly problems: readonly ModelProblem[] };

interface ModelOptions {
  /** `average` (the default), or one of the model's boards. */
  readonly device?: DeviceChoice;
}

/** `fileName` is only for messages. Never throws. */
export function loadModel(text: string, fileName: string, options: ModelOptions = {}): LoadedModel {
  const read = readModelFile(text, fileName);
  if ('problems' in read) return read;
  const { file } = read;
  const devices = file.kind === 'additive' ? file.devices : [];
  const device = options.device ?? AVERAGE_DEVICE;
  if (device !== AVERAGE_DEVICE && !devices.includes(device)) {
    const known = [AVERAGE_DEVICE, ...devices].map((name) => `"${name}"`).join(', ');
    const message = `has no board "${device}": set the device to ${known}`;
    return { problems: [{ file: fileName, place: 'devices', message }] };
  }
  const basis = buildBasis(file, device);
  const model = toModel(file, basis, `${contentHash(text)}:${device}`);
  return { model: withTransferError(model, file), devices };
}

function buildBasis(file: ModelFile, device: DeviceChoice): AdditiveBasis {
  switch (file.kind) {
    case 'additive':
      return buildAdditiveModel(file, device);
    case 'per-operation':
      return buildPerOperationModel(file);
    case 'ecalc':
      return buildEcalcModel(file);
    case 'application':
      return buildApplicationModel(file);
  }
}

/** The problem in one line for people: file, place, what is wrong and the way out. */
export function formatModelProblem(problem: ModelProblem): string {
  return problem.place === ''
    ? `${problem.file}: ${problem.message}`
    : `${problem.file}: ${problem.place} ${problem.message}`;
}

/** Adds the error of a program's total as a whole, however well each cost is known. */
function withTransferError(model: CostModel, { relativeSd }: ModelFile): CostModel {
  if (relativeSd === undefined) return model;
  const { mode, title, machine } = model;
  return scaleModel(model, {
    factor: 1,
    deviation: relativeSd,
    timed: new Map(),
    timedDeviation: 0,
    mode,
    title,
    machine,
  });
}

function toModel(file: ModelFile, basis: AdditiveBasis, version: string): CostModel {
  const prices = new Map<string, Price | undefined>();
  return {
    id: file.id,
    title: file.title,
    machine: file.machine,
    isLocal: file.local === true,
    mode: file.mode,
    version,
    ...withDefined({ hasInstructionCosts: file.kind === 'ecalc' ? true : undefined }),
    ...(file.kind === 'per-operation' && file.operations.some(({ place }) => place !== undefined)
      ? { hasPlaces: true }
      : {}),
    ...(file.kind === 'application'
      ? { application: new Map(file.classes.map(({ name, hash }) => [name, hash])) }
      : {}),
    source: file.jvm === undefined ? file.source : `${file.source}; ${file.jvm}`,
    parameters: basis.parameters,
    ...withDefined({ covariance: basis.covariance, transfer: file.transfer }),
    noiseSd: file.noiseSd,
    price(operation) {
      const key = priceKey(operation);
      const known = prices.get(key);
      if (known !== undefined || prices.has(key)) return known;
      const price = basis.price(operation);
      prices.set(key, price);
      return price;
    },
  };
}

/** Operations with equal keys have equal prices, and are one object. */
function priceKey(operation: OperationKey): string {
  return `${operation.place ?? ''}|${operationId(operation)}`;
}

/**
 * A table of costs by operation name, or by a name that stands for several: `operations/catalogue/price-names.ts`. A cost
 * of the operation's own place comes first.
 */
function buildPerOperationModel(file: PerOperationModelFile): AdditiveBasis {
  const index = new Map<string, number>(
    file.operations.map(({ name, place = '' }, parameter) => [`${place} ${name}`, parameter] as const),
  );
  const find = ({ place, ...operation }: OperationKey): number | undefined => {
    const places = place === undefined ? [''] : [place, ''];
    const known = places.flatMap((at) => priceNames(operation).map((name) => `${at} ${name}`));
    return index.get(known.find((each) => index.has(each)) ?? '');
  };
  return {
    parameters: file.operations,
    ...withDefined({ covariance: file.covariance }),
    price(operation) {
      const parameter = find(operation);
      return parameter === undefined ? undefined : { terms: [{ parameter, coefficient: 1 }], noise: 1 };
    },
  };
}

/** FNV-1a over UTF-16 units: tells versions of one file apart, and resists nobody. */
function contentHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
