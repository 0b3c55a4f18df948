/**
 * The dependencies of a result beside the text that it was made of, and the
 * check that they still hold.
 *
 * Sits in `analysis/`, used by the analyzer within one run and by the caches on
 * disk between runs. They are plain data. All libraries count as one
 * dependency: a change of them needs a new analyzer, and they are part of
 * {@link Dependencies.hash}.
 */
import type { ClassSignature, SignatureSource } from '../classfile/signatures/class-signature';
import type { CompilationUnit } from '../java/syntax/ast';
import {
  answerClass,
  answerName,
  signatureText,
  type Lookups,
  type NameQuestion,
} from '../java/types/lookups';
import { hashText } from '../base/hash';

export interface Dependencies extends Lookups {
  /** The hash of all answers, in the order of the lookups. */
  readonly hash: string;
}

/** The view that one file has of its dependencies, under one version of the headers. */
export interface DependencyView {
  readonly source: SignatureSource;
  readonly unit: CompilationUnit;
  /** Hash of all that is not from the workspace. */
  readonly libraries: string;
}

export function dependenciesOf(lookups: Iterable<Lookups>, view: DependencyView): Dependencies {
  const asked = new Set<string>();
  const questions = new Set<NameQuestion>();
  for (const { classes, names } of lookups) {
    for (const name of classes) asked.add(name);
    for (const question of names) questions.add(question);
  }
  const classes = [...asked];
  const names = [...questions];
  return { classes, names, hash: hashAnswers(classes, names, view) };
}

export function stillHolds({ classes, names, hash }: Dependencies, view: DependencyView): boolean {
  return hashAnswers(classes, names, view) === hash;
}

function hashAnswers(
  classes: readonly string[],
  names: readonly NameQuestion[],
  { source, unit, libraries }: DependencyView,
): string {
  const answers = [
    ...classes.map((name) => hashClass(name, source)),
    ...names.map((question) => answerName(question, unit, source)),
  ];
  return hashText(`${libraries}\n${answers.join('\n')}`);
}

interface KnownHashes {
  /** The hash of what a class says itself. */
  readonly own: WeakMap<ClassSignature, string>;
  /** The hash of a class with everything that other classes say of it, by the class's name. */
  readonly whole: Map<string, string>;
}

const hashes = new WeakMap<SignatureSource, KnownHashes>();

/** Kept for as long as the source: many members ask for the same classes. */
function hashClass(name: string, source: SignatureSource): string {
  let known = hashes.get(source);
  if (known === undefined) hashes.set(source, (known = { own: new WeakMap(), whole: new Map() }));
  const { own, whole } = known;
  let hash = whole.get(name);
  if (hash === undefined) {
    hash = hashText(answerClass(name, source, (signature) => hashOwn(signature, own)));
    whole.set(name, hash);
  }
  return hash;
}

/** A library's classes change only with {@link DependencyView.libraries}. */
function hashOwn(signature: ClassSignature, known: KnownHashes['own']): string {
  if (signature.origin !== 'workspace') return signature.name;
  let hash = known.get(signature);
  if (hash === undefined) {
    hash = hashText(signatureText(signature));
    known.set(signature, hash);
  }
  return hash;
}
