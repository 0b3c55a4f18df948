/**
 * Advice on open documents, as diagnostics.
 *
 * Sits in `lsp/`. The server looks for advice in a document once nothing was typed for a while, after all other
 * requests. Savings are parts of the figures that color the lines, so they are computed again for each view. The
 * server pushes diagnostics, because what is shown changes without the text. Invariant: a hint belongs to the version
 * of the text that it names.
 */
import { join } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import type { AdvisedMember } from '../../analysis/advise-members';
import type { PricingOptions } from '../../lines/energy-session';
import { type CostedHint, type HintSettings, priceHints } from '../../lines/price-hints';
import { describeHint, figuresOf, isWorthIt, type WantedAdvice, weighingMode } from '../views/advice-text';
import type { ColoredView } from '../views/features';
import { toPath } from './uris';
import { readText } from '../../host/files/read-file';

/** The pause after the last keystroke: overlays come first. */
const IDLE_MS = 500;
/** The pause between two looks at whether other work has begun. */
const POLL_MS = 50;

interface ShownHint {
  readonly hint: CostedHint;
  readonly diagnostic: Diagnostic;
}

/** The advice that a document shows at present. */
export interface ShownAdvice {
  readonly view: ColoredView;
  readonly hints: readonly ShownHint[];
}

export interface Advice {
  /** Called when a document shows a new view. */
  shown(view: ColoredView): void;
  /** Called when a document was closed, or shows no colors any more. */
  cleared(uri: string): void;
  /** Called after a document was analyzed again: its calls may lead elsewhere now. */
  outdated(uri: string): void;
  /** The advice on the view that is shown; waits for it `patienceMs` at most. */
  of(uri: string, patienceMs: number): Promise<ShownAdvice | undefined>;
  dispose(): void;
}

interface AdviceOptions {
  readonly isEnabled: () => boolean;
  /** The least saving of a hint that is shown. */
  readonly wanted: () => WantedAdvice;
  /** Reads a text for advice; undefined if a newer text came meanwhile. */
  readonly read: (uri: string, text: string) => Promise<readonly AdvisedMember[] | undefined>;
  /** The model and the assumptions that weigh the parts of a line. */
  readonly weighing: () => Omit<PricingOptions, 'mode'> & Pick<HintSettings, 'compiled'>;
  /** The address of the page that describes a rule. */
  readonly guideOf: (rule: string) => string | undefined;
  readonly publish: (uri: string, version: number | undefined, diagnostics: readonly Diagnostic[]) => void;
  readonly failed: (error: unknown) => void;
}

interface Advised {
  view: ColoredView;
  /** The members of the view's text, under the headers of its last analysis. */
  members: readonly AdvisedMember[] | undefined;
  /** Grows whenever {@link members} are out of date. */
  generation: number;
  timer: NodeJS.Timeout | undefined;
  working: Promise<void> | undefined;
  shown: ShownAdvice | undefined;
}

export function createAdvice(options: AdviceOptions): Advice {
  /** Documents by path, because two editors may write one URI in two ways. */
  const advised = new Map<string, Advised>();

  function begin(document: Advised): Promise<void> {
    clearTimeout(document.timer);
    document.timer = undefined;
    const working = update(document)
      .catch(options.failed)
      .finally(() => {
        if (document.working === working) document.working = undefined;
      });
    document.working = working;
    return working;
  }

  async function update(document: Advised): Promise<void> {
    const { view, generation } = document;
    const { uri, text, version } = view;
    const members = document.members ?? (await options.read(uri, text));
    // A newer view has come, or will come.
    if (members === undefined || generation !== document.generation || advised.get(toPath(uri)) !== document)
      return;
    document.members = members;
    const settings = { ...options.weighing(), mode: weighingMode(document.view) };
    const hints = priceHints(members, figuresOf(document.view), document.view.lines, settings)
      .filter((hint) => isWorthIt(hint, document.view, options.wanted()))
      .map((hint) => ({ hint, diagnostic: describeHint(hint, document.view, options.guideOf(hint.rule)) }));
    const before = document.shown;
    document.shown = { view: document.view, hints };
    if (before?.view.version !== version || !haveSame(before.hints, hints))
      options.publish(
        uri,
        version,
        hints.map(({ diagnostic }) => diagnostic),
      );
  }

  function clear(uri: string): void {
    const document = advised.get(toPath(uri));
    if (document === undefined) return;
    clearTimeout(document.timer);
    advised.delete(toPath(uri));
    if (document.shown !== undefined && document.shown.hints.length > 0)
      options.publish(document.view.uri, undefined, []);
  }

  return {
    shown(view) {
      if (!options.isEnabled()) {
        clear(view.uri);
        return;
      }
      const known = advised.get(toPath(view.uri));
      const document: Advised = known ?? {
        ...{ view, generation: 0, members: undefined },
        ...{ timer: undefined, working: undefined, shown: undefined },
      };
      if (document.view.text !== view.text) renew(document);
      document.view = view;
      advised.set(toPath(view.uri), document);
      clearTimeout(document.timer);
      document.timer = undefined;
      // A text with errors has no advice of its own: what was said of the text before stays.
      if (!view.isHeld)
        document.timer = setTimeout(() => {
          begin(document).catch(options.failed);
        }, IDLE_MS);
    },
    cleared: clear,
    outdated(uri) {
      const document = advised.get(toPath(uri));
      if (document !== undefined) renew(document);
    },
    async of(uri, patienceMs) {
      const document = advised.get(toPath(uri));
      if (document === undefined || document.view.isHeld) return undefined;
      const isFresh = (): boolean => document.shown?.view === document.view;
      const outOfPatience = new Promise<true>((resolve) => setTimeout(resolve, patienceMs, true));
      // Work that is outdated meanwhile ends without advice, and other work takes its place when the text is read again.
      for (let isOver = patienceMs === 0; !isOver && advised.get(toPath(uri)) === document;) {
        const work = document.timer === undefined ? document.working : begin(document);
        if (work === undefined && isFresh()) break;
        const next = work ?? new Promise<void>((resolve) => setTimeout(resolve, POLL_MS));
        isOver = await Promise.race([next.then(isFresh), outOfPatience]);
      }
      return isFresh() ? document.shown : undefined;
    },
    dispose() {
      for (const { timer } of advised.values()) clearTimeout(timer);
      advised.clear();
    },
  };
}

function renew(document: Advised): void {
  document.members = undefined;
  document.generation += 1;
}

function haveSame(before: readonly ShownHint[], after: readonly ShownHint[]): boolean {
  const textOf = (hints: readonly ShownHint[]): string =>
    JSON.stringify(hints.map(({ diagnostic }) => diagnostic));
  return textOf(before) === textOf(after);
}

/**
 * Answers a function that gives the link of a rule to its heading in docs/guide/advice.md; it gives none if the page is
 * not installed.
 */
export async function readAdviceGuide(mediaFolder: string): Promise<(rule: string) => string | undefined> {
  const path = join(mediaFolder, '../docs/guide/advice.md');
  const text = await readText(path).catch(() => '');
  const places = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, rule] = /^### ([\w-]+)$/.exec(line) ?? [];
    // Editors can go to a line this way. They do not know the headings of a page.
    if (rule !== undefined)
      places.set(rule, URI.file(path).with({ fragment: `L${index + 1}` }).toString()); // prettier-ignore
  }
  return (rule) => places.get(rule);
}
