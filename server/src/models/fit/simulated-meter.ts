/**
 * A meter whose readings are right except for the errors put in on purpose:
 * noise, steps of a converter, a clock of its own, an end of scale.
 *
 * Sits in `models/`, which it is to test. Energy goes in as stretches of time,
 * readings come out: each the mean power of the interval that ends with it, as
 * an integrating meter gives it.
 */
import type { Joules, Seconds, Share, Watts } from '../../base/units';
import { at } from '../solve/matrix';
import type { Random } from '../solve/random';

export interface MeterOptions {
  /** Readings a second. */
  readonly rate: number;
  /** Standard deviation of a reading, of what it reads. */
  readonly noise: Share;
  /** The converter's steps from 0 to `range`. */
  readonly bits: number;
  /** More than this reads as this. */
  readonly range: Watts;
  /** The time that the meter's clock shows where ours shows 0, in seconds. */
  readonly offset: Seconds;
  /** Seconds that it gains in each of ours. */
  readonly drift: number;
  /** Drawn all the time. */
  readonly idle: Watts;
}

export interface SimulatedReading {
  /** The end of its interval, on the meter's clock. */
  readonly time: Seconds;
  readonly watts: Watts;
}

export interface SimulatedMeter {
  /** Energy above idle, drawn evenly from one time on our clock to another. */
  draw(from: Seconds, to: Seconds, energy: Joules): void;
  /** The first stands for no interval: it begins the record. */
  read(random: Random): Iterable<SimulatedReading>;
  /** Intervals beyond the range; after {@link read}. */
  saturated(): number;
}

/** `from` and `to` of the record are on our clock. */
export function createSimulatedMeter(
  { rate, noise, bits, range, offset, drift, idle }: MeterOptions,
  from: Seconds,
  to: Seconds,
): SimulatedMeter {
  const toMeter = (time: Seconds): Seconds => time * (1 + drift) + offset;
  const start = toMeter(from);
  const count = Math.max(1, Math.ceil((toMeter(to) - start) * rate));
  const energies = new Float64Array(count);
  const step = range / (2 ** bits - 1);
  let beyond = 0;
  return {
    draw(begin, end, energy) {
      const low = (toMeter(begin) - start) * rate;
      const high = (toMeter(end) - start) * rate;
      const first = Math.floor(low);
      const last = Math.floor(high);
      if (first === last || high <= low) {
        add(first, energy);
        return;
      }
      const each = energy / (high - low);
      add(first, each * (first + 1 - low));
      for (let index = first + 1; index < last; index++) add(index, each);
      add(last, each * (high - last));
    },
    *read(random) {
      beyond = 0;
      yield { time: start, watts: quantize(idle) };
      for (let index = 0; index < count; index++) {
        const power = idle + at(energies, index) * rate * (1 + drift);
        yield {
          time: start + (index + 1) / rate,
          watts: quantize(power * (1 + noise * random.normal())),
        };
      }
    },
    saturated: () => beyond,
  };

  function add(index: number, energy: Joules): void {
    if (index >= 0 && index < count) energies[index] = at(energies, index) + energy;
  }

  function quantize(power: Watts): Watts {
    if (power > range) beyond++;
    return Math.round(Math.min(range, Math.max(0, power)) / step) * step;
  }
}
