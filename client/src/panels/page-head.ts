/**
 * The head of a panel's page: its policy with what that admits, its language and its title. All else is left
 * out.
 *
 * Free of `vscode`.
 */
import { escapeHtml } from '../../../server/src/words/escape-html';
interface PageHead {
  readonly language: string;
  readonly title: string;
  /** The directives of what the policy admits, such as `style-src SOURCE`. */
  readonly admits: readonly string[];
  /** The elements of the head that the policy admits, as HTML. */
  readonly elements: readonly string[];
}

/** Up to where the body begins. */
export function renderPageHead({ language, title, admits, elements }: PageHead): string {
  // The two that `default-src` says nothing of.
  const policy = ["default-src 'none'", ...admits, "base-uri 'none'", "form-action 'none'"].join('; ');
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
