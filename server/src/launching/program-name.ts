/**
 * The short name of a command for people: the simple name of the class or test that ran, with its arguments.
 *
 * Sits in `launching/`. Names are for reading: nothing is run or looked up by them.
 */

/** Options of the JVM whose value is the next word. */
const WITH_VALUE =
  /^(?:-cp|-classpath|--class-path|-p|--module-path|--upgrade-module-path|--add-(?:modules|reads|exports|opens)|--limit-modules|--patch-module|--enable-native-access|--source)$/;
const CONSOLE_LAUNCHER = 'org.junit.platform.console.ConsoleLauncher';
const MOST_CHARACTERS = 60;

/** "NBody 100k", "SumsTest.large", "app.jar fast", "mvn -q test" */
export function nameProgram([program = '', ...given]: readonly string[]): string {
  const tool = program.replace(/^.*[/\\]/, '').replace(/\.(?:exe|cmd|bat)$/i, '');
  const words = /^javaw?$/i.test(tool) ? nameOfJava(given) : [tool, ...given];
  const name = words.join(' ').trim();
  return name.length <= MOST_CHARACTERS ? name : `${name.slice(0, MOST_CHARACTERS - 1)}…`;
}

function nameOfJava(given: readonly string[]): readonly string[] {
  const isConsole = given.some((word) => word === CONSOLE_LAUNCHER || /junit-platform-console/.test(word));
  if (isConsole) {
    const selected = given.flatMap((word) => /^--select-(?:class|method)=(.*)$/.exec(word)?.[1] ?? []);
    if (selected.length > 0) return selected.map(nameOfTest);
  }
  for (let index = 0; index < given.length; index++) {
    const word = given[index] ?? '';
    const [next = '', ...rest] = given.slice(index + 1);
    if (word === '-jar') return [next.replace(/^.*[/\\]/, ''), ...rest];
    if (word === '-m' || word === '--module') return [simpleName(next.replace(/^.*\//, '')), ...rest];
    if (WITH_VALUE.test(word)) index++;
    else if (!word.startsWith('-') && !word.startsWith('@'))
      return [simpleName(word), ...given.slice(index + 1)];
  }
  return ['java', ...given];
}

/** "SumsTest.large" of "demo.SumsTest#large(int)" */
function nameOfTest(selector: string): string {
  const [className = '', method] = selector.split('#');
  const name = simpleName(className);
  return method === undefined ? name : `${name}.${method.replace(/\(.*/, '')}`;
}

function simpleName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1).replaceAll('$', '.');
}
