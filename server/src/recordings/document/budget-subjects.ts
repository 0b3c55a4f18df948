/**
 * The code that a budget is about, among the frames of a recording.
 *
 * Sits in `recordings/`, under `check-budgets.ts`. A frame that does not name its method has the name of the method that
 * it was placed in.
 */
import { withDefined } from '../../base/check';
import type { Frame } from '../model/imported-profile';
import { isLeftOut, nameOfLeftOut } from '../model/profile-recording';
import type { PlacedRecording } from '../place/placed-values';
import type { Budget } from './budget-file';

export type NamedFrame = Pick<Frame, 'class' | 'method' | 'descriptor'>;

/** The names of each frame: what it says itself, else what its place says. A method whose text is another now has none, unless it is named as it ran. */
export function nameFrames(
  { recording, placements }: PlacedRecording,
  when: 'as they ran' | 'as they are now' = 'as they ran',
): readonly NamedFrame[] {
  return recording.frames.map((frame, index): NamedFrame => {
    if (isLeftOut(frame)) return when === 'as they are now' ? {} : splitName(nameOfLeftOut(frame));
    const placement = placements[index];
    if (frame.class !== undefined && frame.method !== undefined) return frame;
    switch (placement?.kind) {
      case 'line':
      case 'method':
        return placement.method === undefined ? frame : { ...frame, ...splitName(placement.method.name) };
      case 'overloads':
        return { ...frame, ...splitName(placement.methods[0]?.name ?? '') };
      case 'class':
        return { ...withDefined({ method: frame.method }), class: placement.class };
      default:
        return frame;
    }
  });
}

/** The parts of "app/Feed.load". */
function splitName(name: string): NamedFrame {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? { class: name } : { class: name.slice(0, dot), method: name.slice(dot + 1) };
}

/** True if a frame is of the budget's code. Lambdas belong to the method that they are written in. */
export function matches(frame: NamedFrame, { subject, name }: Pick<Budget, 'subject' | 'name'>): boolean {
  const { class: owner = '', method = '', descriptor = '' } = frame;
  if (subject === 'line' && name === '*') return true;
  if (subject === 'program' || owner === '') return false;
  const dotted = owner.replaceAll('/', '.');
  if (subject === 'line')
    return matches(frame, { subject: 'class', name }) || matches(frame, { subject: 'method', name });
  if (subject === 'class')
    return name === '*' || name.endsWith('.*')
      ? dotted.startsWith(name.slice(0, -1))
      : dotted === name || dotted.startsWith(`${name}$`);
  const around = /^lambda\$(.+)\$\d+$/.exec(method)?.[1] ?? method;
  const full = `${dotted}.${around === 'new' ? '<init>' : around === 'static' ? '<clinit>' : around}`;
  return full === name || full + descriptor === name;
}
