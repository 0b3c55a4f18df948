/** The judge of `quiet.mjs` and of a test: how many lines of files that take next to nothing are drawn hot. */
import { decodePicture, MOSTLY_UNMODELED, type Picture } from '../../server/src/pages/picture';

export { decodePicture };

/** The share of all energy that a quiet file holds less than. */
const QUIET_SHARE = 0.001;

export interface Quietness {
  readonly files: number;
  readonly quietFiles: number;
  readonly lines: number;
  /** Lines in the hottest quarter of the colors: of all files, and of quiet ones. */
  readonly hot: number;
  readonly hotInQuiet: number;
  /** The share of all energy that the lines in the hottest quarter take. */
  readonly hotShare: number;
  /** The share of lines in the coldest quarter of the colors. */
  readonly coldShare: number;
  /** The share of lines that are marked as at least what is shown. */
  readonly hatchedShare: number;
}

export function judgeQuiet({ heat, energy, fileStart, paths, head }: Picture): Quietness {
  const steps = head.palette.length;
  const total = energy.reduce((sum, each) => sum + each, 0);
  let [quietFiles, lines, hot, hotInQuiet, hotEnergy, cold, hatched] = [0, 0, 0, 0, 0, 0, 0];
  for (const file of paths.keys()) {
    const [start, end] = [fileStart[file], fileStart[file + 1]];
    const sum = energy.subarray(start, end).reduce((all, each) => all + each, 0);
    const isQuiet = sum < QUIET_SHARE * total;
    quietFiles += Number(isQuiet);
    heat.subarray(start, end).forEach((value, index) => {
      if (value === 0) return;
      lines++;
      const isHatched = value >= MOSTLY_UNMODELED;
      const step = (isHatched ? value - MOSTLY_UNMODELED : value) - 1;
      hatched += Number(isHatched);
      cold += Number(step < steps / 4);
      if (step < steps * 0.75) return;
      hot++;
      hotInQuiet += Number(isQuiet);
      hotEnergy += energy.subarray(start, end)[index] ?? 0;
    });
  }
  const shares = { hotShare: hotEnergy / total, coldShare: cold / lines, hatchedShare: hatched / lines };
  return { files: paths.length, quietFiles, lines, hot, hotInQuiet, ...shares };
}
