import { expect, test } from 'vitest';
import {
  askInSteps,
  oneAfterTheOther,
  type ChoiceQuestion,
  type NextQuestion,
  type Question,
} from '../../client/src/questions';

function choice(id: string, ...values: readonly string[]): ChoiceQuestion {
  const choices = values.map((value) => ({ value, label: value }));
  return { id, title: id, placeHolder: '', choices };
}

/** A drink, milk where it is coffee, and a size. */
const next: NextQuestion = (answers) => {
  if (!answers.has('drink')) return choice('drink', 'tea', 'coffee');
  if (answers.get('drink') === 'coffee' && !answers.has('milk')) return choice('milk', 'yes', 'no');
  return answers.has('size') ? undefined : choice('size', 'small', 'large');
};

/** Answers one question after the other, and tells what was asked in which step. */
async function play(
  given: readonly (string | null | undefined)[],
  series: NextQuestion = next,
): Promise<{ readonly asked: readonly string[]; readonly answers: Record<string, string> | undefined }> {
  const asked: string[] = [];
  const show = (question: Question, { step, totalSteps }: { step: number; totalSteps: number }) => {
    asked.push(`${question.id} ${step}/${totalSteps}`);
    return Promise.resolve(given[asked.length - 1]);
  };
  const answers = await askInSteps(series, show);
  return { asked, answers: answers && Object.fromEntries(answers) };
}

test('each question depends on the answers before it', async () => {
  expect(await play(['tea', 'large'])).toEqual({
    asked: ['drink 1/2', 'size 2/2'],
    answers: { drink: 'tea', size: 'large' },
  });
  expect((await play(['coffee', 'no', 'small'])).asked).toEqual(['drink 1/2', 'milk 2/3', 'size 3/3']);
});

test('the way back leads to the question before, whose answer is forgotten', async () => {
  const { asked, answers } = await play(['coffee', 'yes', null, null, 'tea', 'small']);
  expect(asked).toEqual(['drink 1/2', 'milk 2/3', 'size 3/3', 'milk 2/3', 'drink 1/2', 'size 2/2']);
  expect(answers).toEqual({ drink: 'tea', size: 'small' });
});

test('who gives up gives no answers, and what is known is not asked', async () => {
  expect((await play(['coffee', undefined])).answers).toBeUndefined();
  expect(await play([], () => undefined)).toEqual({ asked: [], answers: {} });
});

test('a series can stand before another', async () => {
  const first: NextQuestion = (answers) => (answers.has('who') ? undefined : choice('who', 'me'));
  const { asked } = await play(['me', 'tea', 'large'], oneAfterTheOther(first, next));
  expect(asked).toEqual(['who 1/3', 'drink 2/3', 'size 3/3']);
});
