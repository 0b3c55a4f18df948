/**
 * Draws media/icon.png, the extension's icon: lines of code from cold to hot
 * on a dark tile. Run by hand when the picture is to change.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const size = 128;
const background = [0x1b, 0x1f, 0x3b];
/** Indent, length and heat of each line, in sixteenths of the tile and from 0 to 1. */
const lines = [
  [3, 6, 0],
  [4, 8, 0.3],
  [5, 7, 0.6],
  [5, 8, 1],
  [4, 5, 0.5],
  [3, 4, 0.1],
];
const [blue, purple, red] = [
  [0x4a, 0x6c, 0xff],
  [0x9b, 0x3c, 0xc8],
  [0xf2, 0x2e, 0x3c],
];

/** Coverage of a rounded bar at a pixel, 0 to 1, smooth over one pixel at its edge. */
function cover(x, y, left, top, right, bottom, radius) {
  const dx = Math.max(left + radius - x, 0, x - (right - radius));
  const dy = Math.max(top + radius - y, 0, y - (bottom - radius));
  return Math.min(1, Math.max(0, radius - Math.hypot(dx, dy) + 0.5));
}

function mix(from, to, amount) {
  return from.map((channel, index) => channel + (to[index] - channel) * amount);
}

function colorAt(heat) {
  return heat < 0.5 ? mix(blue, purple, heat * 2) : mix(purple, red, heat * 2 - 1);
}

function pixel(x, y) {
  const unit = size / 16;
  let color = background;
  lines.forEach(([indent, length, heat], index) => {
    const top = (2.9 + index * 1.75) * unit;
    const inside = cover(x, y, indent * unit, top, (indent + length) * unit, top + 1.1 * unit, 0.55 * unit);
    color = mix(color, colorAt(heat), inside);
  });
  return [...color.map(Math.round), Math.round(255 * cover(x, y, 0, 0, size, size, 22))];
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const rows = Array.from({ length: size }, (_, y) => [
  0, // no filter
  ...Array.from({ length: size }, (_, x) => pixel(x + 0.5, y + 0.5)).flat(),
]);
const header = Buffer.alloc(13);
header.writeUInt32BE(size, 0);
header.writeUInt32BE(size, 4);
header.set([8, 6, 0, 0, 0], 8); // 8 bits a channel, RGBA

writeFileSync(
  fileURLToPath(new URL('../media/icon.png', import.meta.url)),
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]),
);
