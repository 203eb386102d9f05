import type { Page } from 'playwright-core';

/** A text in the photo's metadata. Tests use it as the location that Docket must remove. */
export const PLACE = 'Lat 55.7558 Lon 37.6173';

/**
 * The metadata of a camera that was held upright (Exif 2.3, 4.6): the picture is shown rotated a quarter turn to the
 * right.
 */
function notes(): Buffer {
  const text = Buffer.from(`${PLACE}\0`, 'latin1');
  const head = Buffer.from('Exif\0\0MM\0\x2a\0\0\0\x08', 'latin1');
  // Two entries: the orientation, with the value 6 as a SHORT, and a description, whose text follows the entries.
  const entries = Buffer.alloc(2 + 2 * 12 + 4);
  entries.writeUInt16BE(2, 0);
  entries.set([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0], 2);
  entries.set([0x01, 0x0e, 0, 2], 14);
  entries.writeUInt32BE(text.length, 18);
  entries.writeUInt32BE(8 + entries.length, 22);
  const body = Buffer.concat([head, entries, text]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([marker, body]);
}

/**
 * Makes a photo of 4000 by 3000 pixels and some megabytes. As stored, its left half is red. Shown upright, its top is
 * red.
 */
export async function takePhoto(page: Page): Promise<Buffer> {
  const text = await page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext('2d');
    for (let at = 0; at < 60000; at += 1) {
      const [x, y] = [(at % 250) * 16, Math.floor(at / 250) * 12.5];
      const light = (at * 7919) % 60;
      context.fillStyle = x < 2000 ? \`rgb(\${190 + light} \${light} \${light})\` : \`rgb(\${light} \${light} \${190 + light})\`;
      context.fillRect(x, y, 16, 12.5);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
    return new Uint8Array(await blob.arrayBuffer()).toBase64();
  })()`);
  const plain = Buffer.from(String(text), 'base64');
  return Buffer.concat([plain.subarray(0, 2), notes(), plain.subarray(2)]);
}

/** The colours in the middle of the top and of the bottom edge of a displayed picture. */
export async function edgesOf(page: Page, selector: string): Promise<readonly ['red' | 'blue', 'red' | 'blue']> {
  const reds = await page.evaluate(`(() => {
    const picture = document.querySelector('${selector}');
    const { naturalWidth: width, naturalHeight: height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    return [8, height - 8].map((y) => {
      const [red, , blue] = context.getImageData(width / 2, y, 1, 1).data;
      return red > blue;
    });
  })()`);
  const [top, bottom] = Array.isArray(reds) ? reds : [];
  return [top ? 'red' : 'blue', bottom ? 'red' : 'blue'];
}
