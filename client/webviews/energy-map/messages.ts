/**
 * The messages between the page of the energy map and the extension. Sits in the page's folder; the extension
 * imports the types.
 */
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';
import type { DrawnPicture } from '../../../server/src/protocol/hot-lists';
import type { StatisticName } from '../../../server/src/pages/statistic';

export type ToEnergyMap =
  /** The newest picture; it is not current while something newer is being drawn. */
  | ({ readonly kind: 'picture'; readonly isCurrent: boolean } & PictureFiles)
  /** A file that the page asked for, or why it can't be read. */
  | { readonly kind: 'file'; readonly path: string; readonly read: ArrayBuffer | string }
  /** There is no picture, or none yet; the text says why. */
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'busy'; readonly isBusy: boolean }
  /** The lines that editors show, by absolute paths. */
  | { readonly kind: 'visible'; readonly ranges: readonly VisibleRange[] }
  /** The lines in which the wanted words were found. */
  | { readonly kind: 'found'; readonly file: ArrayBuffer; readonly words: readonly string[] }
  /** The statistic that the page asked for. */
  | { readonly kind: 'statistic'; readonly file: ArrayBuffer }
  /** Show what is in this folder alone. */
  | { readonly kind: 'folder'; readonly path: string }
  /** The text of a file that the page asked for; null if it can't be read. */
  | { readonly kind: 'text'; readonly path: string; readonly text: string | null };

/** The files of a picture that the server has drawn. Their paths may stay while their content gets another revision. */
export type PictureFiles = Pick<DrawnPicture, 'path' | 'first' | 'revision'>;

/** The data that the page starts with. */
export interface EnergyMapStart {
  readonly words: EnergyMapWords;
  /** The picture of last time, which is shown until the server names one. */
  readonly last?: PictureFiles;
}

export interface VisibleRange {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

export type FromEnergyMap =
  | { readonly kind: 'ready' }
  /** Read a file of a picture. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'open'; readonly path: string; readonly line: number }
  | { readonly kind: 'text'; readonly path: string }
  /** Show the energy of one component alone, or with an empty name that of all. */
  | { readonly kind: 'component'; readonly name: string }
  /** Read another statistic of the lines. */
  | { readonly kind: 'statistic'; readonly name: StatisticName }
  /** Look for words in the texts of all files. */
  | { readonly kind: 'find'; readonly words: readonly string[] };
