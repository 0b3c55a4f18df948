/**
 * Energy maps: pictures of all lines of the workspace.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import { NotificationType0 } from 'vscode-languageserver-protocol';
import { request } from './checked-request';

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
export const PictureRequest = request<DrawnPicture | null>()('jouleline/picture', { fresh: v.boolean() });

/**
 * Asks for the lines of the last map whose text has these words, as a file in the layout of
 * `server/src/pages/found-lines.ts`.
 */
export const FindInPictureRequest = request<{ readonly path: string } | null>()('jouleline/findInPicture', {
  words: v.array(v.string()),
});

/** Tells a client that asked for a map that it would show something else by now. */
export const PictureStaleNotification = new NotificationType0('jouleline/pictureStale');
