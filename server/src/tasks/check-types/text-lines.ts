/** Where the lines of a text start: what the comparison needs of it. Sits in `tasks/`. */
import type { LineIndex, Offset } from '../../base/units';

export interface TextLines {
  readonly lineCount: number;
  lineAt(offset: Offset): LineIndex;
  startOf(line: LineIndex): Offset;
}
