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
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

/** How long a browser may keep a file: `immutable` for names that change with their content. */
export type Keeping = 'immutable' | 'checked';
const CACHE_CONTROL: Readonly<Record<Keeping, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  checked: 'no-cache',
};

const zipped = new Map<string, Uint8Array<ArrayBuffer>>();

/** A page of ours or what belongs to it, under the dashboard's policy; compressed once, for those who can read that. */
export function fileResponse(
  request: Request,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
  { keeping = 'checked', status = 200 }: { readonly keeping?: Keeping; readonly status?: number } = {},
): Response {
  const headers = { ...HEADERS, 'content-type': type, 'cache-control': CACHE_CONTROL[keeping] };
  // What is no text is packed by its own format.
  const isPlain = typeof content !== 'string' || !request.headers.get('accept-encoding')?.includes('gzip');
  if (isPlain) return new Response(content, { status, headers });
  let body = zipped.get(content);
  if (body === undefined) {
    body = Bun.gzipSync(content, { level: 9 });
    zipped.set(content, body);
  }
  return new Response(body, { status, headers: { ...headers, 'content-encoding': 'gzip' } });
}
