import { createHmac } from 'node:crypto';
import { readBounded } from './read-bounded.ts';
import { saidText } from './said.ts';

export interface ObjectStoreSettings {
  /** An origin such as https://s3.example.com; undefined for AWS. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly accessKeyId: string;
  /** The secret key. It is never printed or logged, and it is stored only in sealed form. */
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  /** True if plain http may leave this machine, at the operator's own risk. */
  readonly allowPlain?: boolean;
}

/** Returns true if a region can safely be inserted into the host name of AWS. */
export const isRegion = (text: string): boolean => /^[\w.-]{1,63}$/.test(text);

interface BucketCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly bucket: string;
  /** The key of the object; undefined for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly signal: AbortSignal;
}

/** The bound on a text answer: a page of a listing has up to 1,000 objects, with keys of up to 1,024 bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Makes one request to a bucket. Bun's own S3 client (1.4.5) is not used, because it follows redirects with the backup,
 * even to plain http. It also reads whole answers, so a malicious server could fill the memory.
 * @returns the answer if the request succeeded; its body is still to be read
 * @throws Error with the server's `code`, or that of the connection
 */
export async function callBucket(settings: ObjectStoreSettings, call: BucketCall): Promise<Response> {
  const url = addressOf(settings, call);
  const { method, body, signal } = call;
  const answer = await fetch(url, {
    method,
    headers: { ...signed(settings, url, method), 'accept-encoding': 'identity' },
    redirect: 'manual',
    decompress: false,
    signal,
    ...(body === undefined ? {} : { body }),
  });
  if (!answer.ok) throw failureIn(settings, await readText(answer), answer.status);
  return answer;
}

/**
 * Makes a request to a bucket and reads the text of the answer. A server may begin to answer before it knows the
 * outcome. So an answer with the status 200 may contain an error.
 */
export async function askBucket(
  settings: ObjectStoreSettings,
  call: BucketCall,
): Promise<{ text: string; etag: string }> {
  const answer = await callBucket(settings, call);
  const text = await readText(answer);
  if (text.includes('<Error>')) throw failureIn(settings, text, answer.status);
  return { text, etag: answer.headers.get('etag') ?? '' };
}

function failureIn(settings: ObjectStoreSettings, text: string, status: number): Error {
  const { secretAccessKey, sessionToken = '' } = settings;
  const said = (name: string): string => saidText(elementText(text, name) ?? '', [secretAccessKey, sessionToken]);
  return Object.assign(new Error(said('Message') || `the server answered ${status}`), { code: said('Code') });
}

const readText = async (answer: Response): Promise<string> => (await readBounded(answer, MOST_BYTES)).toString();

function addressOf({ endpoint, region }: ObjectStoreSettings, { bucket, key, query = {} }: BucketCall): URL {
  const { origin, pathname } = new URL(endpoint ?? `https://s3.${region ?? USUAL_REGION}.amazonaws.com`);
  const path = key === undefined ? bucket : `${bucket}/${key.split('/').map(escaped).join('/')}`;
  const url = new URL(`${origin}${pathname.replace(/\/$/, '')}/${path}`);
  // The query is sorted, as the signature requires.
  url.search = Object.entries(query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, value]) => (value === undefined ? [] : [`${escaped(name)}=${escaped(value)}`]))
    .join('&');
  return url;
}

const USUAL_REGION = 'us-east-1';
const REGION_IN_NAME = /^(?:.+\.)?s3[.-]([a-z0-9-]+)\.amazonaws\.com$/;

/**
 * Returns the region to sign with. Most servers other than Amazon's accept any region, so us-east-1 is the default. R2
 * needs `auto`.
 */
function regionOf({ region }: ObjectStoreSettings, { hostname }: URL): string {
  if (hostname.endsWith('.r2.cloudflarestorage.com')) return region ?? 'auto';
  return region ?? REGION_IN_NAME.exec(hostname)?.[1] ?? USUAL_REGION;
}

const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Returns the headers of a request with its AWS Signature Version 4. The body is not signed, because the stored object
 * is read back completely and compared.
 */
function signed(settings: ObjectStoreSettings, url: URL, method: string): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken } = settings;
  const at = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = [at.slice(0, 8), regionOf(settings, url), 's3', 'aws4_request'];
  const body = 'UNSIGNED-PAYLOAD';
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': body,
    'x-amz-date': at,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = [method, url.pathname, url.search.slice(1), lines.join(''), names, body].join('\n');
  const text = ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(request)].join('\n');
  const key = scope.reduce<string | Uint8Array>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  const credential = `${accessKeyId}/${scope.join('/')}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

/**
 * The maximum length of an XML element, in characters. A longer element is not decoded, because decoding 8 MiB would
 * occupy a thread for seconds.
 */
const LONGEST_ELEMENT = 16 * 1024;

export function elementText(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : xml.indexOf('<', from + 1);
  return to < 0 || to - from > LONGEST_ELEMENT ? undefined : plain(xml.slice(from + name.length + 2, to));
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return SIGNS[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
