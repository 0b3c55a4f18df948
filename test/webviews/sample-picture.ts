/** A small picture for tests of the page: files of given lines, each line an energy or none. */
import type { Picture, PictureHead } from '../../server/src/pages/picture';

export const sampleHead: PictureHead = {
  palette: Array.from({ length: 24 }, (_, step) => `#${(step * 10).toString(16).padStart(2, '0')}0000`),
  scale: 'rank',
  scope: 'workspace',
  cold: 'cold',
  hot: 'hot',
  hotEnergy: 1,
  leastColored: 0,
  modelTitle: 'model',
  machine: 'machine',
  source: '',
  amount: 'joules',
  unit: 'joules',
  batteryCapacityWattHours: 15,
  roots: ['/work'],
  isComplete: true,
};

export interface SampleFile {
  readonly path: string;
  readonly group: number;
  /** 0 for a line without energy. */
  readonly energies: readonly number[];
}

/** Colors are by rank among all lines, as in the editor. */
export function samplePicture(files: readonly SampleFile[], groups: readonly string[] = ['demo']): Picture {
  const energies = files.flatMap((file) => file.energies);
  const ranks = [...new Set(energies.filter((energy) => energy > 0))].sort((a, b) => a - b);
  const steps = sampleHead.palette.length;
  const stepOf = (energy: number): number =>
    ranks.length < 2
      ? Math.floor(steps / 2)
      : Math.round((ranks.indexOf(energy) / (ranks.length - 1)) * (steps - 1));
  const starts = [0];
  for (const file of files) starts.push((starts.at(-1) ?? 0) + file.energies.length);
  return {
    head: sampleHead,
    groups,
    paths: files.map(({ path }) => path),
    fileRoot: new Uint8Array(files.length),
    fileGroup: Uint32Array.from(files, ({ group }) => group),
    fileStart: Uint32Array.from(starts),
    fileState: new Uint8Array(files.length),
    heat: Uint16Array.from(energies, (energy) => (energy > 0 ? stepOf(energy) + 1 : 0)),
    energy: Float32Array.from(energies),
    before: new Float32Array(),
    indent: Uint8Array.from(energies, (_, line) => (line % 5) * 2),
    end: Uint8Array.from(energies, (_, line) => 12 + (line % 7) * 9),
    operationNames: [],
    operationLine: new Uint32Array(),
    operationName: new Uint32Array(),
    methodNames: [],
    classNames: [],
    methodFile: new Uint32Array(),
    methodClass: new Uint32Array(),
    methodLine: new Uint32Array(),
    methodEnd: new Uint32Array(),
    methodEnergy: new Float32Array(),
    methodInclusive: new Float32Array(),
    callStart: new Uint32Array(1),
    callTo: new Uint32Array(),
    callEnergy: new Float32Array(),
  };
}
