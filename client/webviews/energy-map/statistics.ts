/**
 * The lines of a picture in the colors of another statistic than their energy, or with the energies of one of the saved
 * profiles. Sits in the page of the energy map. Pure.
 */
import { at } from '../../../server/src/base/check';
import { FileState, type Picture } from '../../../server/src/pages/picture';
import type { Statistic } from '../../../server/src/pages/statistic';
import { formatCount, formatShare } from '../../../server/src/words/energy-text';
import { stepIn } from '../../../server/src/words/energy-scale';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';
import { fill } from '../texts';
import { type EnergyMapModel, makeModel, type ShownStatistic } from './model';

/** Colors that readers with any kind of color vision tell apart (Okabe and Ito, 2008; the last: Tol); the lens names groups, too. */
const GROUP_COLORS = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#cc79a7', '#56b4e9', '#f0e442', '#882255'];

export function colorByStatistic(
  model: EnergyMapModel,
  { head, line, value }: Statistic,
  name: ShownStatistic['name'],
): EnergyMapModel {
  const { picture } = model;
  const values = new Float32Array(picture.heat.length).fill(Number.NaN);
  let [least, most] = [Infinity, -Infinity];
  for (let index = 0; index < line.length; index++) {
    const each = at(value, index);
    values[at(line, index)] = each;
    least = Math.min(least, each);
    most = Math.max(most, each);
  }
  const palette = name === 'group' ? GROUP_COLORS.slice(0, head.names.length) : picture.head.palette;
  const last = palette.length - 1;
  const heat = new Uint16Array(values.length);
  let [colored, unknown] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const each = at(values, index);
    if (Number.isNaN(each)) {
      if (at(picture.energy, index) > 0) unknown++;
      continue;
    }
    heat[index] = 1 + (name === 'group' ? each : Math.round(PLACES[name](each, least, most) * last));
    colored++;
  }
  const isKnown = most >= least;
  const ends = isKnown ? { least, most } : { least: Number.NaN, most: Number.NaN };
  return {
    ...model,
    picture: { ...picture, heat, head: { ...picture.head, palette } },
    colored,
    statistic: { name, values, names: head.names, ...ends, unknown },
  };
}

type PlaceOnScale = (value: number, least: number, most: number) => number;

/** The place of a value on the scale of colors, from 0 to 1; groups have a color each. */
const PLACES: Readonly<Record<Exclude<ShownStatistic['name'], 'group'>, PlaceOnScale>> = {
  executions: (value, _, most) => (most > 1 ? Math.log(Math.max(1, value)) / Math.log(most) : 0.5),
  measured: (value) => value,
  // What is new is hot, as in SeeSoft.
  age: (value, least, most) => (most > least ? (value - least) / (most - least) : 1),
};

/** A value of a statistic in words. */
export function statisticText(
  { name, names }: Pick<ShownStatistic, 'name' | 'names'>,
  value: number,
): string {
  switch (name) {
    case 'executions':
      return value > 0 && value < 1 ? '< 1' : formatCount(Math.round(value));
    case 'measured':
      return formatShare(value);
    case 'group':
      return at(names, value);
    case 'age':
      return dateOf(value);
  }
}

const MILLISECONDS_A_DAY = 86_400_000;

/** "2026-11-24", of days since 1970. */
function dateOf(days: number): string {
  return new Date(days * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

/** The lines with the energies of one profile, on the scale that all profiles have in common. */
export function colorByProfile(model: EnergyMapModel, statistic: Statistic, frame: number): EnergyMapModel {
  const { picture } = model;
  const { head, line, value, frameStart } = statistic;
  const { name, provenance } = at(head.frames, frame);
  const steps = picture.head.palette.length;
  const [heat, energy] = [new Uint16Array(picture.heat.length), new Float32Array(picture.heat.length)];
  const scale = { distinct: [0, head.hotEnergy], hot: head.hotEnergy };
  for (let index = at(frameStart, frame); index < at(frameStart, frame + 1); index++) {
    const [of, mean] = [at(line, index), at(value, index)];
    energy[of] = mean;
    heat[of] = 1 + stepIn(scale, mean, { scale: 'logarithmic', steps });
  }
  return makeModel(
    {
      ...picture,
      ...{ heat, energy, before: new Float32Array(), ...figuresOfMethods(picture, energy) },
      fileState: Uint8Array.from(picture.paths, (_path, file) => {
        const of = energy.subarray(at(picture.fileStart, file), at(picture.fileStart, file + 1));
        return of.some((each) => each > 0) ? FileState[provenance] : FileState.notCounted;
      }),
      head: {
        ...picture.head,
        ...{ source: name, machine: '', amount: 'joules', scale: 'logarithmic', scope: 'workspace' },
        ...{ hotEnergy: head.hotEnergy, leastColored: 0 },
      },
    },
    model,
  );
}

/** The energy of each method's lines; saved profiles do not say here what a method calls. */
function figuresOfMethods(
  { methodFile, methodLine, methodEnd, fileStart }: Picture,
  energy: Float32Array,
): Pick<Picture, 'methodEnergy' | 'methodInclusive'> {
  const methodEnergy = Float32Array.from(methodFile, (file, method) => {
    const start = at(fileStart, file);
    const lines = energy.subarray(start + at(methodLine, method), start + at(methodEnd, method) + 1);
    return lines.reduce((sum, each) => sum + each, 0);
  });
  return { methodEnergy, methodInclusive: new Float32Array(methodFile.length).fill(Number.NaN) };
}

/** "Executions: 1,000", of the statistic that colors the lines; undefined where their energy does. */
export function valueWords(
  { statistic }: EnergyMapModel,
  line: number,
  words: Pick<EnergyMapWords, 'statistics' | 'valueOf' | 'unknown' | 'groups'>,
): string | undefined {
  if (statistic === undefined) return undefined;
  const value = at(statistic.values, line);
  const names = statistic.names.map((name, group) => words.groups[group] ?? name);
  const text = Number.isNaN(value) ? words.unknown : statisticText({ ...statistic, names }, value);
  return fill(words.valueOf, words.statistics[statistic.name], text);
}
