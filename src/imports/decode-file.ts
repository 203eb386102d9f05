import { readInSteps } from '../base/index.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

export interface DecodedFile {
  /** The decoded text of the file, part by part. Each part is decoded when it is read. */
  readonly texts: AsyncIterable<string>;
  readonly encoding: Encoding;
}

/**
 * Decodes a text file: UTF-16 if it is marked, UTF-8 if it is valid, otherwise Windows-1251. Undefined for a binary
 * file.
 * @param turn is awaited now and then, so that other requests are served
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

/**
 * Checks whether the bytes are valid in the decoder's encoding.
 * @param bytes the next bytes; absent at the end of the file
 */
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

const UTF16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/**
 * Finds the encoding that a text file declares. `unmarked` means UTF-8, or Windows-1251 if the file is not valid UTF-8.
 * @returns undefined for a binary file. A file that is not marked as UTF-16 is binary if it contains a zero byte
 */
function markOf(bytes: Uint8Array): keyof typeof UTF16_MARKS | 'unmarked' | undefined {
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    if (startsWith(bytes, UTF16_MARKS[encoding])) return encoding;
  }
  return bytes.includes(0) ? undefined : 'unmarked';
}
