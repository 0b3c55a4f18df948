/**
 * Tells the classes that programs share from those that are their own.
 *
 * DiffProf takes every class outside of Android's framework for the application (section 4). Here the frameworks are
 * the JDK's classes, Android's, and those of frameworks and languages that call programs back.
 *
 * It also finds marks of packages that hold no class of anything compared. They are most likely misspelled, and then
 * the split into application and frameworks is wrong, too.
 */
import type { ComparedSide } from '../sides/compared-side';

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
    names.map((each) => each.replace(/\.?(?<!\*)\*+$/, ''));
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

export function describeUnmatchedMarks(
  { application, framework }: PackageMarks,
  sides: readonly ComparedSide[],
): readonly string[] {
  const names = new Set(sides.flatMap(namesIn));
  const isKnown = (mark: string): boolean =>
    mark === '' || [...names].some((name) => name === mark || name.startsWith(`${mark}.`));
  return [
    ...application.map((mark) => [mark, 'application'] as const),
    ...framework.map((mark) => [mark, 'framework'] as const),
  ].flatMap(([mark, kind]) =>
    isKnown(mark)
      ? []
      : [
          `no method is in package ${mark}, which was marked as ${kind}${mark.includes('/') ? ': names of packages have dots' : ''}`,
        ],
  );
}

/** The names of a side's classes, and of library methods with their classes before them, with dots. */
function namesIn(side: ComparedSide): readonly string[] {
  if ('recording' in side) return side.recording.frames.map((frame) => dotted(frame.class ?? ''));
  const { classes, callees, keys } = side.profile;
  return [
    ...classes.map(({ name }) => dotted(name)),
    ...callees.map((callee) => dotted(callee.replace(/\(.*$/s, ''))),
    ...keys.map(({ name }) => name),
  ];
}

function dotted(name: string): string {
  return name.replaceAll('/', '.');
}
