/**
 * Gathers the text of formats that can only be read as a whole, up to a size that fits into memory many
 * times over.
 *
 * Sits in `recordings/`.
 */
import type { ImportedRecording } from '../model/imported-profile';
import type { Importer } from './importer';

const LARGEST_TEXT = 256 * 1024 * 1024;

/** `isCut` tells that the text is longer than {@link LARGEST_TEXT}, and ends there. */
export function createTextImporter(parse: (text: string, isCut: boolean) => ImportedRecording): Importer {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  return {
    push(chunk) {
      if (length <= LARGEST_TEXT) pieces.push(decoder.decode(chunk, { stream: true }));
      length += chunk.length;
    },
    end() {
      pieces.push(decoder.decode());
      return parse(pieces.join(''), length > LARGEST_TEXT);
    },
  };
}
