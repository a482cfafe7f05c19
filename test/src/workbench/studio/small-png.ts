/** Makes a PNG file of a page small: at most 256 colours, one byte for each pixel (PNG specification, third edition, sections 7 to 11). */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Bytes of the three colours of each pixel, line by line. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly colours: Uint8Array;
}

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
/** The only form of indexed colours with 8 bits: type 3. */
const indexed = 3;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** The predictor of a byte from the ones on the left, above, and above on the left. */
function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter < 2) return filter === 1 ? left : 0;
  if (filter < 4) return filter === 2 ? above : (left + above) >> 1;
  const [toLeft, toAbove, toCorner] = [
    Math.abs(above - corner),
    Math.abs(left - corner),
    Math.abs(left + above - 2 * corner),
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Reads what Chromium writes: 8 bits for each colour, with or without transparency, not interlaced. */
function decoded(png: Buffer): Pixels {
  const chunks = chunksOf(png);
  const head = chunks[0]?.data ?? Buffer.alloc(13);
  const [width, height, channels] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3];
  const bytes = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const stride = width * channels;
  const lines = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const isFirst = x < channels;
      const left = isFirst ? 0 : (lines[at - channels] ?? 0);
      const above = y === 0 ? 0 : (lines[at - stride] ?? 0);
      const corner = isFirst || y === 0 ? 0 : (lines[at - stride - channels] ?? 0);
      lines[at] = (bytes[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  const colours = channels === 3 ? lines : lines.filter((_, index) => index % 4 < 3);
  return { width, height, colours };
}

const red = (colour: number): number => colour >> 16;
const green = (colour: number): number => (colour >> 8) & 255;
const blue = (colour: number): number => colour & 255;

const distance = (one: number, other: number): number =>
  (red(one) - red(other)) ** 2 + (green(one) - green(other)) ** 2 + (blue(one) - blue(other)) ** 2;

const chunk = (type: string, data: Uint8Array): Buffer => {
  const [length, check, content] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
};

/** The same picture with its 256 most frequent colours; every other pixel gets the nearest of them. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, colours } = decoded(png);
  const colourAt = (pixel: number): number =>
    ((colours[pixel * 3] ?? 0) << 16) | ((colours[pixel * 3 + 1] ?? 0) << 8) | (colours[pixel * 3 + 2] ?? 0);
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colourAt(pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  const palette = frequent.slice(0, 256);
  const indexes = new Map(palette.map((colour, index) => [colour, index]));
  for (const colour of frequent.slice(256)) {
    const distances = palette.map((one) => distance(one, colour));
    indexes.set(colour, distances.indexOf(Math.min(...distances)));
  }
  const lines = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    lines[y * (width + 1) + 1 + x] = indexes.get(colourAt(pixel)) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, indexed], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Uint8Array.from(palette.flatMap((colour) => [red(colour), green(colour), blue(colour)]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}
