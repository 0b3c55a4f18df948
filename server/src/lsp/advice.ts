/**
 * Advice on open documents, as diagnostics.
 *
 * Sits in `lsp/`. A document is read for advice once nothing was typed in it
 * for a while, behind everything that anyone waits for; savings are parts of
 * what colors its lines, so each view that is shown has them priced again.
 * Diagnostics are pushed, not pulled: what is shown changes without the text.
 * Invariant: a hint never belongs to another version than it says.
 */
import type { Diagnostic } from 'vscode-languageserver/node';
import type { AdvisedMember } from '../engine/advise-members';
import type { PricingOptions } from '../engine/energy-session';
import { type PricedHint, priceHints } from '../engine/price-hints';
import { describeHint, figuresOf, isWorthIt, weighingMode } from './advice-text';
import type { AnyView } from './features';
import { toPath } from './uris';

/** A keystroke's overlay, and those of the next ones, come first. */
const IDLE_MS = 500;

export interface ShownHint {
  readonly hint: PricedHint;
  readonly diagnostic: Diagnostic;
}

/** What a document is advised on at present. */
export interface ShownAdvice {
  readonly view: AnyView;
  readonly hints: readonly ShownHint[];
}

export interface Advice {
  /** A document is colored by this from now on. */
  shown(view: AnyView): void;
  /** It is not colored any more, or closed: there is nothing to be said of it. */
  cleared(uri: string): void;
  /** It was analyzed anew: what it calls may be something else. */
  outdated(uri: string): void;
  /** What is advised on the view that is shown, waiting at most `patienceMs` for it. */
  of(uri: string, patienceMs: number): Promise<ShownAdvice | undefined>;
  dispose(): void;
}

export interface AdviceOptions {
  readonly isEnabled: () => boolean;
  /** Of the method, or of what is shown of the file. */
  readonly minimumShare: () => number;
  /** Undefined where a newer text came meanwhile. */
  readonly read: (uri: string, text: string) => Promise<readonly AdvisedMember[] | undefined>;
  /** By which parts of lines are weighed. */
  readonly weighing: () => Omit<PricingOptions, 'mode'>;
  /** Where a rule is described. */
  readonly guideOf: (rule: string) => string | undefined;
  readonly publish: (uri: string, version: number | undefined, diagnostics: readonly Diagnostic[]) => void;
  readonly failed: (error: unknown) => void;
}

interface Advised {
  view: AnyView;
  /** Of the view's text, under the headers of its last analysis. */
  members: readonly AdvisedMember[] | undefined;
  /** Counts what makes {@link members} old. */
  generation: number;
  timer: NodeJS.Timeout | undefined;
  working: Promise<void> | undefined;
  shown: ShownAdvice | undefined;
}

export function createAdvice(options: AdviceOptions): Advice {
  /** By path: two editors write a URI in two ways. */
  const advised = new Map<string, Advised>();

  function begin(document: Advised): Promise<void> {
    clearTimeout(document.timer);
    document.timer = undefined;
    const working = update(document).catch(options.failed);
    document.working = working;
    void working.then(() => {
      if (document.working === working) document.working = undefined;
    });
    return working;
  }

  async function update(document: Advised): Promise<void> {
    const { view, generation } = document;
    const { uri, text, version } = view;
    const members = document.members ?? (await options.read(uri, text));
    // Then a newer view has come, or will.
    if (members === undefined || generation !== document.generation || advised.get(toPath(uri)) !== document)
      return;
    document.members = members;
    const settings = { ...options.weighing(), mode: weighingMode(document.view) };
    const hints = priceHints(members, figuresOf(document.view), document.view.lines, settings)
      .filter((hint) => isWorthIt(hint, document.view, options.minimumShare()))
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
      document.timer = setTimeout(() => void begin(document), IDLE_MS);
    },
    cleared: clear,
    outdated(uri) {
      const document = advised.get(toPath(uri));
      if (document !== undefined) renew(document);
    },
    async of(uri, patienceMs) {
      const document = advised.get(toPath(uri));
      if (document === undefined) return undefined;
      if (patienceMs > 0) {
        const work = document.timer === undefined ? document.working : begin(document);
        const outOfPatience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
        await Promise.race([work, outOfPatience]);
      }
      return document.shown?.view === document.view ? document.shown : undefined;
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
