/**
 * An object that is given back to the editor when the extension ends. It has the same shape as the editor's
 * `Disposable`, which is a class and therefore does not fit plain objects.
 */
export interface Closable {
  readonly dispose: () => void;
}
