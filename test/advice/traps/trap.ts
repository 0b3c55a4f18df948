/**
 * Programs that look as if advice were due and where following it would be wrong, or would not compile, by what the
 * text says. `asks` is the question that a hint may put where no text can decide.
 */
export interface Trap {
  readonly name: string;
  /** Members of a class. */
  readonly code: string;
  readonly asks?: RegExp;
}
