/**
 * The habits in which releases of javac differ, as far as operations depend on them. Sits in
 * `operations/`, read by the rules for single constructs. Each habit is named after the change in the
 * history of javac or of class files that it stems from.
 */

export interface JavacHabits {
  /** Private members of other classes of a file are reached directly (class files of 11, JEP 181), not by accessors. */
  readonly reachesPrivates: boolean;
  /** Objects are made Strings one by one before they are joined (19, JDK-8273914); a StringBuilder does it itself. */
  readonly joinsStrings: boolean;
  /** Arguments are cast to what stands for type variables (9), not to the declared parameters. */
  readonly castsToInstances: boolean;
  /** A cast to an array type is checked twice (before 9). */
  readonly checksArraysTwice: boolean;
  /** A receiver is checked by `Objects.requireNonNull` (9), not by `getClass`. */
  readonly checksByRequireNonNull: boolean;
  /** A method of its own lists an enum's constants (15). */
  readonly collectsEnumValues: boolean;
  /** A switch over an enum of the same top-level class takes its ordinal (21), not a hidden array. */
  readonly switchesByOrdinal: boolean;
  /** Constructors of inner classes check the instance around them (class files of 25, JDK-8164714). */
  readonly checksOuterInstance: boolean;
  /** Lambdas are handed captured variables when they are made (before 23), not read from hidden fields. */
  readonly handsToLambdas: boolean;
  /** A primitive component of a record pattern is tested, although it always matches (23, JEP 455). */
  readonly testsPrimitives: boolean;
}

/** `release` is javac's, `target` that of the class files. */
export function javacHabits(release: number, target = release): JavacHabits {
  return {
    reachesPrivates: target >= 11,
    joinsStrings: release >= 19 && target >= 9,
    castsToInstances: release >= 9,
    checksArraysTwice: release < 9,
    checksByRequireNonNull: release >= 9,
    collectsEnumValues: release >= 15,
    switchesByOrdinal: release >= 21,
    checksOuterInstance: target >= 25,
    handsToLambdas: release < 23,
    testsPrimitives: release >= 23,
  };
}

/** The habits to assume if nothing says which javac will compile the code. */
export const USUAL_HABITS = javacHabits(21);
