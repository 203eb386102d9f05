import { type Entry, openPromise } from 'yauzl';

export interface Parts {
  readonly names: ReadonlySet<string>;
  /** Yields the chunks of a part. It yields nothing if the part does not exist. */
  read(name: string): AsyncGenerator<Uint8Array, void>;
  close(): void;
}

export const MAX_PARTS = 2_000;
/**
 * The limit on the bytes of names, comments and extra fields of all parts. yauzl creates an object for each extra
 * field, even for an empty one of four bytes. So 59 MB of empty fields would take 1.7 GB of memory.
 */
const MAX_NAMED_BYTES = 524_288;
/** The limit on the unpacked bytes of all parts. A few kilobytes of zip may contain gigabytes of zeros. */
const MAX_BYTES = 134_217_728;
/** The number of bytes parsed before other requests are served. These bytes take a millisecond. */
const STEP_BYTES = 16_384;

/**
 * Opens the zip archive of a workbook.
 * @throws if the file is not a zip archive, or has more parts than any workbook
 */
export async function openParts(path: string, turn: () => Promise<void>): Promise<Parts> {
  const zip = await openPromise(path, { autoClose: false });
  const entries = new Map<string, Entry>();
  let [left, count, named] = [MAX_BYTES, 0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      // Parts with the same name count separately, so that they cannot evade the limits.
      count += 1;
      if (count > MAX_PARTS) throw new Error('too many parts');
      named += entry.fileNameLength + entry.fileCommentLength + entry.extraFieldLength;
      if (named > MAX_NAMED_BYTES) throw new Error('names and extra fields of parts are too long');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    names: new Set(entries.keys()),
    close: () => zip.close(),
    async *read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return;
      const stream = await zip.openReadStreamPromise(entry);
      try {
        for await (const chunk of stream) {
          left -= chunk.length;
          if (left < 0) throw new Error('too large');
          for (let at = 0; at < chunk.length; at += STEP_BYTES) {
            yield chunk.subarray(at, at + STEP_BYTES);
            await turn();
          }
        }
      } finally {
        stream.destroy();
      }
    },
  };
}
