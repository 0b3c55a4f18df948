/**
 * `jouleline check FILE --budget FILE`: whether methods, classes and tasks keep
 * to what they may take. Sits in `cli/`.
 */
import { COUNTED_FORMAT } from '../../recordings/model/imported-profile';
import { readBudgets } from '../../recordings/document/budget-file';
import { type BudgetResult, checkBudgets } from '../../recordings/document/check-budgets';
import { Failure, UsageError } from '../../base/failure';
import { formatEnergy, JOULES } from '../../words/energy-text';
import { indexLines } from '../../base/line-index';
import { ExitCode, type Terminal, type ParsedArguments } from '../terminal';
import { writeWholeFile, findSameFile } from '../../host/files/write-file';
import { readText } from '../files';
import { type Finding, findingPlaceOf, formatSarif } from '../format/sarif';
import { loadOneRecording, readOnePath } from '../recording-options';

export async function runCheckCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output } = terminal;
  const { version } = terminal.installation;
  const path = readOnePath('check', given);
  const budgetPath = given.text('budget');
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
