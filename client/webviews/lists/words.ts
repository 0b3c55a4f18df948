/** The texts of the page of the lists, which the extension fills in in the user's language. Sits in the page's folder. */
import type { BlockExecutions, HotListName } from '../../../server/src/protocol/hot-lists';

export interface ListsWords {
  readonly language: string;
  readonly title: string;
  readonly choice: string;
  readonly lists: Readonly<Record<HotListName, string>>;
  /** The heading of the column that names the rows, for each list. */
  readonly names: Readonly<Record<HotListName, string>>;
  readonly search: string;
  readonly executionsOf: string;
  readonly blocks: Readonly<Record<BlockExecutions, string>>;
  readonly energy: string;
  readonly share: string;
  readonly executions: string;
  readonly sort: string;
  readonly atLeast: string;
  readonly groups: string;
  readonly keys: string;
  readonly reading: string;
  readonly nothingFound: string;
  /** "{0} of {1}, {2}" */
  readonly foundOf: string;
  /** "{0}, {1}" */
  readonly found: string;
  /** "{0} files are not analyzed until they are opened" */
  readonly missing: string;
  /** "and {0} more with {1}: show more" */
  readonly more: string;
}
