/**
 * The pool's decisions, as transcripts: each line is an event, and behind the arrow stand the orders that follow.
 * Workers are numbered from 1, jobs are named by their files.
 */
import { describe, expect, it } from 'vitest';
import {
  decide,
  newPool,
  NOTHING_LEFT_OUT,
  type Job,
  type PoolEvent,
  type PoolOrder,
} from '../../server/src/threads/pool-policy';
import type { WorkerAnswer, WorkerRequest } from '../../server/src/threads/messages';

const ANSWERS: Readonly<Record<string, WorkerAnswer>> = {
  answers: { kind: 'done' },
  cancels: { kind: 'canceled' },
  fails: { kind: 'failed', message: 'a bug', stack: '' },
};

/** Plays the events of a transcript, and writes it again with the orders that really follow. */
function play(transcript: string, { workers = 1, givesAhead = false } = {}): string {
  let state = newPool(workers, givesAhead);
  let id = 0;
  const newJob = (request: WorkerRequest, wanted: Partial<Job>): Job => {
    return { id: ++id, request, urgency: 'visible', isSuperseded: false, failures: 0, ...wanted };
  };
  const eventOf = (line: string): PoolEvent => {
    const [first = '', second = '', third = '', fourth = ''] = line.split(' ');
    const seat = Number(first) - 1;
    switch (seat >= 0 ? second : first) {
      case 'newer':
        return { kind: 'superseded', path: second };
      case 'forget':
        return { kind: 'forgotten', path: second };
      case 'advise':
        return {
          kind: 'submitted',
          job: newJob({ kind: 'advise', path: second, text: '' }, { urgency: 'open' }),
        };
      case 'tell': {
        const request: WorkerRequest = { kind: 'forget', path: third };
        return { kind: 'submitted', job: newJob(request, { only: Number(second) - 1 }) };
      }
      case 'stops':
        return { kind: 'ended', seat, message: 'a crash', member: fourth, reason: 'crashed' };
      case 'restored': {
        const generation = (state.seats[seat]?.generation ?? 0) - (third === 'late' ? 1 : 0);
        const jobs = [newJob({ kind: 'headers', files: [], removed: [] }, { only: seat })];
        return { kind: 'restored', seat, generation, jobs };
      }
      case 'answers':
      case 'cancels':
      case 'fails':
        return { kind: 'answered', seat, answer: ANSWERS[second] ?? { kind: 'done' }, pieces: [] };
      default: {
        const leaveOut = state.leftOut.get(second) ?? NOTHING_LEFT_OUT;
        const wishes = { known: [], keep: true, leaveOut, wantsDependencies: false };
        const request: WorkerRequest = { kind: 'analyze', path: second, text: '', ...wishes };
        const near = third === 'near' ? Number(fourth) - 1 : undefined;
        return { kind: 'submitted', job: newJob(request, { urgency: first as Job['urgency'], near }) };
      }
    }
  };
  const lines = linesOf(transcript).map((line) => {
    const [event = ''] = line.split(' →');
    const decision = decide(state, eventOf(event));
    ({ state } = decision);
    return `${event} → ${decision.orders.flatMap(tell).join(', ')}`.trim();
  });
  return lines.join('\n');
}

function linesOf(transcript: string): readonly string[] {
  return transcript
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

/** Messages for the log are not part of a transcript. */
function tell(order: PoolOrder): readonly string[] {
  switch (order.kind) {
    case 'run': {
      const { request } = order.job;
      const left = request.kind === 'analyze' ? [...request.leaveOut.keys()] : [];
      return [
        `${order.seat + 1} runs ${nameOf(order.job)}${left.length > 0 ? ` without ${left.join()}` : ''}`,
      ];
    }
    case 'cancel':
      return [`cancel ${order.seat + 1}`];
    case 'finish':
      return [`${nameOf(order.job)} is ${order.answer.kind}`];
    case 'replace':
      return [`replace ${order.seat + 1}`];
    case 'log':
      return [];
  }
}

function nameOf({ request }: Job): string {
  if (request.kind === 'headers') return 'headers';
  const path = 'path' in request ? request.path : '';
  return request.kind === 'analyze' ? path : `${request.kind} ${path}`;
}

function check(transcript: string, options?: Parameters<typeof play>[1]): void {
  expect(play(transcript, options)).toBe(linesOf(transcript).join('\n'));
}

describe('the order of work', () => {
  it('takes a file on screen before one in a tab, and both before the background', () => {
    check(`
      background A → 1 runs A
      background B →
      open C → cancel 1
      visible D → cancel 1
      1 cancels → 1 runs D
      1 answers → D is done, 1 runs C
      1 answers → C is done, 1 runs A
      1 answers → A is done, 1 runs B`);
  });

  it('gives what is on screen to the first worker only, and the background to all', () => {
    check(
      `
      background A → 1 runs A
      background B → 2 runs B
      visible C → cancel 1
      2 answers → B is done
      1 cancels → 1 runs C, 2 runs A`,
      { workers: 2 },
    );
  });

  it('takes messages for one worker before all else, and interrupts nothing for them', () => {
    check(
      `
      visible A → 1 runs A
      visible B →
      tell 1 C →
      tell 2 C → 2 runs forget C
      1 answers → A is done, 1 runs forget C
      1 answers → forget C is done, 1 runs B`,
      { workers: 2 },
    );
  });

  it('does not interrupt a file on screen, and interrupts nothing for advice', () => {
    check(`
      background A → 1 runs A
      advise B →
      1 answers → A is done, 1 runs advise B
      visible C → cancel 1
      1 cancels → 1 runs C
      visible D →
      1 answers → C is done, 1 runs D
      1 answers → D is done, 1 runs advise B`);
  });

  it('keeps files near each other with one worker while the others have work of their own', () => {
    check(
      `
      background A near 2 → 1 runs A
      background B near 2 → 2 runs B
      background C near 2 →
      background D near 1 →
      1 answers → A is done, 1 runs D
      1 answers → D is done, 1 runs C`,
      { workers: 2 },
    );
  });

  it('gives work ahead once all workers are busy, one file each, and nothing far away', () => {
    check(
      `
      tell 2 X → 2 runs forget X
      background A → 1 runs A
      background B near 2 →
      background C near 1 → 1 runs C
      background D near 1 →
      2 answers → forget X is done, 2 runs B
      1 answers → A is done, 1 runs D`,
      { workers: 2, givesAhead: true },
    );
  });

  it('gives nothing ahead behind a file on screen, or while one waits', () => {
    check(
      `
      background A → 1 runs A
      visible B → cancel 1
      background C →
      1 cancels → 1 runs B
      1 answers → B is done, 1 runs A, 1 runs C`,
      { givesAhead: true },
    );
  });
});

describe('a newer text', () => {
  it('cancels what waits at once, and what runs when its worker answers', () => {
    check(`
      visible A → 1 runs A
      advise A →
      visible B →
      newer A → advise A is canceled, cancel 1
      visible A →
      1 cancels → A is canceled, 1 runs B
      1 answers → B is done, 1 runs A`);
  });

  it('cancels with it what the same worker was given ahead, which then runs again', () => {
    check(
      `
      background A → 1 runs A
      background B → 1 runs B
      newer A → cancel 1
      1 cancels → A is canceled
      1 cancels → 1 runs B`,
      { givesAhead: true },
    );
  });

  it('takes the result all the same if it was there already', () => {
    check(`
      visible A → 1 runs A
      newer A → cancel 1
      1 answers → A is done`);
  });
});

describe('a worker that stops', () => {
  it('is replaced, and its file is tried again without the member, once the new one knows all headers', () => {
    check(`
      visible A → 1 runs A
      1 stops at A.run() → replace 1
      visible B →
      1 restored → 1 runs headers
      1 answers → headers is done, 1 runs A without A.run()
      1 answers → A is done, 1 runs B
      visible A →
      1 answers → B is done, 1 runs A without A.run()
      forget A →
      1 answers → A is done
      visible A → 1 runs A`);
  });

  it('gives back what it had not begun, so that another one takes it', () => {
    check(
      `
      background A → 1 runs A
      background B → 2 runs B
      background C → 1 runs C
      1 stops → replace 1, 2 runs A
      2 answers → B is done, 2 runs C`,
      { workers: 2, givesAhead: true },
    );
  });

  it('is told once where it stops again meanwhile', () => {
    check(`
      1 stops → replace 1
      1 stops → replace 1
      1 restored late →
      1 restored → 1 runs headers`);
  });

  it('takes a file with it at the third time, however often that was interrupted before', () => {
    const fails = `
      1 stops → replace 1
      1 restored → 1 runs headers
      1 answers → headers is done, 1 runs A`;
    check(`
      background A → 1 runs A
      visible B → cancel 1
      1 cancels → 1 runs B
      1 answers → B is done, 1 runs A${fails}${fails}
      1 stops → A is failed, replace 1`);
  });

  it('is not asked again for anything but an analysis, or for what a newer text replaced', () => {
    check(`
      tell 1 A → 1 runs forget A
      1 stops → forget A is failed, replace 1
      1 restored → 1 runs headers
      visible B →
      1 answers → headers is done, 1 runs B
      newer B → cancel 1
      1 stops → B is canceled, replace 1`);
  });

  it('is given up after six failures without an answer, and nobody waits for it', () => {
    const stops = '\n1 stops → replace 1'.repeat(5);
    check(
      `
      tell 2 X → 2 runs forget X${stops}
      visible A →
      tell 1 Y →
      background B →
      1 stops → forget Y is failed, A is failed
      1 restored →
      visible C → C is failed
      2 answers → forget X is done, 2 runs B`,
      { workers: 2 },
    );
  });

  it('leaves nothing waiting where it was the last one', () => {
    const stops = '\n1 stops → replace 1'.repeat(5);
    check(`
      background A → 1 runs A
      newer A → cancel 1
      1 stops → A is canceled, replace 1
      background B →${stops.slice('\n1 stops → replace 1'.length)}
      1 stops → B is failed
      background C → C is failed`);
  });
});

describe('an answer', () => {
  it('that tells of a failure ends the job', () => {
    check(`
      visible A → 1 runs A
      1 fails → A is failed`);
  });

  it('makes earlier failures of its worker forgotten', () => {
    const stops = '\n1 stops → replace 1'.repeat(5);
    check(`
      tell 1 X → 1 runs forget X
      1 stops → forget X is failed, replace 1${stops.slice('\n1 stops → replace 1'.length)}
      1 restored → 1 runs headers
      1 answers → headers is done${stops}`);
  });
});
