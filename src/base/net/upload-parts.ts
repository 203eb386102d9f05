import { askBucket, elementText, type ObjectStoreSettings } from './call-bucket.ts';

/**
 * The size of a part. S3 accepts up to ten thousand parts, so a file may have some 160 GB. At most four parts are in
 * memory.
 */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 4;
const TRIES = 3;

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly path: string;
  readonly step: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** @throws the errors of `askBucket` */
export async function uploadFile(settings: ObjectStoreSettings, upload: Upload): Promise<void> {
  const { bucket, key, path, step } = upload;
  const { size } = Bun.file(path);
  const at = { bucket, key };
  if (size <= PART_BYTES) {
    await step((signal) => sendPart(settings, upload, { from: 0, query: {}, signal }));
    return;
  }
  const begun = await step((signal) => askBucket(settings, { ...at, method: 'POST', query: { uploads: '' }, signal }));
  const uploadId = elementText(begun.text, 'UploadId');
  if (uploadId === undefined) throw new Error('the server began no upload');
  const query = { uploadId };
  try {
    const etags: string[] = [];
    while (etags.length * PART_BYTES < size) {
      const first = etags.length;
      const count = Math.min(PARTS_AT_ONCE, Math.ceil(size / PART_BYTES) - first);
      const sent = await step((signal) =>
        Promise.all(
          Array.from({ length: count }, (_, part) => {
            const numbered = { ...query, partNumber: String(first + part + 1) };
            return sendPart(settings, upload, { from: (first + part) * PART_BYTES, query: numbered, signal });
          }),
        ),
      );
      etags.push(...sent);
    }
    const body = `<CompleteMultipartUpload>${etags.map(partXml).join('')}</CompleteMultipartUpload>`;
    await step((signal) => askBucket(settings, { ...at, method: 'POST', query, body, signal }));
  } catch (error) {
    // Unfinished parts cost money, so they are removed. The original error is reported.
    await step((signal) => askBucket(settings, { ...at, method: 'DELETE', query, signal })).catch(() => undefined);
    throw error;
  }
}

interface Part {
  readonly from: number;
  readonly query: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

async function sendPart(settings: ObjectStoreSettings, upload: Upload, { from, query, signal }: Part): Promise<string> {
  const { bucket, key, path } = upload;
  const body = await Bun.file(path)
    .slice(from, from + PART_BYTES)
    .bytes();
  for (let tries = 1; ; tries += 1) {
    try {
      return (await askBucket(settings, { method: 'PUT', bucket, key, query, body, signal })).etag;
    } catch (error) {
      if (tries === TRIES || signal.aborted) throw error;
    }
  }
}

const partXml = (etag: string, index: number): string =>
  `<Part><PartNumber>${index + 1}</PartNumber><ETag>${Bun.escapeHTML(etag)}</ETag></Part>`;
