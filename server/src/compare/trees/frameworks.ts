/**
 * Which classes programs share, and which are theirs.
 *
 * Sits in `compare/`. DiffProf takes for the application what does not belong to
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

/** The nearest mark counts, '' is all; without any a class belongs to the application where it is of no known framework. */
export function classifyByMarks({ application, framework }: PackageMarks): (className: string) => boolean {
  const marks = new Map([
    ...application.map((each) => [each, true] as const),
    ...framework.map((each) => [each, false] as const),
  ]);
  const known = new Set(frameworks);
  return (className) => {
    // Arrays are the JVM's own.
    let isKnown = className === '' || className.startsWith('[');
    for (let name = className; ; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
      const mark = marks.get(name);
      if (mark !== undefined) return mark;
      isKnown ||= known.has(name);
      if (name === '') return !isKnown;
    }
  };
}

/**
 * `packages`: those of the application, with what lies below them; with none it is all that is no known framework.
 * `others`: those of them that are taken for a framework, so that paths of calls within a program are seen.
 */
export function marksOf(packages: readonly string[], others: readonly string[]): PackageMarks {
  const plain = (names: readonly string[]): readonly string[] =>
    names.map((each) => each.replace(/\.?\*+$/, ''));
  return {
    application: plain(packages),
    framework: [...plain(others), ...(packages.length > 0 ? [''] : [])],
  };
}

/** As {@link marksOf} has it. */
export function applicationClasses(
  packages: readonly string[],
  others: readonly string[] = [],
): (className: string) => boolean {
  return classifyByMarks(marksOf(packages, others));
}
