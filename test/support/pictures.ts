/** The headers of pictures. Each header contains the picture's size, and no pixels follow. */

const text = (latin: string): Buffer => Buffer.from(latin, 'latin1');

function numbers(bits: 16 | 24 | 32, order: 'big' | 'little', ...values: readonly number[]): Buffer {
  const bytes = bits / 8;
  const all = Buffer.alloc(bytes * values.length);
  values.forEach((value, at) => {
    if (order === 'big') all.writeUIntBE(value, at * bytes, bytes);
    else all.writeUIntLE(value, at * bytes, bytes);
  });
  return all;
}

export const png = (width: number, height: number): Buffer =>
  Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    numbers(32, 'big', 13),
    text('IHDR'),
    numbers(32, 'big', width, height),
    text('\x08\x06\0\0\0'),
  ]);

/** @param frame the kind of frame: 0xc0 baseline, 0xc2 progressive */
export const jpeg = (width: number, height: number, frame = 0xc0): Buffer =>
  Buffer.concat([
    text('\xff\xd8'),
    // A camera's metadata may contain a thumbnail with its own header, which is not the picture's.
    text('\xff\xe1'),
    numbers(16, 'big', 2 + 9),
    Buffer.of(0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1),
    text('\xff'),
    Buffer.of(0xff, frame),
    numbers(16, 'big', 17),
    text('\x08'),
    numbers(16, 'big', height, width),
  ]);

const webp = (chunk: string, head: Buffer): Buffer =>
  Buffer.concat([
    text('RIFF'),
    numbers(32, 'little', 12 + head.length),
    text(`WEBP${chunk}`),
    numbers(32, 'little', head.length),
    head,
  ]);

export const webpLossy = (width: number, height: number): Buffer =>
  webp('VP8 ', Buffer.concat([text('\0\0\0\x9d\x01\x2a'), numbers(16, 'little', width, height)]));

export const webpLossless = (width: number, height: number): Buffer =>
  webp('VP8L', Buffer.concat([text('\x2f'), numbers(32, 'little', (((height - 1) << 14) | (width - 1)) >>> 0)]));

export const webpExtended = (width: number, height: number): Buffer =>
  webp('VP8X', Buffer.concat([text('\0\0\0\0'), numbers(24, 'little', width - 1, height - 1)]));
