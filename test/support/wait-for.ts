/** Waiting in tests: asks again until the answer fits, and says what was seen last if it never does. */
import { setTimeout as sleep } from 'node:timers/promises';

const pollInterval = 100;
/** The first decoration in VS Code comes after about 10 s on an idle machine. */
const defaultLimit = 60_000;

/** `limit` in milliseconds. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  limit = defaultLimit,
): Promise<T> {
  const deadline = Date.now() + limit;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > deadline) {
      throw new Error(`${what}: not as expected within ${limit} ms, last seen: ${JSON.stringify(answer)}`);
    }
    await sleep(pollInterval);
  }
}
