/**
 * Questions that a command asks in steps, with a way back: each depends on the answers before it.
 *
 * Free of `vscode`.
 */

export interface PossibleAnswer {
  /** The answer. */
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** The title of a dialog for a file that is to be read: the answer is then its path. */
  readonly fileTitle?: string;
}

interface Titled {
  /** The key of its answer. */
  readonly id: string;
  readonly title: string;
}

/** A choice of one thing. */
export interface ChoiceQuestion extends Titled {
  readonly placeHolder: string;
  readonly choices: readonly PossibleAnswer[];
  /** True if none or several can be chosen; commas are between their answers. */
  readonly takesSeveral?: boolean;
}

/** A text to type. */
export interface TextQuestion extends Titled {
  readonly prompt: string;
  readonly value: string;
  /** The reason why a text is no answer; undefined if it is one. */
  readonly whatIsWrong: (text: string) => string | undefined;
  /** A button that answers, too; its answer has {@link BUTTON} before the text. */
  readonly button?: { readonly icon: string; readonly tooltip: string };
}

export type Question = ChoiceQuestion | TextQuestion;

/** The mark of a text that was answered by the button of its question. */
export const BUTTON = 'button:';

/** The answers by the ids of their questions, in the order in which they were given. */
export type Answers = ReadonlyMap<string, string>;

/** The next question; undefined if all is answered. */
export type NextQuestion = (answers: Answers) => Question | undefined;

export interface Place {
  /** Counted from 1. */
  readonly step: number;
  /** The number of steps if the first choice is taken from here on. */
  readonly totalSteps: number;
}

/** Shows a question; answers its answer, `null` to go back, or undefined to give up. */
export type ShowQuestion = (question: Question, place: Place) => Promise<string | null | undefined>;

/** Asks one question after the other; undefined if the user gave up. */
export async function askInSteps(next: NextQuestion, show: ShowQuestion): Promise<Answers | undefined> {
  const answers = new Map<string, string>();
  for (let question = next(answers); question !== undefined; question = next(answers)) {
    const answer = await show(question, placeOf(question, next, answers));
    if (answer === undefined) return undefined;
    if (answer === null) answers.delete(Array.from(answers.keys()).at(-1) ?? '');
    else answers.set(question.id, answer);
  }
  return answers;
}

/** Asks first what the first asks, then what the others do. */
export function oneAfterTheOther(...all: readonly NextQuestion[]): NextQuestion {
  return (answers) => {
    for (const next of all) {
      const question = next(answers);
      if (question !== undefined) return question;
    }
    return undefined;
  };
}

/** No series is longer. */
const MOST_STEPS = 12;

function placeOf(first: Question, next: NextQuestion, answers: Answers): Place {
  const step = answers.size + 1;
  const assumed = new Map(answers);
  let question: Question | undefined = first;
  while (question !== undefined && assumed.size < MOST_STEPS) {
    assumed.set(question.id, usualAnswer(question));
    question = next(assumed);
  }
  return { step, totalSteps: assumed.size };
}

function usualAnswer(question: Question): string {
  if (!('choices' in question)) return question.value;
  return question.takesSeveral === true ? '' : (question.choices[0]?.value ?? '');
}
