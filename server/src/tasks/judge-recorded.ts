/**
 * Judges a model by recordings that lie beside profiles: of `a.json` the recording is `a.jfr`, or another file of that
 * name. Sits in `tasks/`.
 */
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, parse } from 'node:path';
import { present } from '../base/check';
import { Failure } from '../base/failure';
import type { TransferError } from '../cost/model/model-fields';
import { judgeMethods, observeMethods } from '../profile/account/judge-methods';
import type { NamedProfile } from '../models/fit/profile-cases';
import { inTermsOf } from '../profile/account/measured-profile';
import { samplesOfMethods } from '../recordings/model/imported-profile';
import { importMeasurements } from './import/import-measurements';
import { loadNamedModel, completeModel } from './load-model';

interface JudgedRecordings {
  /** Absent where no recording has samples enough. */
  readonly judged?: TransferError;
  readonly problems: readonly string[];
}

/** Undefined if no recording lies beside the profiles. Throws a {@link Failure} if they are of several JVMs. */
export async function judgeRecorded(
  folder: string,
  profiles: readonly NamedProfile[],
  model: string,
  mediaFolder: string,
): Promise<JudgedRecordings | undefined> {
  const files = readdirSync(folder).filter((name) => !name.endsWith('.json'));
  const pairs = profiles.flatMap(({ name, profile }) => {
    const file = files.find((each) => parse(each).name === name);
    return file === undefined ? [] : [{ name, profile, path: join(folder, file) }];
  });
  const [first] = pairs;
  if (first === undefined) return undefined;
  const ranOf = ({ profile: { program } }: (typeof pairs)[number]): string =>
    `${program.virtualMachines.at(-1)?.version ?? 'unknown'}${program.command.includes('-Xint') ? ' -Xint' : ''}`;
  const other = pairs.find((each) => ranOf(each) !== ranOf(first));
  if (other !== undefined)
    throw new Failure(
      `${folder}: ${first.name} ran in ${ranOf(first)}, ${other.name} in ${ranOf(other)}: put them into folders of their own`,
    );
  const loaded = await loadNamedModel(model, mediaFolder);
  const priced = completeModel(loaded.model, mediaFolder);
  const problems: string[] = [];
  const programs = [];
  for (const { name, profile, path } of pairs) {
    const imported = await importMeasurements(
      { paths: [path], sources: [], lines: false, javaHome: '' },
      { onBytes: () => undefined, onProcess: () => undefined },
    );
    problems.push(...imported.problems);
    const [placed] = imported.recordings;
    if (placed !== undefined) {
      const counted = new Set(
        profile.classes.flatMap(({ name: owner, methods }) => methods.map((each) => `${owner}.${each.name}`)),
      );
      const samples = samplesOfMethods(placed.recording, (method) => counted.has(method));
      programs.push({ name, methods: observeMethods(priced, inTermsOf(priced, profile), samples) });
    }
  }
  const judged = judgeMethods(programs);
  if (judged === undefined)
    return { problems: [...problems, `${folder}: the recordings have too few samples`] };
  const [jvm, mode] = ranOf(first).split(' ');
  return {
    problems,
    judged: {
      ran: mode === undefined ? 'jit' : 'interpreter',
      jvm: present(jvm, 'a version'),
      machine: cpus()[0]?.model.trim() ?? 'unknown',
      date: new Date().toISOString().slice(0, 10),
      ...judged,
    },
  };
}
