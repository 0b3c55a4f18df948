/** Waiting for what messages bring. Sits in `host/run/`. */
import type { Seconds } from '../../units';

export interface Condition {
  /** To be called whenever something has come. */
  readonly changed: () => void;
  /** True once `holds` is; false where `seconds` passed, or what would bring it has ended. */
  readonly until: (holds: () => boolean, seconds: Seconds) => Promise<boolean>;
}

export function createCondition(hasEnded: () => boolean): Condition {
  let check: () => void = () => undefined;
  return {
    changed: () => {
      check();
    },
    until: (holds, seconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          resolve(holds());
        }, seconds * 1000);
        check = () => {
          if (!holds() && !hasEnded()) return;
          clearTimeout(timer);
          resolve(holds());
        };
        check();
      }),
  };
}
