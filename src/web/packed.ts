import { once } from '../base/index.ts';

/**
 * A text that is sent again and again, with or without compression. All responses share its bytes. So a response that
 * nobody reads takes no memory of its own.
 */
export interface Packed {
  readonly plain: () => Blob;
  readonly zipped: () => Blob;
}

export const packText = (text: string): Packed => ({
  plain: once(() => new Blob([text])),
  zipped: once(() => new Blob([Bun.gzipSync(text, { level: 9 })])),
});

export const packGzip = (gzip: Uint8Array<ArrayBuffer>): Packed => ({
  plain: once(() => new Blob([Bun.gunzipSync(gzip)])),
  zipped: once(() => new Blob([gzip])),
});

/** The headers of a text that browsers must not cache. @param policy the Content-Security-Policy */
export const textHeaders = (policy: string, type: string): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'content-type': type,
});

interface PackedInit {
  readonly headers: Readonly<Record<string, string>>;
  readonly status?: number;
}

export function packedResponse(request: Request, { plain, zipped }: Packed, { headers, status = 200 }: PackedInit) {
  const own = { ...headers, vary: 'accept-encoding' };
  if (!request.headers.get('accept-encoding')?.includes('gzip')) return new Response(plain(), { status, headers: own });
  return new Response(zipped(), { status, headers: { ...own, 'content-encoding': 'gzip' } });
}
