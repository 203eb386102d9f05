import { createHmac } from 'node:crypto';

/** How a bucket is reached: any server that speaks S3, AWS without an endpoint. */
export interface ObjectStoreSettings {
  /** Origin such as https://s3.example.com; undefined: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly accessKeyId: string;
  /** Never printed, logged or written down. */
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  /** Plain http off this machine too: whoever set it up took that upon themselves. */
  readonly allowPlain?: boolean;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

interface ListedPage {
  readonly objects: readonly StoredObject[];
  /** By which the next page is asked for; undefined: this was the last. */
  readonly next: string | undefined;
}

interface PageWish {
  readonly bucket: string;
  readonly prefix: string;
  /** What the page before gave as its `next`. */
  readonly after: string | undefined;
  readonly signal: AbortSignal;
}

/** A page has 1,000 objects, whose keys have 1,024 bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * One page of a bucket's listing. Bun's own client (1.4.5) reads a whole answer, even after its caller has left.
 * So a server that lies could fill the memory. This reader stops at a bound, or at its signal.
 *
 * @throws Error with the `code` that the server gave, or that of the connection
 */
export async function listPage(settings: ObjectStoreSettings, wish: PageWish): Promise<ListedPage> {
  const url = addressOf(settings, wish.bucket);
  const query = { 'continuation-token': wish.after, 'list-type': '2', prefix: wish.prefix };
  // Sorted, as they are signed.
  url.search = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${escaped(name)}=${escaped(value)}`]))
    .join('&');
  const answer = await fetch(url, { headers: signed(settings, url), redirect: 'manual', signal: wish.signal });
  const text = await readBounded(answer);
  if (!answer.ok) {
    const code = textOf(text, 'Code') ?? `answer ${answer.status}`;
    throw Object.assign(new Error(textOf(text, 'Message') ?? `the server answered ${answer.status}`), { code });
  }
  const next = textOf(text, 'NextContinuationToken');
  return { objects: objectsIn(text), next: textOf(text, 'IsTruncated') === 'true' ? next : undefined };
}

async function readBounded(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const parts: Uint8Array[] = [];
  for (let bytes = 0; reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > MOST_BYTES) throw new Error(`a page of the listing is longer than ${MOST_BYTES} bytes`);
    parts.push(value);
  }
  return Buffer.concat(parts).toString('utf8');
}

function addressOf({ endpoint, region }: ObjectStoreSettings, bucket: string): URL {
  const { origin, pathname } = new URL(endpoint ?? `https://s3.${region ?? USUAL_REGION}.amazonaws.com`);
  return new URL(`${origin}${pathname.replace(/\/$/, '')}/${bucket}`);
}

const USUAL_REGION = 'us-east-1';
const REGION_IN_NAME = /^(?:.+\.)?s3[.-]([a-z0-9-]+)\.amazonaws\.com$/;

/** Servers that are not Amazon's take any that is the same in both places. */
function regionOf({ region }: ObjectStoreSettings, { hostname }: URL): string {
  if (hostname.endsWith('.r2.cloudflarestorage.com')) return region ?? 'auto';
  return region ?? REGION_IN_NAME.exec(hostname)?.[1] ?? USUAL_REGION;
}

const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4 of a request without a body. */
function signed(settings: ObjectStoreSettings, url: URL): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken } = settings;
  const at = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = [at.slice(0, 8), regionOf(settings, url), 's3', 'aws4_request'];
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': sha256(''),
    'x-amz-date': at,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = ['GET', url.pathname, url.search.slice(1), lines.join(''), names, sha256('')].join('\n');
  const text = ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(request)].join('\n');
  const key = scope.reduce<string | Uint8Array>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  const credential = `${accessKeyId}/${scope.join('/')}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

function objectsIn(text: string): StoredObject[] {
  const [, ...parts] = text.split('<Contents>');
  return parts.flatMap((part) => {
    const [key, size] = [textOf(part, 'Key'), textOf(part, 'Size')];
    return key === undefined ? [] : [{ key, bytes: Number(size ?? 0) || 0 }];
  });
}

/** What stands in the first element of a name. */
function textOf(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : xml.indexOf('<', from + 1);
  return to < 0 ? undefined : plain(xml.slice(from + name.length + 2, to));
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return SIGNS[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
