/**
 * The messages between the page of a comparison and the extension. Sits in the page's folder; the extension
 * imports the types.
 */
import type { ComparisonParams, PlaceInProfile } from '../../../server/src/protocol/comparisons';

export type ToComparison =
  /** A comparison, as its file has it. */
  | { readonly kind: 'page'; readonly file: ArrayBuffer }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'busy'; readonly isBusy: boolean };

export type ComparisonChoice = Pick<ComparisonParams, 'alpha' | 'marks'>;

export type FromComparison =
  | { readonly kind: 'ready' }
  /** Compare once more, otherwise. */
  | { readonly kind: 'compare'; readonly choice: ComparisonChoice }
  /** `line` counts from 1; 0 for where the method begins. */
  | {
      readonly kind: 'open';
      readonly side: 'a' | 'b';
      readonly method: PlaceInProfile['method'];
      readonly line: number;
    }
  /** Run both programs once more, and record their calls. */
  | { readonly kind: 'record' }
  | { readonly kind: 'export'; readonly format: 'html' | 'json' };

/** The data that the page is started with, as JSON in its head. */
export interface ComparisonStart {
  readonly words: { readonly language: string; readonly title: string; readonly comparing: string };
  readonly paths: readonly [string, string];
}
