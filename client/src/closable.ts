/**
 * What is given back to the editor when the extension ends. The same shape as
 * the editor's `Disposable`, which is a class, and so not for plain objects.
 */
export interface Closable {
  readonly dispose: () => void;
}
