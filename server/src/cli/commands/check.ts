/**
 * `jouleline check FILE --budget FILE`: whether methods, classes and tasks keep
 * to what they may take; `jouleline check SOURCES`: whether statements and methods
 * keep to the bounds in their text. Sits in `cli/`.
 */
import { COUNTED_FORMAT } from '../../recordings/model/imported-profile';
import { readBudgets } from '../../recordings/document/budget-file';
import { type BudgetResult, checkBudgets } from '../../recordings/document/check-budgets';
import { Failure, UsageError } from '../../base/failure';
import { formatEnergy, formatShare, JOULES } from '../../words/energy-text';
import { indexLines } from '../../base/line-index';
import { analysisPlaces, ExitCode, type Terminal, type ParsedArguments } from '../terminal';
import { readLibraryOptions } from '../run-options';
import { withDefined } from '../../base/check';
import { intervalOf } from '../../cost/model/cost-model';
import type { EnergyGap } from '../../lines/bounds/find-gap';
import type { JudgedBound } from '../../lines/bounds/judge-bounds';
import type { ReportRequest } from '../../lines/report';
import { reportOn } from '../../tasks/report/analyze-files';
import { writeWholeFile, findSameFile } from '../../host/files/write-file';
import { areSources, NO_JAVA_FILE, readText } from '../files';
import { type Finding, findingPlaceOf, formatSarif } from '../format/sarif';
import { loadOneRecording, readOnePath } from '../recording-options';

export async function runCheckCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output } = terminal;
  const { version } = terminal.installation;
  const budgetPath = given.text('budget');
  if (budgetPath === undefined && areSources(given.positionals)) return checkBounds(given, terminal);
  const path = readOnePath('check', given);
  if (budgetPath === undefined || budgetPath === '') throw new UsageError('--budget FILE is needed');
  const sarif = given.text('sarif');
  if (sarif === '') throw new UsageError('--sarif needs the name of a file');
  if (sarif !== undefined && (await findSameFile(sarif, [path, budgetPath])) !== undefined)
    throw new UsageError(`--sarif ${sarif} is one of the files to read`);
  const text = await readText(budgetPath);
  const budgets = readBudgets(text);
  if (!budgets.ok) throw new Failure(`${placeIn(budgetPath, text, budgets.at.start)} ${budgets.message}`);
  const { placed, hasProblems } = await loadOneRecording(path, given, terminal);
  const results = checkBudgets(placed, budgets.budgets);
  const isStrict = given.isSet('strict');
  // A table or samples need not have all that ran.
  const { source } = placed.recording;
  const nothing =
    source.format === COUNTED_FORMAT
      ? 'nothing of it ran, or the run left it no energy'
      : 'the recording has nothing of it';
  for (const result of results) await output.write(`${describe(result, nothing)}\n`);
  if (sarif !== undefined) await writeWholeFile(sarif, [formatSarif(findingsOf(results, isStrict), version)]);
  if (results.some((result) => isOver(result, isStrict))) return ExitCode.overBudget;
  const isMissing = results.some(
    ({ verdict, budget }) => verdict === 'unknown' || (verdict === 'absent' && !budget.isOptional),
  );
  return isMissing || hasProblems ? ExitCode.incomplete : ExitCode.ok;
}

/** Judges the energy bounds in sources, by their worst case. */
async function checkBounds(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors, installation } = terminal;
  const sarif = given.text('sarif');
  if (sarif === '') throw new UsageError('--sarif needs the name of a file');
  const request: ReportRequest = {
    ...{ paths: given.positionals, frequency: 'worst-case', bounds: true, exclude: [], useCache: true },
    ...withDefined({ model: given.text('model') }),
    ...readLibraryOptions(given),
  };
  const {
    bounds = [],
    files,
    failed,
    problems,
    isComplete,
  } = await reportOn(request, analysisPlaces(terminal), () => undefined);
  if (
    sarif !== undefined &&
    (await findSameFile(
      sarif,
      files.map(({ path }) => path),
    )) !== undefined
  )
    throw new UsageError(`--sarif ${sarif} is one of the files to read`);
  for (const problem of problems) await errors.write(`jouleline: ${problem}\n`);
  for (const { path, message } of failed) await errors.write(`jouleline: ${path}: ${message}\n`);
  if (files.length === 0 && failed.length === 0) await errors.write(NO_JAVA_FILE);
  else if (bounds.length === 0)
    await errors.write('jouleline: no energy bound was found: write // jouleline: at most 2 mJ at 95 %\n');
  const findings: Finding[] = [];
  for (const { path, text, judged, wrong } of bounds) {
    const lines = indexLines(text);
    for (const { place, kind, spelling } of wrong) {
      const told = kind === 'spelling' ? `no energy bound is written so: write ${spelling}` : MISPLACED;
      await errors.write(`jouleline: ${placeIn(path, text, place.start)} ${told}\n`);
    }
    for (const each of judged) {
      const line = lines.lineAt(each.bound.place.start) + 1;
      const told = describeBound(each, `${path}:${line}`);
      await output.write(`${told}\n`);
      if (each.verdict !== 'over') continue;
      const message = told.replace(/ +/g, ' ');
      findings.push({ place: { path, line }, message, level: 'error', identity: `bound ${each.method}` });
    }
  }
  if (sarif !== undefined) await writeWholeFile(sarif, [formatSarif(findings, installation.version)]);
  if (findings.length > 0) return ExitCode.overBudget;
  const isKnown = bounds.every(
    ({ judged, wrong }) => wrong.length === 0 && judged.every(({ verdict }) => verdict === 'within'),
  );
  return bounds.length > 0 && isKnown && isComplete ? ExitCode.ok : ExitCode.incomplete;
}

const MISPLACED =
  'an energy bound stands above or beside a statement, or on a method, constructor, class or variable';

/** "over    statement app/Feed.java:12: 3.2 mJ (2.9 mJ to 3.2 mJ) of 2 mJ at 95 %, 160.0 %". */
function describeBound(
  { bound, verdict, method, isOfMethod, energy, most, gap, isAssumed }: JudgedBound,
  place: string,
): string {
  const joules = (value: number): string => formatEnergy(value, JOULES);
  const { low, high } = intervalOf(energy);
  const subject = isOfMethod ? `method ${method}` : 'statement';
  const known = `${joules(most)} (${joules(low)} to ${joules(high)}) of ${bound.text}, ${formatShare(most / bound.energy)}`;
  const notes = [
    ...(gap === undefined ? [] : [describeGap(gap)]),
    ...(isAssumed ? ['rounds of loops are assumed'] : []),
  ];
  const figures = verdict === 'unknown' ? notes.join('; ') : [known, ...notes].join('; ');
  return `${verdict.padEnd(7)} ${subject} ${place}: ${figures}`;
}

function describeGap({ kind, name }: EnergyGap): string {
  switch (kind) {
    case 'unmodeled':
      return `${name} has no cost in the model`;
    case 'missing':
      return `${name} has no code here`;
    case 'overridden':
      return `${name} is overridden, and any of the methods may run`;
    case 'recursive':
      return 'a method calls itself, and the text does not tell how often';
    case 'absent':
      return 'no code was found here';
  }
}

/** "energy.json:12:5", where in a text an offset is. */
function placeIn(path: string, text: string, offset: number): string {
  const lines = indexLines(text);
  const line = lines.lineAt(offset);
  return `${path}:${line + 1}:${offset - lines.startOf(line) + 1}`;
}

function isOver({ verdict }: BudgetResult, isStrict: boolean): boolean {
  return verdict === 'over' || (verdict === 'maybe' && isStrict);
}

/** "over    method app.Feed.load: 3.2 J (2.9 J to 3.5 J) of 2 J". */
function describe({ budget, verdict, energy, reason, interval, isProxy }: BudgetResult, absent = ''): string {
  const joules = (value: number): string => formatEnergy(Math.max(0, value), JOULES);
  const subject = [budget.subject, budget.name, budget.component].filter(
    (each) => each !== undefined && each !== '',
  );
  const range = interval === undefined ? '' : ` (${joules(interval.low)} to ${joules(interval.high)})`;
  const took =
    verdict === 'absent'
      ? absent
      : (reason ?? `${isProxy ? 'proxy ' : ''}${joules(energy)}${range} of ${joules(budget.energy)}`);
  return `${verdict.padEnd(7)} ${subject.join(' ')}: ${took}`;
}

function findingsOf(results: readonly BudgetResult[], isStrict: boolean): readonly Finding[] {
  return results.flatMap((result): readonly Finding[] => {
    const { verdict, budget, place } = result;
    if (verdict !== 'over' && verdict !== 'maybe') return [];
    const found = place === undefined ? undefined : findingPlaceOf(place);
    return [
      {
        ...(found === undefined ? {} : { place: { path: found.path, line: found.line } }),
        ...(budget.subject === 'method' || budget.subject === 'task'
          ? { logicalName: { name: budget.name, kind: 'function' } }
          : budget.subject === 'class'
            ? { logicalName: { name: budget.name, kind: 'type' } }
            : {}),
        message: describe(result).replace(/ +/g, ' '),
        level: isOver(result, isStrict) ? 'error' : 'note',
        identity: `${budget.subject} ${budget.name} ${budget.component ?? ''}`.trim(),
      },
    ];
  });
}
