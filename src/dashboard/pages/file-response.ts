import { type Packed, packedResponse, packText } from '../../web/index.ts';

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
};

/** How long a browser may keep a file. `immutable` is for names that change with the content. */
export type Keeping = 'immutable' | 'fresh';
const CACHE_CONTROL: Readonly<Record<Keeping, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  fresh: 'no-store',
};

const pages = new Map<string, Packed>();

function packPage(html: string): Packed {
  const packed = pages.get(html) ?? packText(html);
  pages.set(html, packed);
  return packed;
}

/**
 * Responds with a page or one of its files, under the dashboard's security policy. Text is compressed for browsers that
 * accept gzip.
 * @param content a Blob is sent as it is, because formats other than text are already compressed
 */
export function fileResponse(
  request: Request,
  type: string,
  content: string | Blob | Packed,
  { keeping = 'fresh', status = 200 }: { readonly keeping?: Keeping; readonly status?: number } = {},
): Response {
  const headers = { ...HEADERS, 'content-type': type, 'cache-control': CACHE_CONTROL[keeping] };
  if (content instanceof Blob) return new Response(content, { status, headers });
  return packedResponse(request, typeof content === 'string' ? packPage(content) : content, { status, headers });
}
