/**
 * The head of a page, with a policy that lets in the page's own style and
 * script, and nothing else.
 *
 * Sits in `words/`, for every page that is written as text: those that stand alone, and those that an editor shows.
 */
import { escapeHtml } from './escape-html';
export interface OwnParts {
  readonly title: string;
  readonly style: string;
  /** The script that stands in the body. */
  readonly script?: string;
}

/** The parts that a page that stands alone is made of beside its data. */
export interface AloneAssets {
  readonly style: string;
  readonly script: string;
  /** Gives the hash of a text as policies name it: `sha256-…`. */
  readonly hashOf: (text: string) => string;
}

/**
 * The way in which the policy knows style and script: by their content (`sha256-…`), or by a nonce that the code
 * showing the page gave.
 */
export type Admission = { readonly hashOf: (text: string) => string } | { readonly nonce: string };

/** Up to where the body begins. */
export function formatPageHead({ title, style, script }: OwnParts, admission: Admission): string {
  const nonce = 'nonce' in admission ? admission.nonce : undefined;
  const sourceOf = (text: string): string =>
    'nonce' in admission ? `'nonce-${admission.nonce}'` : `'${admission.hashOf(text)}'`;
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style${nonce === undefined ? '' : ` nonce="${nonce}"`}>${style}</style>
</head>
<body>
`;
}
