/**
 * Reads VS Code's screen; runs inside the page (added by vscode-page.ts), hence plain JavaScript. It sees what a user
 * sees: only the lines that are scrolled into view. Class names of decorations change between runs, so a decoration
 * is told by its `ced-` prefix and matched to its line by the same `top`.
 */
'use strict';

globalThis.inPage = (() => {
  const activeEditor = () =>
    document.querySelector('.editor-group-container.active .editor-instance .monaco-editor') ??
    document.querySelector('.editor-instance .monaco-editor');
  const all = (selector, within = activeEditor()) => [...(within?.querySelectorAll(selector) ?? [])];
  const plain = (text) => text.replaceAll('\u00a0', ' ').replaceAll('\u200c', '');
  const topOf = (element) => Number.parseFloat(element.style.top);
  const isShown = (element) => element.getClientRects().length > 0;
  const byTop = (left, right) => left.top - right.top;

  /** The lines on screen, from above: number and text (inlay hints included). */
  function lines() {
    const numbers = new Map(
      all('.margin-view-overlays > div').map((row) => [
        topOf(row),
        Number(row.querySelector('.line-numbers')?.textContent),
      ]),
    );
    return all('.view-lines > .view-line')
      .map((row) => ({ row, top: topOf(row), line: numbers.get(topOf(row)), text: plain(row.textContent) }))
      .sort(byTop);
  }

  /** Whole-line colors: one entry for each colored line. */
  function decorations() {
    const colors = new Map();
    for (const mark of all('.view-overlays > div [class*="ced-"]')) {
      const color = getComputedStyle(mark).backgroundColor;
      if (color !== 'rgba(0, 0, 0, 0)') colors.set(topOf(mark.parentElement), color);
    }
    return lines()
      .filter(({ top }) => colors.has(top))
      .map(({ top, line, text }) => ({ line, text, color: colors.get(top) }));
  }

  /** Text that a decoration writes behind a line. */
  function lineEnds() {
    return lines().flatMap(({ row, line }) =>
      all('[class*="ced-"]', row)
        .map((mark) => getComputedStyle(mark, '::after').content)
        .filter((content) => content !== 'none' && content !== 'normal')
        .map((content) => ({ line, text: plain(JSON.parse(content)) })),
    );
  }

  /** Marks in the glyph margin: the image or color of each, whose image may be the shape of the color. */
  function gutterMarks() {
    const numbers = new Map(lines().map(({ top, line }) => [top, line]));
    return all('.glyph-margin-widgets [class*="ced-"]')
      .map((mark) => ({ mark, top: topOf(mark) }))
      .sort(byTop)
      .map(({ mark, top }) => {
        const { backgroundColor, backgroundImage, maskImage } = getComputedStyle(mark);
        const image = backgroundImage === 'none' ? maskImage : backgroundImage;
        return { line: numbers.get(top), image, color: backgroundColor };
      });
  }

  /** Code lenses, from above. */
  function codeLenses() {
    return all('.codelens-decoration')
      .filter(isShown)
      .map((lens) => ({ top: topOf(lens), text: plain(lens.textContent).trim() }))
      .sort(byTop)
      .map(({ text }) => text);
  }

  /** The middle of the first place on screen where this text stands, or undefined. */
  function placeOf(wanted) {
    const found = lines().find(({ text }) => text.includes(wanted));
    if (found === undefined) return undefined;
    const range = document.createRange();
    const start = found.text.indexOf(wanted);
    setBoundary(found.row, start, (node, offset) => range.setStart(node, offset));
    setBoundary(found.row, start + wanted.length, (node, offset) => range.setEnd(node, offset));
    const { left, right, top, height } = range.getBoundingClientRect();
    return { x: (left + right) / 2, y: top + height / 2, right };
  }

  /** Finds the text node that holds the row's character at `offset`; coloring cuts a line into many nodes. */
  function setBoundary(row, offset, set) {
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), left = offset; node !== null; node = walker.nextNode()) {
      const length = plain(node.textContent).length;
      if (left <= length) return set(node, left);
      left -= length;
    }
  }

  /** The text of the editor's hover that is open, or an empty one. The hover of a tab or a button is not one. */
  function hoverText() {
    return [...document.querySelectorAll('.monaco-hover:not(.hidden, .workbench-hover) .hover-contents')]
      .filter(isShown)
      .map((contents) => plain(contents.innerText).trim())
      .join('\n');
  }

  /** The messages that are open. */
  function toasts() {
    return [...document.querySelectorAll('.notification-toast .notification-list-item-message')].map(
      (message) => plain(message.textContent),
    );
  }

  return {
    lines: () => lines().map(({ line, text }) => ({ line, text })),
    decorations,
    lineEnds,
    gutterMarks,
    codeLenses,
    placeOf,
    hoverText,
    toasts,
  };
})();
