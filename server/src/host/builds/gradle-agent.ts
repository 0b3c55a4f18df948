/**
 * The init script that gives the Java agent to the JVMs that Gradle starts.
 *
 * Sits in `host/`; `host/` writes it. A running daemon has the environment of the command that started
 * it, and a build script may replace the JVM arguments of a test. A variable of the forked process, set
 * when its task begins, survives both, and comes before all other agents. The extra input makes each
 * capture a run of its own: nothing is up to date, or taken from a cache. Source: Gradle DSL Reference,
 * "Test", "JavaExec", "TaskInputs".
 */

/** `agent` is the option of the JVM that loads it. */
export function gradleInitScript(agent: string): string {
  return `allprojects {
  def agent = ${groovyText(`"${agent}"`)}
  def count = { task ->
    task.inputs.property('jouleline', agent)
    task.doFirst {
      def known = task.environment['JAVA_TOOL_OPTIONS']
      task.environment('JAVA_TOOL_OPTIONS', known ? agent + ' ' + known : agent)
    }
  }
  tasks.withType(Test) { count(it) }
  tasks.withType(JavaExec) { count(it) }
}
`;
}

/** A text in single quotes, in which Groovy replaces nothing. */
function groovyText(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
