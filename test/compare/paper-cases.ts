/**
 * The cases of "DiffProf", section 5.2 and table 4, as pairs of small programs
 * (test/bench/programs/diff-cases): one does what the paper found, the other
 * one does the same work without. Classes of `android` there stand in for
 * Android's; both sides of a case get the same clicks, seconds and frames.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, runProcess } from '../support/run-command';

export interface PaperCase {
  readonly name: string;
  /** The paper's application. */
  readonly found: string;
  readonly more: string;
  readonly less: string;
  /** The method that is called too often, or does too much. */
  readonly cause: string;
  /** Classes of the JDK that are counted inside. */
  readonly follow: readonly string[];
}

export const paperCases: readonly PaperCase[] = [
  {
    name: 'image compressed as PNG at 100, not as JPEG at 90',
    found: 'Wish',
    more: 'more.ImageUpload',
    less: 'less.ImageShare',
    cause: 'android.graphics.Bitmap.compress',
    follow: ['javax.imageio.*', 'com.sun.imageio.plugins.*'],
  },
  {
    name: 'image decoded from PNG, not from JPEG',
    found: 'Wish',
    more: 'more.ImageOfServer',
    less: 'less.ImageOfShop',
    cause: 'android.graphics.BitmapFactory.decodeStream',
    follow: ['javax.imageio.*', 'com.sun.imageio.plugins.*'],
  },
  {
    name: 'preference saved every second',
    found: 'Pandora 8.0',
    more: 'more.SavedEachSecond',
    less: 'less.SavedOnce',
    cause: 'android.content.SharedPreferences$Editor.apply',
    follow: [],
  },
  {
    name: 'texts that change as wide as their content',
    found: 'Pandora 5.7',
    more: 'more.TimeAsWideAsText',
    less: 'less.TimeOfFixedWidth',
    cause: 'android.widget.TextView.setText',
    follow: [],
  },
  {
    name: 'progress bar set in every frame',
    found: 'Spotify',
    more: 'more.ProgressEachFrame',
    less: 'less.ProgressEachSecond',
    cause: 'android.widget.ProgressBar.setProgress',
    follow: [],
  },
  {
    name: 'the same fields queried at each message',
    found: 'Hangouts',
    more: 'more.FieldsEachMessage',
    less: 'less.FieldsKept',
    cause: 'android.database.ContentResolver.query',
    follow: [],
  },
  {
    name: 'ps run for each package',
    found: 'DFNDR',
    more: 'more.ListedEachPackage',
    less: 'less.ListedOnce',
    cause: 'android.os.Shell.exec',
    follow: [],
  },
  {
    name: 'file rewritten whole',
    found: "Kohl's",
    more: 'more.CatalogRewritten',
    less: 'less.CatalogAppended',
    cause: 'java.io.ObjectOutputStream.writeObject',
    follow: ['java.io.Object*'],
  },
  {
    name: 'file read whole',
    found: "Kohl's",
    more: 'more.CatalogReread',
    less: 'less.CatalogKept',
    cause: 'java.io.ObjectInputStream.readObject',
    follow: ['java.io.Object*'],
  },
  {
    name: 'stack traces of exceptions thrown again and again',
    found: 'Kaspersky',
    more: 'more.TracedExceptions',
    less: 'less.EncodedLogs',
    cause: 'android.util.Log.getStackTraceString',
    follow: ['java.lang.Throwable', 'java.lang.StackTraceElement'],
  },
  {
    name: 'oversized tree of views',
    found: 'TextNow',
    more: 'more.ViewsAllKept',
    less: 'less.ViewsOnDemand',
    cause: 'android.view.ViewRootImpl.performTraversal',
    follow: [],
  },
  {
    name: 'frames requested after the animation ended',
    found: 'Solid Explorer',
    more: 'more.FramesAfterEnd',
    less: 'less.FramesUntilEnd',
    cause: 'android.graphics.Drawable.invalidateSelf',
    follow: [],
  },
];

/** A task of `jouleline diff --format json`. */
export interface ReportedTask {
  readonly method: string;
  readonly path: readonly string[];
  readonly matched: boolean;
  readonly energyA: number;
  readonly energyB: number;
  readonly delta: number;
  readonly callsA?: number;
  readonly callsB?: number;
}

export interface CaseTools {
  /** The command line's script. */
  readonly cli: string;
  readonly javaHome: string;
  /** The folder of classes and profiles. */
  readonly folder: string;
}

/** All programs of all cases, into `classes`. Throws what the compiler says. */
export async function compileCases({ javaHome, folder }: CaseTools, sources: string): Promise<void> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.java'),
  );
  const args = ['-g', '-d', join(folder, 'classes'), ...files.map((file) => join(sources, file))];
  const { status, stderr } = await runProcess(join(javaHome, 'bin', 'javac'), args, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
}

/** The tasks in which both sides differ, most first. Throws what the commands say. */
export async function compareCase(
  { more, less, follow }: PaperCase,
  { cli, javaHome, folder }: CaseTools,
): Promise<readonly ReportedTask[]> {
  const options = { cwd: folder, env: { ...process.env, JAVA_HOME: javaHome } };
  const counted = ['--class-path', 'classes', '--runs', '0', '--record', 'tree'];
  const followed = follow.flatMap((each) => ['--follow-jdk', each]);
  for (const activity of [more, less]) {
    const program = ['--out', `${activity}.json`, '--main', 'android.app.ActivityThread', activity];
    const done = await runCommand(cli, ['profile', ...counted, ...followed, ...program], options);
    if (done.status !== 0) throw new Error(done.stderr);
  }
  const { status, stdout, stderr } = await runCommand(
    cli,
    ['diff', `${more}.json`, `${less}.json`, '--format', 'json'],
    options,
  );
  if (status !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly tasks: readonly ReportedTask[] }).tasks;
}
