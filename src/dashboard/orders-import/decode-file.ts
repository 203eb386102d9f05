import { giveWay } from '../../base/index.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

export interface DecodedFile {
  /** The text in the parts in which it was decoded. */
  readonly texts: readonly string[];
  readonly encoding: Encoding;
}

/** What every workbook of a spreadsheet begins with: it is a zip archive. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const UTF16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** Decoded between two turns of others: a few milliseconds, in whatever encoding. */
const STEP_BYTES = 262_144;

/**
 * UTF-8 where it is such, else what Russian spreadsheets write.
 *
 * @returns undefined for a workbook, a picture and whatever else is no text: no text has a byte of nought, but for UTF-16
 */
export async function decodeFile(bytes: Uint8Array): Promise<DecodedFile | undefined> {
  if (startsWith(bytes, ZIP)) return undefined;
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    if (startsWith(bytes, UTF16_MARKS[encoding])) return { texts: await decodeInSteps(bytes, encoding), encoding };
  }
  if (bytes.includes(0)) return undefined;
  try {
    return { texts: await decodeInSteps(bytes, 'utf-8'), encoding: 'utf-8' };
  } catch {
    return { texts: await decodeInSteps(bytes, 'windows-1251'), encoding: 'windows-1251' };
  }
}

/** @throws TypeError for bytes that are no UTF-8 */
async function decodeInSteps(bytes: Uint8Array, encoding: Encoding): Promise<string[]> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    texts.push(decoder.decode(bytes.subarray(at, at + STEP_BYTES), { stream: true }));
    await giveWay();
  }
  texts.push(decoder.decode());
  return texts;
}
