/**
 * The init script by which the JVMs that Gradle starts get the Java agent.
 *
 * Sits in `builds/`; `host/` writes it. A daemon that runs already has the
 * environment of whoever started it, and a build script may replace the JVM's
 * arguments of a test: a variable of the forked process, set when its task
 * begins, is undone by neither, and comes before all other agents. The input
 * makes each recording a run of its own: nothing is up to date, or taken from
 * a cache. Source: Gradle DSL Reference, "Test", "JavaExec", "TaskInputs".
 */

/** @param agent the JVM's option. */
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

/** In single quotes nothing is filled in. */
function groovyText(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
