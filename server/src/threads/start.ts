/**
 * Entry point of the analysis thread (dist/worker.js): loads the analysis
 * (dist/analysis.js) and its parser, from compiled code where the thread was given a folder
 * for it, and stores that code once the parser is warm.
 */
import { join } from 'node:path';
import { loadBundle } from '../host/files/code-cache';
import type { serve } from './main';

const [, , codeCacheFolder] = process.argv;
const bundle = loadBundle(join(__dirname, 'analysis.js'), codeCacheFolder, ['./java-parser.js']);
const analysis = bundle.exports as { readonly serve: typeof serve };
analysis.serve(() => {
  bundle.storeCode();
});
