/**
 * Waits for something that messages bring about.
 */
import type { Seconds } from '../../base/units';

export interface Condition {
  /** To be called whenever a message has come. */
  readonly changed: () => void;
  /** True once `holds` is true; false if `seconds` passed or the sender has ended. */
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
