/**
 * How a page of a panel begins: what its policy lets in, its language and its title; all else is left out.
 *
 * Free of `vscode`.
 */
import { escapeHtml } from '../../../server/src/base/escape-html';
export interface PageHead {
  readonly language: string;
  readonly title: string;
  /** What is let in, as `style-src SOURCE`. */
  readonly admits: readonly string[];
  /** The elements that are. */
  readonly elements: readonly string[];
}

/** Up to where the body begins. */
export function renderPageHead({ language, title, admits, elements }: PageHead): string {
  const policy = ["default-src 'none'", ...admits].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${elements.join('\n')}
</head>
<body>
`;
}
