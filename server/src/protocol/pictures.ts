/**
 * Pictures of all lines of the workspace, for the energy map.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */
import { NotificationType0, RequestType } from 'vscode-languageserver-protocol';

/** A picture of all lines of the workspace, in the layout of `server/src/seesoft/picture-file.ts`. */
export interface DrawnPicture {
  /** Of a file, which is replaced as a whole when it is drawn anew. */
  readonly path: string;
  /** Another one each time that it is drawn. */
  readonly revision: number;
  /** Whether it shows what is known now. */
  readonly isCurrent: boolean;
}

/** The last picture, or with `fresh` one of now, which may take seconds; null where pictures can't be kept. */
export const PictureRequest = new RequestType<{ readonly fresh: boolean }, DrawnPicture | null, void>(
  'jouleline/picture',
);

/** Lines of the last picture whose text has these words, as a file in the layout of `server/src/seesoft/found-lines.ts`. */
export const FindInPictureRequest = new RequestType<
  { readonly words: readonly string[] },
  { readonly path: string } | null,
  void
>('jouleline/findInPicture');

/** What a picture would show has changed since the last was drawn. Sent to those who asked for one. */
export const PictureStaleNotification = new NotificationType0('jouleline/pictureStale');
