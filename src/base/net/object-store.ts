import { BackupError, type DestinationTrouble, UsageError } from '../errors/index.ts';
import { listPage, type ObjectStoreSettings, type StoredObject } from './list-bucket.ts';
import { isSafeToSend } from './loopback.ts';

/** One bucket. Every method throws a UsageError in words: which bucket, what is wrong, and what to look at. */
export interface ObjectStore {
  /** Sends a file in parts; the object appears when its last part has arrived, whole. */
  upload(path: string, key: string): Promise<void>;
  /** The object's bytes as they come. @param bytes as many as the bucket announced; others are an error */
  read(key: string, bytes: number): AsyncIterable<Uint8Array>;
  /** All whose keys begin so, in the order of their keys. */
  list(prefix: string): Promise<StoredObject[]>;
  remove(key: string): Promise<void>;
}

/** Ten thousand parts are the most that S3 takes: so parts of 16 MiB make 160 GB, and four of them are in memory at most. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 4;
const TRIES = 3;
/** A folder of backups has some hundreds, and a page of a listing up to 1,000. A server that lies must not fill the memory. */
const MOST_LISTED = 100_000;
const MOST_PAGES = 1_000;
const LISTING_ANSWERS = 10;

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
  refusePlain(bucket, settings);
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
    async *read(key, bytes) {
      const reader = client.file(key).stream().getReader();
      let came = 0;
      try {
        for (;;) {
          const { done, value } = await inTime(patience.answerMs, reader.read());
          came += value?.length ?? 0;
          if (came > bytes) throw new Error(`${key} is longer than the ${bytes} bytes that were announced`);
          if (done) break;
          yield value;
        }
        if (came < bytes) throw new Error(`${key} has ${came} bytes, and ${bytes} were announced`);
      } catch (error) {
        throw explain(error, bucket, endpoint);
      } finally {
        reader.cancel().catch(() => undefined);
      }
    },
    list: (prefix) =>
      inWords(() => inTime(patience.answerMs * LISTING_ANSWERS, listAll(settings, { bucket, prefix }, patience))),
    remove: (key) => inWords(() => inTime(patience.answerMs, client.delete(key))),
  };
}

/** What is in a backup is a shop's whole data, and plain http shows it to all on the way. */
function refusePlain(bucket: string, { endpoint, allowPlain }: ObjectStoreSettings): void {
  if (allowPlain === true || isSafeToSend(endpoint ?? 'https:')) return;
  throw new UsageError(
    `${nameOf(bucket, endpoint)}: backups would cross the network readable. Set an address with https, or DOCKET_S3_INSECURE=true where that network is yours alone`,
    1,
  );
}

async function listAll(
  settings: ObjectStoreSettings,
  wish: { readonly bucket: string; readonly prefix: string },
  { answerMs }: Patience,
): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  const ending = new AbortController();
  let after: string | undefined;
  try {
    for (let pages = 0; pages < MOST_PAGES && found.length <= MOST_LISTED; pages += 1) {
      const page = await inTime(answerMs, listPage(settings, { ...wish, after, signal: ending.signal }));
      for (const one of page.objects) found.push(one);
      after = page.next;
      if (after === undefined && found.length <= MOST_LISTED) return found;
    }
    throw new Error(`the listing does not end: at most ${MOST_PAGES} pages and ${MOST_LISTED} objects are read`);
  } finally {
    ending.abort();
  }
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

/** Bun's two clients name one failure in two ways. */
const BY_SYSTEM: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ConnectionRefused',
  ECONNRESET: 'ConnectionClosed',
  ENOTFOUND: 'DNSResolveFailed',
  ETIMEDOUT: 'Timeout',
};

const TROUBLES: Readonly<Record<Exclude<DestinationTrouble, 'other'>, readonly string[]>> = {
  full: ['QuotaExceeded', 'XMinioStorageFull', 'EntityTooLarge'],
  missing: ['NoSuchBucket', 'PermanentRedirect', 'AuthorizationHeaderMalformed'],
  refused: [
    'SignatureDoesNotMatch',
    'InvalidAccessKeyId',
    'InvalidToken',
    'ExpiredToken',
    'AccessDenied',
    'AllAccessDisabled',
    'RequestTimeTooSkewed',
  ],
  silent: ['SlowDown', 'ConnectionRefused', 'ConnectionClosed', 'Timeout', 'DNSResolveFailed', 'FailedToOpenSocket'],
};

function troubleOf(code: string): DestinationTrouble {
  const kinds = ['full', 'missing', 'refused', 'silent'] as const;
  return kinds.find((kind) => TROUBLES[kind].includes(code)) ?? 'other';
}

function explain(error: unknown, bucket: string, endpoint: string | undefined): UsageError {
  if (error instanceof UsageError) return error;
  const given = error instanceof Error && 'code' in error ? String(error.code) : '';
  const code = BY_SYSTEM[given] ?? given;
  const said = error instanceof Error ? error.message : String(error);
  const words = WORDS[code] ?? `${said}${code === '' ? '' : ` (${code})`}`;
  const place = nameOf(bucket, endpoint);
  return new BackupError({ rule: 'backup_bucket', place, why: words, trouble: troubleOf(code) }, { cause: error });
}

const nameOf = (bucket: string, endpoint: string | undefined): string => `s3://${bucket} at ${placeOf(endpoint)}`;

/** Without the user and password that somebody may have written into it: this is logged and sent by mail. */
function placeOf(endpoint: string | undefined): string {
  const url = endpoint === undefined ? null : URL.parse(endpoint);
  return url === null ? 'AWS' : `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
