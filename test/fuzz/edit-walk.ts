/**
 * Walks at random through the edits of a small workspace: bursts of changes to
 * one file, undone at times, with headers of others changing in between.
 */
import type { EditSession, EditStep, Files } from './edit-session';
import type { Random } from './random';
import { applyChange, type ChangeContext, pickChange } from './text-changes';

/** Steps before another file is gone on with. */
export const BURST = 80;
/** One of so many edits is analyzed before the next. */
const ANALYZED = 8;

export interface EditWalk {
  /** The next step; it is carried out by the caller. */
  next(session: EditSession): EditStep;
}

/** `files` are what the texts were at first, and come back to now and then. */
export function createEditWalk(files: Files, random: Random): EditWalk {
  const paths = [...files.keys()];
  /** Earlier texts by path, the newest last. */
  const history = new Map<string, string[]>(paths.map((path) => [path, []]));
  let focus = random.among(paths) ?? '';
  let left = BURST;

  function edit(session: EditSession, path: string): EditStep {
    const text = session.texts.get(path) ?? '';
    const past = history.get(path) ?? [];
    const undone = random.oneIn(12) ? past.pop() : undefined;
    const back = random.oneIn(60) ? files.get(path) : undefined;
    const after = undone ?? back ?? changed(session, path, text);
    if (undone === undefined && past.push(text) > 50) past.shift();
    // Editors send a change for each key; an analysis takes what the text is by then.
    if (!random.oneIn(ANALYZED)) return { kind: 'type', path, text: after };
    if (random.oneIn(40)) return { kind: 'headers', path, text: after };
    if (random.oneIn(40)) return { kind: 'cancel', path, text: after, after: random.below(6) };
    return { kind: 'edit', path, text: after };
  }

  function changed(session: EditSession, path: string, text: string): string {
    const others = paths.filter((other) => other !== path).map((other) => session.texts.get(other) ?? '');
    const context: ChangeContext = { text, members: membersOf(session, path), others };
    let after = text;
    for (let tries = 0; after === text && tries < 5; tries++) {
      const change = pickChange(context, random);
      if (change !== undefined) after = applyChange(text, change);
    }
    return after;
  }

  return {
    next(session) {
      if (left-- <= 0) {
        left = BURST;
        focus = random.among(paths) ?? '';
      }
      const path = random.oneIn(6) ? (random.among(paths) ?? '') : focus;
      switch (random.below(80)) {
        case 0:
          return { kind: 'forget', path };
        case 1:
          return session.texts.size > 1 ? { kind: 'remove', path } : { kind: 'forget', path };
        case 2:
        case 3:
        case 4:
          return { kind: 'again', path };
        default:
          return session.texts.has(path)
            ? edit(session, path)
            : { kind: 'edit', path, text: files.get(path) ?? '' };
      }
    },
  };
}

/** The places of the members of a file and of its classes. Empty where escapes move them. */
function membersOf(session: EditSession, path: string): ChangeContext['members'] {
  const unit = session.unitOf(path);
  const length = session.texts.get(path)?.length ?? 0;
  const found: { start: number; end: number }[] = [];
  const add = (classes: NonNullable<typeof unit>['classes']): void => {
    for (const declaration of classes) {
      for (const member of declaration.members) {
        found.push({ start: member.start, end: member.end });
        if (member.kind === 'class-member') add([member.declaration]);
      }
    }
  };
  add(unit?.classes ?? []);
  return found.filter(({ end }) => end <= length);
}
