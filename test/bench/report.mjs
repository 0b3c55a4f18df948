/**
 * `jouleline report` over a whole module of the JDK: time and memory of the
 * process, as the operating system counts them.
 */
import { runMeasured } from './measured-cli.mjs';

export async function benchReport(folder) {
  const { output, errors, ...figures } = await runMeasured(['report', folder, '--top', '3']);
  return { ...figures, firstLine: output.split('\n')[0] ?? '', errors: errors.slice(0, 500) };
}
