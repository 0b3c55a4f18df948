/**
 * Programs whose shared tasks are known as Java: each method runs, for the
 * number of a call, the calls that it is to make. What stands in for a
 * framework is compiled with each program, in a package of its own.
 */
import type { KnownCall, KnownPrograms } from './known-programs';

/** The class to run: the framework's, as a platform starts its applications. */
export const mainClass = 'framework.Main';

/** The texts of the files by path. */
export function sourcesOf(
  { programs, supertypes }: KnownPrograms,
  side: 0 | 1,
): Readonly<Record<string, string>> {
  /** The statements of each number, by class and method. */
  const classes = new Map<string, Map<string, string[]>>();
  let next = 0;
  const methodsOf = (owner: string): Map<string, string[]> => {
    const known = classes.get(owner) ?? new Map<string, string[]>();
    classes.set(owner, known);
    return known;
  };
  const add = ({ class: owner, name, times, calls }: KnownCall): string => {
    const number = next++;
    const body = calls.map(add).join(' ');
    const methods = methodsOf(owner);
    methods.set(name, [...(methods.get(name) ?? []), `case ${number}: ${body} break;`]);
    const call = `${owner}.${name}(${number});`;
    return times === 1 ? call : `for (int i = 0; i < ${times}; i++) ${call}`;
  };
  const started = programs[side].map(add).join('\n    ');
  for (const owner of [...classes.keys()])
    for (let up = supertypes.get(owner); up !== undefined; up = supertypes.get(up)) methodsOf(up);
  const files = [...classes].map(([owner, methods]): readonly [string, string] => {
    const above = supertypes.get(owner);
    const bodies = [...methods].map(
      ([name, cases]) =>
        `  public static void ${name}(int call) {\n    switch (call) {\n      ${cases.join('\n      ')}\n    }\n  }`,
    );
    const dot = owner.lastIndexOf('.');
    return [
      `${owner.replaceAll('.', '/')}.java`,
      `package ${owner.slice(0, dot)};\n\npublic class ${owner.slice(dot + 1)}${above === undefined ? '' : ` extends ${above}`} {\n${bodies.join('\n')}\n}\n`,
    ];
  });
  const main = `package framework;\n\npublic class Main {\n  public static void main(String[] arguments) {\n    ${started}\n  }\n}\n`;
  return { ...Object.fromEntries(files), 'framework/Main.java': main };
}
