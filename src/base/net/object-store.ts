import { UsageError } from '../errors/index.ts';

/** How a bucket is reached: any server that speaks S3, AWS without an endpoint. */
export interface ObjectStoreSettings {
  /** Origin such as https://s3.example.com; undefined: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly accessKeyId: string;
  /** Never printed, logged or written down. */
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

/** One bucket. Every method throws a UsageError in words: which bucket, what is wrong, and what to look at. */
export interface ObjectStore {
  /** Sends a file in parts; the object appears when its last part has arrived, whole. */
  upload(path: string, key: string): Promise<void>;
  /** The object's bytes as they come. */
  read(key: string): AsyncIterable<Uint8Array>;
  /** All whose keys begin so, in the order of their keys. */
  list(prefix: string): Promise<StoredObject[]>;
  remove(key: string): Promise<void>;
}

/** Ten thousand parts are the most that S3 takes: so parts of 16 MiB make 160 GB, and four of them are in memory at most. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 4;
const TRIES = 3;

/** Bun's client waits for ever (1.4.5); what stands still for so long does not go on. */
interface Patience {
  /** For an answer, or for the next bytes of an object. */
  readonly answerMs: number;
  /** For the parts that are under way, 64 MiB at most: 0.3 Mbit a second. */
  readonly partMs: number;
}

const PATIENCE: Patience = { answerMs: 30_000, partMs: 30 * 60_000 };

/** @param patience a test has less of it */
export function openObjectStore(bucket: string, settings: ObjectStoreSettings, patience = PATIENCE): ObjectStore {
  const { endpoint, region, accessKeyId, secretAccessKey, sessionToken } = settings;
  const client = new Bun.S3Client({
    bucket,
    accessKeyId,
    secretAccessKey,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error, bucket, endpoint);
    }
  };

  async function list(prefix: string): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    let continuationToken: string | undefined;
    do {
      const next = continuationToken === undefined ? {} : { continuationToken };
      const page = await inTime(patience.answerMs, client.list({ prefix, ...next }));
      for (const { key, size } of page.contents ?? []) found.push({ key, bytes: size ?? 0 });
      continuationToken = page.isTruncated === true ? page.nextContinuationToken : undefined;
    } while (continuationToken !== undefined);
    return found;
  }

  return {
    upload: (path, key) =>
      inWords(async () => {
        const writer = client
          .file(key)
          .writer({ partSize: PART_BYTES, queueSize: PARTS_AT_ONCE, retry: TRIES, type: 'application/vnd.sqlite3' });
        for await (const chunk of Bun.file(path).stream()) {
          writer.write(chunk);
          await inTime(patience.partMs, writer.flush());
        }
        await inTime(patience.partMs, writer.end());
      }),
    async *read(key) {
      const reader = client.file(key).stream().getReader();
      try {
        for (;;) {
          const { done, value } = await inTime(patience.answerMs, reader.read());
          if (done) return;
          yield value;
        }
      } catch (error) {
        throw explain(error, bucket, endpoint);
      } finally {
        reader.cancel().catch(() => undefined);
      }
    },
    list: (prefix) => inWords(() => list(prefix)),
    remove: (key) => inWords(() => inTime(patience.answerMs, client.delete(key))),
  };
}

async function inTime<T>(ms: number, answer: T | Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(Object.assign(new Error('no answer'), { code: 'Timeout' })), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What each answer of a server means for whoever set it up; codes of the S3 API and of Bun's client. */
const WORDS: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: 'the secret key is not the one of this access key (AWS_SECRET_ACCESS_KEY)',
  InvalidAccessKeyId: 'the server does not know this access key (AWS_ACCESS_KEY_ID)',
  InvalidToken: 'the session token is not valid (AWS_SESSION_TOKEN)',
  ExpiredToken: 'the session token has expired (AWS_SESSION_TOKEN)',
  AccessDenied: 'this key may not do that: it needs to list, read, write and delete objects',
  AllAccessDisabled: 'access to the bucket is switched off',
  NoSuchBucket: 'there is no such bucket',
  PermanentRedirect: 'the bucket is in another region (AWS_REGION)',
  AuthorizationHeaderMalformed: 'the region is not the right one (AWS_REGION)',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  NoSuchKey: 'there is no such object',
  EntityTooLarge: 'the file is larger than the server takes',
  QuotaExceeded: 'the storage is full',
  XMinioStorageFull: 'the storage is full',
  SlowDown: 'the server asks for fewer requests; try again later',
  ConnectionRefused: 'the server does not take connections',
  ConnectionClosed: 'the server closed the connection',
  Timeout: 'the server did not answer in time',
  DNSResolveFailed: 'the name of the server does not exist',
  FailedToOpenSocket: 'the server cannot be reached',
};

function explain(error: unknown, bucket: string, endpoint: string | undefined): UsageError {
  if (error instanceof UsageError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const said = error instanceof Error ? error.message : String(error);
  const words = WORDS[code] ?? `${said}${code === '' ? '' : ` (${code})`}`;
  return new UsageError(`s3://${bucket} at ${placeOf(endpoint)}: ${words}`, 1, { cause: error });
}

/** Without the user and password that somebody may have written into it: this is logged and sent by mail. */
function placeOf(endpoint: string | undefined): string {
  const url = endpoint === undefined ? null : URL.parse(endpoint);
  return url === null ? 'AWS' : `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
