/**
 * The programs that show how well estimates find what is hot. Heuristics of estimates are fitted to those with `isFit`
 * alone; the figures that count are those of all others.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchProject } from './project-sources.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Libraries, each with a program of test/bench/heat that works with it, and the classes that are counted. A profile of
 * the `earlier` release teaches estimates of this one.
 */
export const LIBRARIES = [
  {
    ...{ group: 'org.apache.commons', name: 'commons-math3', version: '3.6.1', isFit: true },
    ...{ driver: 'Science', classes: 'org.apache.commons.math3.' },
  },
  {
    ...{ group: 'com.fasterxml.jackson.core', name: 'jackson-databind', version: '2.18.2', isFit: true },
    ...{ driver: 'Trees', classes: 'com.fasterxml.jackson.databind.' },
  },
  {
    ...{ group: 'org.commonmark', name: 'commonmark', version: '0.22.0', isFit: true },
    ...{ driver: 'Documents', classes: 'org.commonmark.' },
    beside: { group: 'org.commonmark', name: 'commonmark-ext-gfm-tables', version: '0.22.0' },
  },
  {
    ...{ group: 'org.mozilla', name: 'rhino', version: '1.7.15', earlier: '1.7.14' },
    ...{ driver: 'Scripts', classes: 'org.mozilla.' },
  },
  {
    ...{ group: 'com.h2database', name: 'h2', version: '2.2.224', isFit: true },
    ...{ driver: 'Tables', classes: 'org.h2.' },
  },
  // Its published classes have no line numbers.
  {
    ...{ group: 'org.tukaani', name: 'xz', version: '1.9', earlier: '1.8', isCompiledHere: true },
    ...{ driver: 'Packs', classes: 'org.tukaani.' },
  },
  {
    ...{ group: 'org.freemarker', name: 'freemarker', version: '2.3.32' },
    ...{ driver: 'Templates', classes: 'freemarker.' },
  },
  {
    ...{ group: 'org.jsoup', name: 'jsoup', version: '1.17.2', earlier: '1.16.2' },
    ...{ driver: 'Pages', classes: 'org.jsoup.' },
  },
  {
    ...{ group: 'com.puppycrawl.tools', name: 'checkstyle', version: '10.17.0', isFit: true },
    ...{ driver: 'Rules', classes: 'com.puppycrawl.' },
  },
  {
    ...{ group: 'io.netty', name: 'netty-codec-http', version: '4.1.115.Final', isFit: true },
    ...{ driver: 'Requests', classes: 'io.netty.handler.codec.http.' },
  },
  {
    ...{ group: 'org.apache.lucene', name: 'lucene-core', version: '9.12.3', isFit: true },
    ...{ driver: 'Searches', classes: 'org.apache.lucene.' },
  },
];

/** Programs of one file, with the arguments of the run that is counted and of another. */
const FITTED = {
  Linear: ['120 2 100 50', '60 4 10 200'],
  Texts: ['2000 20 5000 100', '500 5 20000 20'],
  Sorts: ['2000 20 10 5000', '500 5 40 20000'],
  Bodies: ['60 20 200 10', '20 100 20 50'],
  Machine: ['12 100 100000 2000', '8 400 10000 8000'],
  Graphs: ['500 6 40 10', '200 30 10 40'],
};
const OTHERS = {
  Sudoku: ['40 45', '10 52'],
  Huffman: ['20000 20', '2000 300'],
  Life: ['120 60', '40 200'],
  Journal: ['20000 5', '2000 100'],
  Formulas: ['300 100', '2000 10'],
  Routes: ['80 60', '200 5'],
};
export const SMALL = [
  ...Object.entries(FITTED).map(([name, inputs]) => ({ name, inputs, folder: 'applications', isFit: true })),
  ...Object.entries(OTHERS).map(([name, inputs]) => ({ name, inputs, folder: 'heat' })),
];

export const jdkTool = (name) => (process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', name) : name);

/** Compiles source files into a folder. */
export function compile(classes, files, classPath) {
  execFileSync(jdkTool('javac'), ['-g', '-nowarn', '-d', classes, '-cp', classPath, ...files], {
    stdio: 'pipe',
  });
}

/** A library with the program that works with it: `prepare` compiles what runs into a folder. */
export function libraryProgram({ driver, classes: prefix, beside, isCompiledHere, earlier, ...library }) {
  const fetched = [library, ...(beside ? [beside] : [])].map(fetchProject);
  const { sources } = fetched[0];
  const jars = fetched.flatMap(({ classes, classPath }) => [classes, ...classPath.split(delimiter)]);
  const libraries = [...new Set(jars.filter(Boolean))].join(delimiter);
  const source = join(here, 'heat', `${driver}.java`);
  const prepare = (folder) => {
    const classes = join(folder, 'classes');
    compile(classes, [source, ...(isCompiledHere ? javaFiles(sources) : [])], libraries);
    return { classPath: [classes, libraries].join(delimiter) };
  };
  const inputs = ['a', 'b'].map((input) => [driver, input]);
  return {
    name: library.name,
    sources,
    libraries,
    driver: source,
    main: driver,
    prefixes: [prefix],
    inputs,
    prepare,
    ...(earlier && {
      earlier: () =>
        libraryProgram({ ...library, driver, classes: prefix, beside, isCompiledHere, version: earlier }),
    }),
  };
}

function javaFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.java') && !file.endsWith('module-info.java'))
    .map((file) => join(folder, file));
}

/** A program of one file, alike. */
export function smallProgram({ name, folder: group, inputs }) {
  const sources = join(here, group, `${name}.java`);
  const prepare = (folder) => {
    compile(join(folder, 'classes'), [sources], '');
    return { classPath: join(folder, 'classes') };
  };
  const main = inputs.map((input) => [name, ...input.split(' ')]);
  return { name, sources, libraries: '', main: name, prefixes: [name], inputs: main, prepare };
}
