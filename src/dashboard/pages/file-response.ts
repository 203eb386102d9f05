const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
  vary: 'accept-encoding',
};

/** How long a browser may keep a file. `immutable` is for names that change with the content. */
export type Keeping = 'immutable' | 'fresh';
const CACHE_CONTROL: Readonly<Record<Keeping, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  fresh: 'no-store',
};

export interface PackedText {
  readonly gzip: Uint8Array<ArrayBuffer>;
}

const zipped = new Map<string, Uint8Array<ArrayBuffer>>();

function gzipOf(content: string | PackedText): Uint8Array<ArrayBuffer> {
  if (typeof content !== 'string') return content.gzip;
  let body = zipped.get(content);
  if (body === undefined) {
    body = Bun.gzipSync(content, { level: 9 });
    zipped.set(content, body);
  }
  return body;
}

/**
 * Responds with a page or one of its files, under the dashboard's security policy. Text is compressed for browsers that
 * accept gzip.
 * @param content bytes are sent as they are, because formats other than text are already compressed
 */
export function fileResponse(
  request: Request,
  type: string,
  content: string | Uint8Array<ArrayBuffer> | PackedText,
  { keeping = 'fresh', status = 200 }: { readonly keeping?: Keeping; readonly status?: number } = {},
): Response {
  const headers = { ...HEADERS, 'content-type': type, 'cache-control': CACHE_CONTROL[keeping] };
  if (content instanceof Uint8Array) return new Response(content, { status, headers });
  if (request.headers.get('accept-encoding')?.includes('gzip')) {
    return new Response(gzipOf(content), { status, headers: { ...headers, 'content-encoding': 'gzip' } });
  }
  const plain = typeof content === 'string' ? content : Bun.gunzipSync(content.gzip);
  return new Response(plain, { status, headers });
}
