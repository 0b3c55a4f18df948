/**
 * Tells the classes that programs share from those that are their own.
 *
 * Sits in `compare/`. DiffProf takes every class outside of Android's framework for the application (section 4). Here
 * the frameworks are the JDK's classes, Android's, and those of frameworks and languages that call programs back.
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

/** The packages that a user marked. A mark holds for all packages below it, unless they are marked themselves. */
export interface PackageMarks {
  readonly application: readonly string[];
  readonly framework: readonly string[];
}

/**
 * Tells if a class belongs to the application. The nearest mark counts, and '' stands for all packages. Without a
 * mark, a class belongs to the application if it is of no known framework.
 */
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
 * The marks for two lists of packages. `packages` are those of the application, with all packages below them; if it
 * is empty, the application is all that is of no known framework. `others` are packages among them that count as a
 * framework, so that paths of calls within a program are seen.
 */
export function marksOf(packages: readonly string[], others: readonly string[]): PackageMarks {
  const plain = (names: readonly string[]): readonly string[] =>
    names.map((each) => each.replace(/\.?\*+$/, ''));
  return {
    application: plain(packages),
    framework: [...plain(others), ...(packages.length > 0 ? [''] : [])],
  };
}

/** Tells if a class belongs to the application, by the marks of {@link marksOf}. */
export function applicationClasses(
  packages: readonly string[],
  others: readonly string[] = [],
): (className: string) => boolean {
  return classifyByMarks(marksOf(packages, others));
}
