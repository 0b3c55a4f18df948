/**
 * A text through the whole engine, in this process: what the worker and the
 * server do between them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import type { FileEnergy } from '../../server/src/cost/pricing/file-energy';
import { Analyzer } from '../../server/src/analysis/analyzer';
import type { KnownMember } from '../../server/src/analysis/member-records';
import { analysisOptionsOf } from '../../server/src/analysis/analysis-options';
import { createEnergySession } from '../../server/src/lines/energy-session';
import type { FileOperations, MemberRecord } from '../../server/src/analysis/file-operations';
import { indexLines } from '../../server/src/base/line-index';
import { chooseModel, loadModels } from '../../server/src/cost/model/model-registry';
import { platformSignatures } from './platform-signatures';

export function newAnalyzer(options = analysisOptionsOf()): Analyzer {
  return new Analyzer(platformSignatures(), options);
}

/** Everything of a file, as if the caller knew nothing yet. */
export function operationsOf(analyzer: Analyzer, path: string, text: string): FileOperations {
  const members: MemberRecord[] = [];
  const file = analyzer.analyze(path, text, {
    canceled: { aborted: false },
    begin: () => undefined,
    leaveOut: new Map(),
    known: new Set(),
    deliver: (member: MemberRecord | KnownMember) => {
      if (member.operations === undefined) throw new Error(`${member.identity} is not known`);
      members.push(member);
    },
  });
  if (file === undefined) throw new Error('canceled without being asked');
  return { ...file, members };
}

export function bundledModel(): CostModel {
  const fileName = 'rpi5-openjdk21-xint.json';
  const text = readFileSync(join(__dirname, '..', '..', 'media', 'models', fileName), 'utf8');
  const choice = chooseModel(loadModels([{ fileName, text }], 'average'), 'rpi5-openjdk21-xint');
  if (choice === undefined) throw new Error('the bundled model does not load');
  return choice.model;
}

/** The energies of the last of the texts, with the costs of what it calls in all of them. */
export function energyOf(files: ReadonlyMap<string, string>, path: string): FileEnergy {
  const analyzer = newAnalyzer();
  for (const [name, text] of files) analyzer.setHeaders(name, text);
  const session = createEnergySession({ model: bundledModel(), mode: 'estimated', ...analysisOptionsOf() });
  for (const [name, text] of files)
    session.addCallees(name, operationsOf(analyzer, name, text), indexLines(text));
  const energy = session.priceFile(path);
  if (energy === undefined) throw new Error(`${path} is not among the files`);
  return energy;
}
