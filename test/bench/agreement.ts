/**
 * What `agreement.mjs` bundles: the operations of a whole project from its
 * sources, against the instructions that javac made of them.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { combineSources } from '../../server/src/classfile/signature-sources';
import { analyseMember } from '../../server/src/engine/analyse-member';
import { analysisOptionsOf } from '../../server/src/engine/analysis-options';
import { evaluateFieldConstant } from '../../server/src/engine/field-constants';
import { listMemberBodies } from '../../server/src/engine/members';
import { openClassPath } from '../../server/src/host/class-path-files';
import { parseDeclarations } from '../../server/src/java/declarations';
import { parseBody } from '../../server/src/java/parse-body';
import { decodeUnicodeEscapes } from '../../server/src/java/unicode-escapes';
import { createWorkspaceSignatures } from '../../server/src/java/workspace-signatures';
import { compareCounts, type Comparison } from '../operations/against-javac';
import { countJavap } from '../operations/bytecode-counts';
import { platformSignatures } from '../support/platform-signatures';

/** Anonymous classes are numbered by javac over the whole file, by the typer over each body: all of a class count together. */
function withoutNumbers(key: string): string {
  return key.replaceAll(/\$[^$./:(]*_[^$./:(]*(?=\$\d)/g, '').replaceAll(/\$\d+[^.:/(]*(?=[.:])/g, '$#');
}

/** `classes` is the folder that javac wrote to; `classPath` what it read beside the sources. */
export function compareProject(sources: string, classes: string, classPath: readonly string[]): Comparison {
  const report = ({ message }: { readonly message: string }): never => {
    throw new Error(message);
  };
  const libraries = openClassPath(classPath, { folder: '.', release: 25, style: 'posix', report });
  const workspace = createWorkspaceSignatures(
    combineSources([libraries, platformSignatures()]),
    evaluateFieldConstant,
  );
  const files = listFiles(sources, '.java').map((path) => {
    const { text } = decodeUnicodeEscapes(readFileSync(join(sources, path), 'utf8'));
    const unit = parseDeclarations(text);
    workspace.setFile(path, unit, text);
    return { path, text, unit };
  });
  const members = files.flatMap(({ path, text, unit }) =>
    listMemberBodies(workspace.classesOf(path), text).flatMap((member) =>
      analyseMember(member, parseBody(text.slice(member.body.start, member.body.end), member.body.rule), {
        unit,
        signatures: workspace.source(path),
        options: analysisOptionsOf(),
      }),
    ),
  );
  const javap = execFileSync(
    'javap',
    ['-p', '-c', '-s', ...listFiles(classes, '.class').map((path) => join(classes, path))],
    { encoding: 'utf8', maxBuffer: 1 << 30 },
  );
  return compareCounts(
    members.map((member) => ({ ...member, key: withoutNumbers(member.key) })),
    countJavap(javap).map((method) => ({ ...method, key: withoutNumbers(method.key) })),
  );
}

function listFiles(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(ending));
}
