import { BackupError, type DestinationTrouble, errorCode, errorText, UsageError } from '../errors/index.ts';
import { askBucket, callBucket, type ObjectStoreSettings } from './call-bucket.ts';
import { listPage, type StoredObject } from './list-bucket.ts';
import { isSafeToSend } from './loopback.ts';
import { saidText } from './said.ts';
import { uploadFile } from './upload-parts.ts';

/** One bucket. Every method throws a UsageError that names the bucket, the problem, and what to check. */
export interface ObjectStore {
  /** Uploads a file, in parts if it is large. The complete object appears when its last part has arrived. */
  upload(path: string, key: string): Promise<void>;
  /**
   * Yields the object's bytes as they arrive.
   * @param bytes the length that the bucket announced; any other length is an error
   */
  read(key: string, bytes: number): AsyncIterable<Uint8Array>;
  /** Lists the objects whose keys begin with the prefix, in the order of their keys. */
  list(prefix: string): Promise<StoredObject[]>;
  remove(key: string): Promise<void>;
}

/**
 * The bounds on a listing. Without them, a malicious server could fill the memory. A folder of backups has a few
 * hundred objects, and a page of a listing up to 1,000.
 */
const MOST_LISTED = 100_000;
const MOST_PAGES = 1_000;
/** The limit on the characters of all pages of a listing together. This is enough for 100,000 objects. */
const MOST_CHARS = 64 * 1024 * 1024;
const LISTING_ANSWERS = 10;

interface Patience {
  /** The limit for an answer, or for the next bytes of an object. */
  readonly answerMs: number;
  /**
   * The time limit for one group of parts that are uploaded in parallel. A group has at most 64 MiB, so an upload below
   * 0.3 Mbit a second may fail.
   */
  readonly partMs: number;
}

const PATIENCE: Patience = { answerMs: 30_000, partMs: 30 * 60_000 };

export function openObjectStore(bucket: string, settings: ObjectStoreSettings, patience = PATIENCE): ObjectStore {
  const { endpoint } = settings;
  refusePlain(bucket, settings);
  const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error, bucket, endpoint);
    }
  };

  return {
    upload: (path, key) =>
      inWords(() => uploadFile(settings, { bucket, key, path, step: (work) => inTime(patience.partMs, work) })),
    async *read(key, bytes) {
      const ending = new AbortController();
      const call = { method: 'GET', bucket, key, signal: ending.signal } as const;
      let came = 0;
      try {
        const answer = await inTime(patience.answerMs, () => callBucket(settings, call));
        const reader = answer.body?.getReader();
        for (;;) {
          const next = await inTime(patience.answerMs, async () => reader?.read());
          if (next?.value === undefined) break;
          came += next.value.length;
          if (came > bytes) throw new Error(`${key} is longer than the ${bytes} bytes that were announced`);
          yield next.value;
        }
        if (came < bytes) throw new Error(`${key} has ${came} bytes, and ${bytes} were announced`);
      } catch (error) {
        throw explain(error, bucket, endpoint);
      } finally {
        ending.abort();
      }
    },
    list: (prefix) =>
      inWords(() =>
        inTime(patience.answerMs * LISTING_ANSWERS, (signal) =>
          listAll(settings, { bucket, prefix, signal }, patience),
        ),
      ),
    remove: (key) =>
      inWords(async () => {
        await inTime(patience.answerMs, (signal) => askBucket(settings, { method: 'DELETE', bucket, key, signal }));
      }),
  };
}

/** Refuses plain http. A backup has all data of a shop, and plain http shows it to everyone on the way. */
function refusePlain(bucket: string, { endpoint, allowPlain }: ObjectStoreSettings): void {
  if (allowPlain === true || isSafeToSend(endpoint ?? 'https:')) return;
  throw new UsageError(
    `${nameOf(bucket, endpoint)}: backups would cross the network readable. Set an address with https, or DOCKET_S3_INSECURE=true where that network is yours alone`,
    1,
  );
}

async function listAll(
  settings: ObjectStoreSettings,
  wish: { readonly bucket: string; readonly prefix: string; readonly signal: AbortSignal },
  { answerMs }: Patience,
): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  let [after, chars]: [string | undefined, number] = [undefined, 0];
  for (let pages = 0; pages < MOST_PAGES && found.length <= MOST_LISTED && chars <= MOST_CHARS; pages += 1) {
    const page = await inTime(answerMs, (late) =>
      listPage(settings, { ...wish, after, signal: AbortSignal.any([wish.signal, late]) }),
    );
    for (const one of page.objects) found.push(one);
    after = page.next;
    chars += page.chars;
    if (after === undefined && found.length <= MOST_LISTED) return found;
  }
  const most = `${MOST_PAGES} pages, ${MOST_LISTED} objects and ${MOST_CHARS / (1024 * 1024)} MiB`;
  throw new Error(`the listing does not end: at most ${most} are read`);
}

/** @param work gets a signal that ends its transfers when the time is up, or when one of them failed */
async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(Object.assign(new Error('no answer'), { code: 'Timeout' })), ms);
  try {
    return await Promise.race([work(ending.signal), late.promise]);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

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
  const given = errorCode(error);
  const code = BY_SYSTEM[given] ?? given;
  const words = WORDS[code] ?? saidText(`${errorText(error)}${code === '' ? '' : ` (${code})`}`);
  const place = nameOf(bucket, endpoint);
  return new BackupError({ rule: 'backup_bucket', place, why: words, trouble: troubleOf(code) }, { cause: error });
}

const nameOf = (bucket: string, endpoint: string | undefined): string => `s3://${bucket} at ${placeOf(endpoint)}`;

/** Returns the endpoint without user and password, because this text is logged and mailed. */
function placeOf(endpoint: string | undefined): string {
  const url = endpoint === undefined ? null : URL.parse(endpoint);
  return url === null ? 'AWS' : `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
