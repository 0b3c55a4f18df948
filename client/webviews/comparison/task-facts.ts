/**
 * The facts about a task beyond its row of the list: its paths, how far they differ, what its calls got, and
 * its ranks in plain lists. Sits in the page of a comparison. Pure.
 */
import { fill } from '../texts';
import { chanceText, type ComparisonFigures } from './figures';
import { pathOnSide, type ComparisonModel, type Ranks, type ListedTask } from './model';

interface TaskFact {
  readonly name: string;
  readonly hint?: string;
  readonly value: string;
}

/** Only what is known. */
export function listFacts(
  model: ComparisonModel,
  task: ListedTask,
  figures: ComparisonFigures,
): readonly TaskFact[] {
  const { words, alpha = 0 } = model.page.head;
  const path = (steps: readonly string[]): string => steps.join(' › ');
  const facts: TaskFact[] = [];
  if (task.pathOnB.length > 0)
    facts.push(
      { name: words.pathOnA, value: path(pathOnSide(model, 'a', task.row)) },
      { name: words.pathOnB, value: path(task.pathOnB) },
    );
  if (task.edits > 0)
    facts.push({ name: words.pathEdits, value: fill(words.pathEditsOf, figures.count(task.edits), alpha) });
  const sizes = sidesOf(task.sizeA, task.sizeB, (size) => (Number.isNaN(size) ? '' : figures.count(size)));
  if (sizes !== '') facts.push({ name: words.sizes, hint: words.sizesHint, value: sizes });
  const ranks = sidesOf(task.ranksA, task.ranksB, ({ inclusive, exclusive }: Ranks) =>
    inclusive === 0
      ? ''
      : fill(words.ranksOf, figures.count(inclusive), exclusive === 0 ? '–' : figures.count(exclusive)),
  );
  if (ranks !== '') facts.push({ name: words.ranks, hint: words.ranksHint, value: ranks });
  if (!Number.isNaN(task.chance)) facts.push({ name: words.likely, value: `p ${chanceText(task.chance)}` });
  return facts;
}

/** "A 3, B 4", of the sides of which anything is known. */
function sidesOf<T>(a: T, b: T, write: (value: T) => string): string {
  const sides = [
    ['A', write(a)],
    ['B', write(b)],
  ] as const;
  return sides.flatMap(([side, text]) => (text === '' ? [] : [`${side} ${text}`])).join(' · ');
}
