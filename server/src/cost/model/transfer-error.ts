/**
 * How far costs are off for programs that they were not fitted to, as `jouleline evaluate` measured it.
 *
 * Sits in `cost/`. A model file holds what was measured of it, and each figure takes what comes nearest to its own run.
 */
import { counted } from '../../base/counted';
import type { Share } from '../../base/units';
import type { TransferError } from './model-fields';

/** The nine tenths of the energy within {@link TransferError.off}: as the 5 % and the 95 % quantile have them between. */
export const WITHIN: Share = 0.9;

/** The error that a figure carries. */
export interface AppliedError {
  readonly off: Share;
  /** The source of the figure, in words. */
  readonly from: string;
}

/** Taken of models that nobody measured. */
const UNKNOWN: AppliedError = {
  off: 1,
  from: "assumed, since 'jouleline evaluate' has not measured this model on other programs",
};

/**
 * The error that applies to a run: what was measured of programs that ran as it did, in the JVM of the next release, and of two
 * the larger.
 *
 * @param jvm the version of the run's JVM, as in `25.0.3`, if it is known.
 */
export function transferErrorOf(
  { transfer = [] }: { readonly transfer?: readonly TransferError[] },
  ran: TransferError['ran'],
  jvm?: string,
): AppliedError {
  const distance = (other: string): number =>
    jvm === undefined ? 0 : Math.abs(releaseOf(jvm) - releaseOf(other));
  const [next] = transfer
    .filter((each) => each.ran === ran)
    .sort((a, b) => distance(a.jvm) - distance(b.jvm) || b.off - a.off);
  if (next === undefined) return UNKNOWN;
  const { off, each, jvm: measured, date } = next;
  return {
    off,
    from: `measured on ${counted(each.length, 'other program')}, JDK ${releaseOf(measured)}, ${date}`,
  };
}

/** 25 of `25.0.3`, 8 of `1.8.0_402`. */
function releaseOf(version: string): number {
  return Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? 0);
}

const MEMBER = ',\n  "transfer": [\n';

/**
 * The text of a model file with what was measured, as its last member; all else stays as it is written. What was measured
 * before in the same release is replaced.
 */
export function addTransferError(text: string, added: TransferError): string {
  const { transfer = [] } = JSON.parse(text.replace(/^\uFEFF/, '')) as {
    readonly transfer?: readonly TransferError[];
  };
  const isSame = ({ ran, jvm }: TransferError): boolean =>
    ran === added.ran && releaseOf(jvm) === releaseOf(added.jvm);
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value;
  const all = [...transfer.filter((each) => !isSame(each)), added].map(({ each, ...whole }) => {
    const programs = each.map((one) => `      ${JSON.stringify(one, short)}`).join(',\n');
    return `    ${JSON.stringify(whole, short).slice(0, -1)},"each":[\n${programs}\n    ]}`;
  });
  const known = text.lastIndexOf(MEMBER);
  const rest = known < 0 ? text.slice(0, text.lastIndexOf('}')).trimEnd() : text.slice(0, known);
  return `${rest}${MEMBER}${all.join(',\n')}\n  ]\n}\n`;
}
