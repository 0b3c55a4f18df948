/**
 * Reads pictures one after the other: of each first what is drawn first, then the whole. Sits in the page of the energy
 * map, which says how a file is read.
 */
import { decodeFirstPart, decodePicture, type Picture } from '../../../server/src/pages/picture';
import type { PictureFiles } from './messages';

interface PictureReaderOptions {
  readonly readFile: (path: string) => Promise<ArrayBuffer>;
  readonly show: (picture: Picture) => void;
  /** Waits until what was shown is on the screen. */
  readonly painted: () => Promise<void>;
}

export class PictureReader {
  readonly #options: PictureReaderOptions;
  /** The newest picture, which is read or being read; undefined if it could not be. */
  #newest: PictureFiles | undefined;
  #hasShown = false;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: PictureReaderOptions) {
    this.#options = options;
  }

  /** Reads and shows a picture, unless it is the newest already or a newer one is wanted meanwhile. */
  async read(picture: PictureFiles): Promise<void> {
    if (picture.path === this.#newest?.path && picture.revision === this.#newest.revision) return;
    this.#newest = picture;
    const before = this.#reading;
    const reading = before.then(() => this.#readBoth(picture));
    this.#reading = reading.catch(() => {
      // It may be there when it is named again.
      if (this.#newest === picture) this.#newest = undefined;
    });
    return reading;
  }

  async #readBoth(picture: PictureFiles): Promise<void> {
    const { path, first } = picture;
    const { show, painted } = this.#options;
    // A picture that is there stays until the whole of the next one is.
    if (!this.#hasShown && first !== null && picture === this.#newest) {
      // If it can't be read, neither can the whole, which says why.
      const part = await this.#decode(first, decodeFirstPart).catch(() => undefined);
      if (part !== undefined) {
        show(part);
        await painted();
      }
    }
    if (picture !== this.#newest) return;
    const whole = await this.#decode(path, decodePicture);
    if (picture !== this.#newest) return;
    show(whole);
    this.#hasShown = true;
  }

  async #decode(path: string, decode: (bytes: ArrayBuffer) => Picture | string): Promise<Picture> {
    const picture = decode(await this.#options.readFile(path));
    if (typeof picture === 'string') throw new Error(picture);
    return picture;
  }
}
