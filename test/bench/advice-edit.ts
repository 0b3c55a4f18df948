/** Advice of a file after edits within one of its methods. Run by `advice-edit.mjs`. */
import { newAnalyzer } from '../support/analyze-text';

const WISHES = { interpreted: true };

/** An analyzer that has the file, as a server's has it; gives the milliseconds that the advice of a text takes. */
export function startAdvice(path: string): (text: string) => number {
  const analyzer = newAnalyzer();
  return (text) => {
    // A server has the headers and the operations of a text before it is asked for advice.
    analyzer.analyze(path, text, {
      ...{ canceled: { aborted: false }, begin: () => undefined },
      ...{ leaveOut: new Map(), known: new Set(), deliver: () => undefined },
    });
    const started = performance.now();
    analyzer.advise(path, text, WISHES);
    return performance.now() - started;
  };
}

export default { startAdvice };
