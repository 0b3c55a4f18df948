/**
 * Which classes programs share, and which are theirs.
 *
 * Sits in `diff/`. DiffProf takes for the application what does not belong to
 * Android's framework (section 4); here that is the JDK's classes, Android's,
 * and of frameworks and languages those that call programs back.
 */
const frameworks: readonly string[] = [
  'java',
  'javax',
  'jdk',
  'sun',
  'com.sun',
  'android',
  'androidx',
  'dalvik',
  'com.android',
  'kotlin',
  'kotlinx',
  'scala',
  'groovy',
  'org.codehaus.groovy',
  'org.apache.groovy',
  'jakarta',
  'io.netty',
  'org.junit',
  'junit',
  'org.eclipse.jetty',
  'org.apache.catalina',
  'org.springframework',
  'org.hibernate',
  'io.quarkus',
  'io.micronaut',
  'reactor',
  'rx',
  'io.reactivex',
];

/** Packages that someone said something about; what lies below them goes with them, unless it is marked itself. */
export interface PackageMarks {
  readonly application: readonly string[];
  readonly framework: readonly string[];
}

/** The nearest mark counts; without any a class belongs to the application where it is of no known framework. */
export function classifyByMarks({ application, framework }: PackageMarks): (className: string) => boolean {
  const marks = new Map([
    ...application.map((each) => [each, true] as const),
    ...framework.map((each) => [each, false] as const),
  ]);
  const otherwise = applicationClasses([]);
  return (className) => {
    for (let end = className.length; end > 0; end = className.lastIndexOf('.', end - 1)) {
      const mark = marks.get(className.slice(0, end));
      if (mark !== undefined) return mark;
    }
    return otherwise(className);
  };
}

/**
 * `packages`: those of the application, with what lies below them; with none
 * it is all that is no known framework. Recordings may not name a class.
 */
export function applicationClasses(packages: readonly string[]): (className: string) => boolean {
  const isBelow = (className: string, all: readonly string[]): boolean =>
    all.some((each) => className === each || className.startsWith(`${each}.`));
  const own = packages.map((each) => each.replace(/\.?\*+$/, ''));
  return own.length > 0
    ? (className) => isBelow(className, own)
    : (className) => className !== '' && !isBelow(className, frameworks);
}
