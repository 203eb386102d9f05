import { readInSteps } from '../../base/index.ts';
import { markOf } from '../shared/text-file.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

export interface DecodedFile {
  /** The text, part by part as it is asked for. */
  readonly texts: AsyncIterable<string>;
  readonly encoding: Encoding;
}

/**
 * UTF-8 where it is such, else what Russian spreadsheets write.
 *
 * @param turn waited for between two steps
 * @returns undefined for what is no text
 */
export async function decodeFile(path: string, turn: Turn): Promise<DecodedFile | undefined> {
  const encoding = await findEncoding(path, turn);
  return encoding === undefined ? undefined : { texts: decodeInSteps(path, encoding, turn), encoding };
}

type Turn = () => Promise<void>;

async function findEncoding(path: string, turn: Turn): Promise<Encoding | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let found: Encoding = 'utf-8';
  let isFirst = true;
  for await (const bytes of readInSteps(path)) {
    await turn();
    const mark = markOf(bytes);
    if (isFirst && mark !== 'unmarked') return mark;
    if (mark === undefined) return undefined;
    isFirst = false;
    if (found === 'utf-8' && !decodes(decoder, bytes)) found = 'windows-1251';
  }
  return found === 'utf-8' && decodes(decoder) ? 'utf-8' : 'windows-1251';
}

/** @param bytes the next ones; none: there are no more */
function decodes(decoder: TextDecoder, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

async function* decodeInSteps(path: string, encoding: Encoding, turn: Turn): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of readInSteps(path)) {
    await turn();
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}
