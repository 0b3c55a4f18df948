/**
 * Entry point of the thread that compares (dist/comparer.js): reads two profiles, compares them, writes what it was asked
 * to write, and ends. Sits in `worker/`.
 */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { classifyByMarks, compareProfiles, type PackageMarks, whyNotComparedBy } from '../engine/compare-profiles';
import { formatComparisonJson } from '../engine/comparison-json';
import { describeComparison } from '../engine/comparison-page';
import { formatComparisonMarkdown, headlineOf } from '../engine/comparison-text';
import type { ProfileDocument } from '../engine/count-program';
import { chooseModel, loadModels, type ModelText } from '../engine/model-registry';
import { machineOfRun } from '../engine/profile-machine';
import { readSavedProfile } from '../engine/saved-profile';
import { writeWholeFile } from '../host/write-file';
import { type ComparisonWords, encodeComparison } from '../seesoft/comparison-file';

