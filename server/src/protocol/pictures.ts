/**
 * Energy maps: pictures of all lines of the workspace.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import { NotificationType0, RequestType } from 'vscode-languageserver-protocol';

/** An energy map of the workspace, in the layout of `server/src/pages/picture.ts`. */
export interface DrawnPicture {
  /** The path of its file, which is replaced as a whole when the map is drawn again. */
  readonly path: string;
  /** A number that changes each time that the map is drawn. */
  readonly revision: number;
  /** True if the map shows what is known now. */
  readonly isCurrent: boolean;
}

/** Asks for the last map, or with `fresh` for a new one, which may take seconds; null if maps cannot be kept. */
export const PictureRequest = new RequestType<{ readonly fresh: boolean }, DrawnPicture | null, void>(
  'jouleline/picture',
);

/**
 * Asks for the lines of the last map whose text has these words, as a file in the layout of
 * `server/src/pages/found-lines.ts`.
 */
export const FindInPictureRequest = new RequestType<
  { readonly words: readonly string[] },
  { readonly path: string } | null,
  void
>('jouleline/findInPicture');

/** Tells a client that asked for a map that it would show something else by now. */
export const PictureStaleNotification = new NotificationType0('jouleline/pictureStale');
