/**
 * What a recording keeps of a run.
 *
 * Sits in `profile/`. `counts`: how often each instruction ran; `tree`: the
 * same for each calling context; `paths`: how often each acyclic path of a
 * method ran; `trace`: paths, and when those ran that took their time.
 */
export const recordKinds = ['counts', 'paths', 'tree', 'trace'] as const;

export type RecordKind = (typeof recordKinds)[number];
