/** Rows of CSV that a spreadsheet takes for text. */
import { expect, test } from 'vitest';
import { csvRow, tabCell } from '../../server/src/base/delimited';

test.each(['=1+1', ' =1+1', '\u00a0=1', '\t=1', '+1', ' -1', '@x', '\r=1', '|x', '%x'])(
  'a text that would be a formula is none: %j',
  (text) => {
    expect(csvRow([text]).replace(/^"/, '')).toMatch(/^'/);
    expect(tabCell(text)).toMatch(/^'/);
  },
);

test('other texts, and numbers, are as they are', () => {
  expect(csvRow(['a=b', -1, true, 'x, y', ' a'])).toBe('a=b,-1,true,"x, y"," a"\r\n');
});

test('a cell between tabs neither ends before its end nor is changed otherwise', () => {
  expect(['a\tb\r\nc', '≥ 3 mJ', 'a=b'].map(tabCell)).toEqual(['a b c', '≥ 3 mJ', 'a=b']);
});
