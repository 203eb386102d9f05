import { giveWay } from '../../base/index.ts';
import { markOf } from '../shared/text-file.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

export interface DecodedFile {
  /** The text in the parts in which it was decoded. */
  readonly texts: readonly string[];
  readonly encoding: Encoding;
}

/** Decoded between two turns of others: a few milliseconds, in whatever encoding. */
const STEP_BYTES = 262_144;

/**
 * UTF-8 where it is such, else what Russian spreadsheets write.
 *
 * @returns undefined for what is no text
 */
export async function decodeFile(bytes: Uint8Array): Promise<DecodedFile | undefined> {
  const mark = markOf(bytes);
  if (mark === undefined) return undefined;
  if (mark !== 'unmarked') return { texts: await decodeInSteps(bytes, mark), encoding: mark };
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
