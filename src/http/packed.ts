export interface Body {
  readonly text: string;
  readonly zipped: () => Uint8Array<ArrayBuffer>;
}

/** Makes a body that is compressed for each request and not cached. It suits texts that are requested only once. */
export const fresh = (text: string): Body => ({ text, zipped: () => Bun.gzipSync(text) });

export function kept(text: string): Body {
  let zipped: Uint8Array<ArrayBuffer> | undefined;
  return {
    text,
    zipped: () => {
      zipped ??= Bun.gzipSync(text);
      return zipped;
    },
  };
}

interface ServedText {
  readonly type: string;
  readonly policy: string;
  readonly status?: number;
}

export function packedResponse(request: Request, { text, zipped }: Body, { type, policy, status = 200 }: ServedText) {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': policy,
    vary: 'accept-encoding',
    'content-type': type,
  };
  if (!request.headers.get('accept-encoding')?.includes('gzip')) return new Response(text, { status, headers });
  return new Response(zipped(), { status, headers: { ...headers, 'content-encoding': 'gzip' } });
}
