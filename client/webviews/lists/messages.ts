/**
 * The messages between the page of the lists and the extension. Sits in the page's folder; the extension
 * imports the types.
 */
import type { HotListPage, HotListParams } from '../../../server/src/protocol/hot-lists';

export type ToLists =
  /** The answer to the request of this number; the newest one counts. */
  | { readonly kind: 'page'; readonly request: number; readonly page: HotListPage }
  /** The failure of a request or of anything else; the text tells it to the user. */
  | { readonly kind: 'problem'; readonly text: string }
  /** There is something newer to ask for. */
  | { readonly kind: 'stale' }
  /** The cursor went there, by way of the list. */
  | { readonly kind: 'here'; readonly path: string; readonly line: number };

export type FromLists =
  | { readonly kind: 'ask'; readonly request: number; readonly params: HotListParams }
  | { readonly kind: 'open'; readonly path: string; readonly line: number; readonly keepsFocus: boolean }
  /** Show the energy of one component alone, or with an empty name that of all. */
  | { readonly kind: 'component'; readonly name: string }
  /** One of the rows that are on the page. */
  | { readonly kind: 'copy'; readonly row: number };
