/**
 * A comparison as one page that needs nothing else: the page that the editor shows, with its data in it.
 *
 * Sits in `compare/`, over `comparison-page.ts`, so that command line and editor write the same page. The page loads
 * nothing. Its content security policy admits its own style and script by hash, and nothing else. Names of programs
 * stand in its data alone, in base 64, and get onto the page as text.
 */
import { encodeComparison, type ComparisonPage } from '../../pages/comparison-file';
import { type AloneAssets, formatPageHead } from '../../words/page-head';

export function* formatComparisonHtml(
  page: ComparisonPage,
  { style, script, hashOf }: AloneAssets,
): Generator<string> {
  yield formatPageHead({ title: 'Energy of two programs', style, script }, { hashOf });
  yield `<noscript>This page draws itself with a script, which this browser does not run.</noscript>
<script type="application/octet-stream" id="data">`;
  yield* inBase64(encodeComparison(page));
  yield `</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Encodes pieces of any length as one text: each piece but the last ends with a whole group of three bytes. */
function* inBase64(pieces: readonly Uint8Array[]): Generator<string> {
  let left = Buffer.alloc(0);
  for (const piece of pieces) {
    const bytes = Buffer.concat([left, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    left = bytes.subarray(whole);
  }
  yield left.toString('base64');
}
