/**
 * Finds advice for the files of a report.
 *
 * Sits in `tasks/`. Energies come from a report of the same files; bodies with loops are read once more, on this
 * thread.
 */
import { analysisOptionsOf } from '../../analysis/analysis-options';
import { Analyzer, prepareAnalyzer } from '../../analysis/analyzer';
import { indexLines } from '../../base/line-index';
import { type CostedHint, priceHints } from '../../lines/price-hints';
import type { ReportProgress, ReportRequest, ReportResult } from '../../lines/report';
import { openLibraries } from '../../host/jdk/libraries';
import { type AnalysisPlaces, reportOn } from './analyze-files';
import { findLibraries } from '../sources/find-libraries';
import { loadNamedModel } from '../load-model';
import { readSurroundings } from '../sources/list-sources';

export interface AdviceRequest {
  /** The report with the files and their energies. */
  readonly report: ReportRequest;
  readonly unrolls: boolean;
}

export interface AdvisedText {
  readonly path: string;
  readonly text: string;
  readonly hints: readonly CostedHint[];
}

export interface AdviceOutcome {
  readonly report: ReportResult;
  readonly files: readonly AdvisedText[];
}

export async function advise(
  { report: request, unrolls }: AdviceRequest,
  places: AnalysisPlaces,
  onProgress: (progress: ReportProgress) => void,
): Promise<AdviceOutcome> {
  const { mediaFolder } = places;
  const report = await reportOn(request, places, onProgress);
  const { model } = await loadNamedModel(request.model, mediaFolder);
  const libraries = await findLibraries(request, request.paths, () => undefined);
  const options = analysisOptionsOf();
  prepareAnalyzer();
  const analyzer = new Analyzer(openLibraries(libraries, { mediaFolder, report: () => undefined }), options);
  for (const { path, text } of await readSurroundings(request.paths)) analyzer.setHeaders(path, text);
  for (const { path, text } of report.files) analyzer.setHeaders(path, text);
  const settings = { ...options, model, mode: 'estimated' as const };
  const files = report.files.map(({ path, text, energy }) => {
    const members = analyzer.advise(path, text, { unrolls });
    return { path, text, hints: priceHints(members, energy.lines, indexLines(text), settings) };
  });
  return { report, files };
}
