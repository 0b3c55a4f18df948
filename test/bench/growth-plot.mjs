/**
 * How a time grows with a size, as a picture for docs/: both axes logarithmic, a line for each series. Text and lines are
 * gray or mid-tone on nothing, so that it can be read on light and on dark pages.
 */

/** @typedef {{ name: string, isDashed: boolean, points: readonly (readonly [size: number, seconds: number])[] }} Series */

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { left: 60, right: 190, top: 20, bottom: 50 };
const COLORS = ['#8a8f98', '#3f8fd2', '#c77d2e', '#c2477f', '#4d9e5f', '#8b6fd0'];

/**
 * @param {readonly Series[]} series
 * @param {{ x: string, y: string, target: readonly [size: number, seconds: number] }} words
 */
export function plotGrowth(series, { x, y, target }) {
  const points = [...series.flatMap((each) => each.points), target];
  const across = scaleOf(
    points.map(([size]) => size),
    [MARGIN.left, WIDTH - MARGIN.right],
  );
  const up = scaleOf(
    points.map(([, seconds]) => Math.max(seconds, 0.001)),
    [HEIGHT - MARGIN.bottom, MARGIN.top],
  );
  const place = ([size, seconds]) =>
    `${across.at(size).toFixed(1)},${up.at(Math.max(seconds, 0.001)).toFixed(1)}`;
  const colorOf = (name) => COLORS[[...new Set(series.map((each) => each.name))].indexOf(name)] ?? 'gray';
  const lines = series.map(
    ({ name, isDashed, points: own }) =>
      `<polyline fill="none" stroke="${colorOf(name)}" stroke-width="2"${isDashed ? ' stroke-dasharray="6 4"' : ''} points="${own.map(place).join(' ')}"/>`,
  );
  const legend = [...new Set(series.map((each) => each.name))].map((name, index) => {
    const top = MARGIN.top + 12 + index * 20;
    return `<line x1="${WIDTH - MARGIN.right + 20}" x2="${WIDTH - MARGIN.right + 48}" y1="${top - 4}" y2="${top - 4}" stroke="${colorOf(name)}" stroke-width="2"/>${textAt(WIDTH - MARGIN.right + 56, top, name)}`;
  });
  const [targetX, targetY] = place(target).split(',');
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#808080">`,
    ...across.ticks.map(
      (tick) =>
        `<line x1="${across.at(tick)}" x2="${across.at(tick)}" y1="${MARGIN.top}" y2="${HEIGHT - MARGIN.bottom}" stroke="#808080" stroke-opacity="0.25"/>${textAt(across.at(tick), HEIGHT - MARGIN.bottom + 18, tick.toLocaleString('en'), 'middle')}`,
    ),
    ...up.ticks.map(
      (tick) =>
        `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${up.at(tick)}" y2="${up.at(tick)}" stroke="#808080" stroke-opacity="0.25"/>${textAt(MARGIN.left - 8, up.at(tick) + 4, String(tick), 'end')}`,
    ),
    ...lines,
    ...legend,
    `<circle cx="${targetX}" cy="${targetY}" r="5" fill="none" stroke="#808080" stroke-width="2"/>`,
    textAt(Number(targetX) - 10, Number(targetY) + 4, 'target', 'end'),
    textAt((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 10, x, 'middle'),
    `<text transform="translate(16 ${(MARGIN.top + HEIGHT - MARGIN.bottom) / 2}) rotate(-90)" text-anchor="middle">${y}</text>`,
    '</svg>',
  ].join('\n')}\n`;
}

function textAt(left, top, text, anchor = 'start') {
  return `<text x="${left}" y="${top}" text-anchor="${anchor}">${text}</text>`;
}

/** Powers of ten, and where there are few of them what lies between. */
function scaleOf(values, [from, to]) {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10);
  const span = Math.max(high - low, 0.1);
  const all = [1, 2, 5].flatMap((digit) =>
    Array.from({ length: 14 }, (_, power) => Number(`${digit}e${power - 4}`)),
  );
  const ticks = all.filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
  const shown = ticks.length > 8 ? ticks.filter((tick) => Number.isInteger(Math.log10(tick))) : ticks;
  return {
    at: (value) => from + ((Math.log10(value) - low) / span) * (to - from),
    ticks: shown.sort((a, b) => a - b),
  };
}
