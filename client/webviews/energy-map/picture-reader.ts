/**
 * Reads pictures one after the other: of each first what is drawn first, then the whole. Sits in the page of the energy
 * map, which says how a file is read.
 */
import { decodeFirstPart, decodePicture, type Picture } from '../../../server/src/pages/picture';
import type { PictureAddress } from './messages';

interface PictureReaderOptions {
  /** Reads the file at an address. */
  readonly fetchBytes: (uri: string) => Promise<ArrayBuffer>;
  readonly show: (picture: Picture) => void;
  /** Waits until what was shown is on the screen. */
  readonly painted: () => Promise<void>;
}

export class PictureReader {
  readonly #options: PictureReaderOptions;
  /** The address of the newest picture, which is read or being read; empty if it could not be. */
  #newest = '';
  #hasShown = false;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: PictureReaderOptions) {
    this.#options = options;
  }

  /** Reads and shows a picture, unless it is the newest already or a newer one is wanted meanwhile. */
  async read(address: PictureAddress): Promise<void> {
    if (address.uri === this.#newest) return;
    this.#newest = address.uri;
    const before = this.#reading;
    const reading = before.then(() => this.#readBoth(address));
    this.#reading = reading.catch(() => {
      // It may be there when it is named again.
      if (this.#newest === address.uri) this.#newest = '';
    });
    return reading;
  }

  async #readBoth({ uri, first }: PictureAddress): Promise<void> {
    const { show, painted } = this.#options;
    // A picture that is there stays until the whole of the next one is.
    if (!this.#hasShown && first !== undefined && uri === this.#newest) {
      // If it can't be read, neither can the whole, which says why.
      const part = await this.#decode(first, decodeFirstPart).catch(() => undefined);
      if (part !== undefined) {
        show(part);
        await painted();
      }
    }
    if (uri !== this.#newest) return;
    const whole = await this.#decode(uri, decodePicture);
    if (uri !== this.#newest) return;
    show(whole);
    this.#hasShown = true;
  }

  async #decode(uri: string, decode: (bytes: ArrayBuffer) => Picture | string): Promise<Picture> {
    const picture = decode(await this.#options.fetchBytes(uri));
    if (typeof picture === 'string') throw new Error(picture);
    return picture;
  }
}
