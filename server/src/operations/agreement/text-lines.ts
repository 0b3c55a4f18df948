/** Where the lines of a text start: what the comparison needs of it. Sits in `operations/agreement/`. */
import type { LineIndex, Offset } from '../../units';

export interface TextLines {
  readonly lineCount: number;
  lineAt(offset: Offset): LineIndex;
  startOf(line: LineIndex): Offset;
}
