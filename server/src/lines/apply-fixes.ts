/**
 * Writes the mechanical changes of advice into a text.
 *
 * Sits in `lines/`, beside `price-hints.ts`. Changes that touch the same place
 * wait for another round: the first one wins.
 */
import { ignoringEdit } from '../advice/ignored';
import type { PlacedFix, CostedHint } from './price-hints';

type Edit = PlacedFix['edits'][number];

interface ChosenFixes {
  /** Without overlaps. */
  readonly edits: readonly Edit[];
  readonly applied: readonly CostedHint[];
  /** The hints that have a fix whose edits touch what another fix has changed. */
  readonly left: readonly CostedHint[];
}

interface FixedText extends Omit<ChosenFixes, 'edits'> {
  readonly text: string;
}

export function applyFixes(text: string, hints: readonly CostedHint[]): FixedText {
  const { edits, applied, left } = chooseFixes(hints);
  const ordered = edits.toSorted((one, other) => other.start - one.start || other.end - one.end);
  const written = ordered.reduce(
    (now, { start, end, text: given }) =>
      now.slice(0, start) + given.replaceAll(LINE_FEED, lineEndAt(text, start)) + now.slice(end),
    text,
  );
  return { text: written, applied, left };
}

const LINE_FEED = /(?<!\r)\n/g;

/** The end of the line at an offset, which is what a new line there ends with. */
function lineEndAt(text: string, offset: number): string {
  const here = /\r\n?|\n/g;
  here.lastIndex = offset;
  return here.exec(text)?.[0] ?? '\n';
}

export function chooseFixes(hints: readonly CostedHint[]): ChosenFixes {
  const edits: Edit[] = [];
  const applied: CostedHint[] = [];
  const left: CostedHint[] = [];
  for (const hint of hints) {
    const own = hint.fix?.edits ?? [];
    if (own.length === 0) continue;
    const fresh = own.filter((edit) => !edits.some((known) => isSame(known, edit)));
    if (fresh.some((edit) => edits.some((known) => collides(known, edit)))) left.push(hint);
    else {
      edits.push(...fresh);
      applied.push(hint);
    }
  }
  return { edits, applied, left };
}

/** Two uses of one pattern declare it once. */
function isSame(one: Edit, other: Edit): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text && isInsertion(one);
}

function collides(one: Edit, other: Edit): boolean {
  if (isInsertion(one) && isInsertion(other) && one.start === other.start)
    return declaredIn(one) === declaredIn(other);
  return one.start < other.end && other.start < one.end;
}

function isInsertion({ start, end }: Edit): boolean {
  return start === end;
}

/** The name that an inserted declaration, or declarator, gives: up to its `=`. */
function declaredIn({ text }: Edit): string {
  return /(?<![\w$])([\w$]+)\s*=/.exec(text)?.[1] ?? text;
}

/** The edits that leave a hint out from now on: a comment above its line. Undefined where none can stand. */
export function editsThatIgnore(text: string, { start, rule }: CostedHint): PlacedFix['edits'] | undefined {
  const edit = ignoringEdit(text, start, rule);
  return edit && [edit];
}
