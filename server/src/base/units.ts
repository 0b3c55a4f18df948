/**
 * Units as aliases, and the only conversions between them.
 *
 * Imported by every room, imports nothing. A number whose name or type does
 * not say otherwise is in SI units.
 */

/** Energy in joules. */
export type Joules = number;
/** Power in watts. */
export type Watts = number;
/** Time in seconds. */
export type Seconds = number;
/** Variance of an energy, in joules squared. */
export type JoulesSquared = number;
/** A share between 0 and 1. */
export type Share = number;
/** Offset into a text, in UTF-16 units from its start. */
export type Offset = number;
/** Line number counted from 0, as inside the server; people and class files count from 1. */
export type LineIndex = number;

const SECONDS_PER_HOUR = 3600;

/** Joules of an energy given in microjoules. */
export function fromMicrojoules(microjoules: number): Joules {
  return microjoules / 1e6;
}

/** Seconds of a time given in milliseconds. */
export function fromMilliseconds(milliseconds: number): Seconds {
  return milliseconds / 1000;
}

/** Seconds of a time given in nanoseconds. */
export function fromNanoseconds(nanoseconds: number): Seconds {
  return nanoseconds / 1e9;
}

/** Watts of a power given in milliwatts. */
export function fromMilliwatts(milliwatts: number): Watts {
  return milliwatts / 1000;
}

/** Joules of one of each unit of energy, by the symbols that people write. */
export const JOULES_PER_UNIT: ReadonlyMap<string, Joules> = new Map([
  ['pJ', 1e-12],
  ['nJ', 1e-9],
  ['uJ', 1e-6],
  // The micro sign, and the Greek letter that looks like it.
  ['\u00b5J', 1e-6],
  ['\u03bcJ', 1e-6],
  ['mJ', 1e-3],
  ['J', 1],
  ['kJ', 1e3],
  ['MJ', 1e6],
  ['mWh', SECONDS_PER_HOUR / 1e3],
  ['Wh', SECONDS_PER_HOUR],
  ['kWh', SECONDS_PER_HOUR * 1e3],
]);

/** Watt-hours of an energy given in joules. */
export function toWattHours(energy: Joules): number {
  return energy / SECONDS_PER_HOUR;
}

/** Joules of an energy given in watt-hours. */
export function fromWattHours(wattHours: number): Joules {
  return wattHours * SECONDS_PER_HOUR;
}

/** Joules of a charge given in ampere-hours, at a voltage. */
export function fromAmpereHours(ampereHours: number, volts: number): Joules {
  return fromWattHours(ampereHours * volts);
}

/** Share of a battery that an energy uses. `capacity` in watt-hours, above 0. */
export function toBatteryShare(energy: Joules, capacityWattHours: number): Share {
  return energy / fromWattHours(capacityWattHours);
}
