/** `advise --fix` over files of many encodings, line ends, modes and links: it changes what it fixes, and no other byte. */
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command';
import { all, type Bar } from './bars';

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with mark': (text) => Buffer.from(`\uFEFF${text}`),
  'ISO 8859-1': (text) => Buffer.from(text, 'latin1'),
  'UTF-16LE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
};
const ENDS: Readonly<Record<string, (text: string) => string>> = {
  LF: (text) => text,
  CRLF: (text) => text.replaceAll('\n', '\r\n'),
  CR: (text) => text.replaceAll('\n', '\r'),
  mixed: (text) => text.replaceAll(/\n\n/g, '\r\n\r').replace('{\n', '{\r\n'),
  none: (text) => text.trimEnd(),
};
const MODES = [0o600, 0o644, 0o755, 0o444];
const LINKS = ['plain', 'symbolic', 'hard'] as const;

const SPLIT = 'line.split("[;, ]+")';
const HELD =
  '    private static final java.util.regex.Pattern PATTERN = java.util.regex.Pattern.compile("[;, ]+");';

/** A class that compiles a pattern in every round, with letters of all encodings around it. */
const textOf = (name: string): string =>
  `// äöü ${name}\n\nclass ${name} {\n    // ß\n\n    static int at(String[] lines) {\n        int n = 0;\n        for (String line : lines) {\n            n += ${SPLIT}.length; // é\n        }\n        return n;\n    }\n}\n\n`;

/** The text with the fix; the new line may end as any other one. */
function fixesOf(text: string): readonly string[] {
  return ['\n', '\r\n', '\r'].map((end) =>
    text
      .replace(/(class \w+ \{(?:\r\n|\n|\r))/, (start) => `${start}${HELD}${end}`)
      .replace(SPLIT, 'PATTERN.split(line)'),
  );
}

interface Case {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly bytes: Buffer;
  readonly encode: (text: string) => Buffer;
  readonly mode: number;
  readonly link: (typeof LINKS)[number];
}

/** Fixes `count` files at once. */
export async function fixBars(root: string, count = 1000): Promise<readonly Bar[]> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'jouleline-fix-')));
  try {
    const cases = makeCases(place, count);
    const words = ['advise', 'src', '--fix', '--interpreted', '--no-build-files', '--java-home', 'bundled'];
    const { stderr } = await runCommand(join(root, 'dist/cli.js'), words, { cwd: place, env: { ...process.env, XDG_CACHE_HOME: join(place, 'cache') } }); // prettier-ignore
    const writable = cases.filter(({ link, mode }) => link !== 'hard' && mode !== 0o444).length;
    let [right, fixed] = [0, 0];
    for (const each of cases) {
      const after = readFileSync(each.file);
      const wrong = whatIsWrong(each, after, stderr);
      if (wrong === undefined) right++;
      else console.log(`${each.name}, ${each.mode.toString(8)}, ${each.link}: ${wrong}`);
      if (!after.equals(each.bytes)) fixed++;
    }
    return [
      all('--fix: untouched bytes, modes and links are as before, or the file is named', right, count),
      all('--fix: files that may be written are fixed', fixed, writable),
    ]; // prettier-ignore
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function makeCases(place: string, count: number): readonly Case[] {
  for (const folder of ['src', 'real']) mkdirSync(join(place, folder));
  const encodings = Object.entries(ENCODINGS);
  const ends = Object.entries(ENDS);
  return Array.from({ length: count }, (_, at): Case => {
    const [encoding = '', encode = (text: string) => Buffer.from(text)] =
      encodings[at % encodings.length] ?? [];
    const [end = '', ended = String] = ends[Math.floor(at / 5) % ends.length] ?? [];
    const mode = MODES[Math.floor(at / 25) % MODES.length] ?? 0;
    const link = LINKS[at % LINKS.length] ?? 'plain';
    const text = ended(textOf(`A${at}`));
    const bytes = encode(text);
    const file = join(place, 'src', `A${at}.java`);
    const real = link === 'plain' ? file : join(place, 'real', `A${at}.java`);
    writeFileSync(real, bytes);
    if (link === 'symbolic') symlinkSync(real, file);
    if (link === 'hard') linkSync(real, file);
    chmodSync(real, mode);
    return { name: `A${at}, ${encoding}, ${end}`, file, text, bytes, encode, mode, link };
  });
}

/** Undefined where all is as it should be. */
function whatIsWrong(each: Case, after: Buffer, said: string): string | undefined {
  const { bytes, mode, link, file } = each;
  if ((statSync(file).mode & 0o777) !== mode) return 'another mode';
  if (lstatSync(file).isSymbolicLink() !== (link === 'symbolic')) return 'another kind of link';
  if (link === 'hard' && statSync(file).nlink !== 2) return 'a link was cut';
  if (after.equals(bytes)) return new RegExp(`\\b${each.name.split(',')[0]}\\.java`).test(said) ? undefined : 'neither fixed nor named'; // prettier-ignore
  if (mode === 0o444 || link === 'hard') return 'it was written over';
  return fixesOf(each.text).some((text) => each.encode(text).equals(after))
    ? undefined
    : 'other bytes changed';
}
