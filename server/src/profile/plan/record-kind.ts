/**
 * The kinds of data that a capture can keep of a run.
 *
 * Sits in `profile/`. `counts`: how often each instruction ran; `tree`: the same for each calling context;
 * `paths`: how often each acyclic path of a method ran; `trace`: paths, and the times of those that took a
 * tick of the clock or more.
 */
export const recordKinds = ['counts', 'paths', 'tree', 'trace'] as const;

export type RecordKind = (typeof recordKinds)[number];
