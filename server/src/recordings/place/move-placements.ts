/**
 * Places of one text in another, later one: by the text that was profiled
 * where it is known, else by method.
 *
 * Sits in `recordings/`. Lines are believed as long as their whole method is what
 * it was; of a method that changed the energy is told as a whole, and said to
 * be that of the method before.
 */
import type { LineMatch } from './match-lines';
import type { MethodPlace, Placement } from './place-frame';
import type { SourceFile } from './source-classes';

/** One file, as it is now. */
export interface LaterText {
  /**
   * The match of this text's lines with those of the text that the places are of; undefined if that text is
   * not known.
   */
  readonly match: LineMatch | undefined;
  /** Asked for what changed. */
  readonly describe: () => SourceFile;
}

/** `changed` is kept by nothing but its name, or has no place any more. */
export interface MovedPlacement {
  readonly placement: Placement;
  readonly isChanged: boolean;
}

export function movePlacement(placement: Placement, { match, describe }: LaterText): MovedPlacement {
  switch (placement.kind) {
    case 'unplaced':
      return { placement, isChanged: false };
    case 'line': {
      const { method, line, path } = placement;
      const shift = match?.shiftOf(method?.first ?? line, method?.last ?? line);
      if (shift === undefined) return method === undefined ? GONE : moveByName(path, [method], describe());
      const moved = method === undefined ? {} : { method: shifted(method, shift) };
      return { placement: { ...placement, line: line + shift, ...moved }, isChanged: false };
    }
    case 'method': {
      const { method, path } = placement;
      const shift = match?.shiftOf(method.first, method.last);
      return shift === undefined
        ? moveByName(path, [method], describe())
        : { placement: { ...placement, method: shifted(method, shift) }, isChanged: false };
    }
    case 'overloads': {
      const { methods, path } = placement;
      const moved = methods.flatMap((method) => {
        const shift = match?.shiftOf(method.first, method.last);
        return shift === undefined ? [] : [shifted(method, shift)];
      });
      return moved.length === methods.length
        ? { placement: { ...placement, methods: moved }, isChanged: false }
        : moveByName(path, methods, describe());
    }
    case 'class': {
      const there = describe().classes.find(({ name }) => name === placement.class);
      return there === undefined
        ? GONE
        : { placement: { ...placement, line: there.first }, isChanged: false };
    }
  }
}

const GONE: MovedPlacement = { placement: { kind: 'unplaced', reason: 'no place' }, isChanged: true };

function shifted({ name, first, last }: MethodPlace, by: number): MethodPlace {
  return { name, first: first + by, last: last + by };
}

/** Methods of one name, which is `app/Feed.load`. */
function moveByName(path: string, [before]: readonly MethodPlace[], file: SourceFile): MovedPlacement {
  const methods = file.classes.flatMap((owner) =>
    owner.methods.flatMap(({ name, first, last }): readonly MethodPlace[] =>
      `${owner.name}.${name}` === before?.name ? [{ name: before.name, first, last }] : [],
    ),
  );
  const [only, ...others] = methods;
  if (only === undefined) return GONE;
  return {
    placement:
      others.length === 0
        ? { kind: 'method', path, method: only, isStale: true }
        : { kind: 'overloads', path, methods },
    isChanged: true,
  };
}
