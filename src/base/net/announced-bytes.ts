/**
 * Returns the length of a body as its request announces it, in bytes; undefined without a length. Bun joins two equal
 * Content-Length headers to "9, 9", which would pass every comparison as NaN. So only a plain number counts (RFC 9110,
 * 8.6).
 */
export function announcedBytes({ headers }: Request): number | undefined {
  const announced = headers.get('content-length');
  return announced !== null && /^\d+$/.test(announced) ? Number(announced) : undefined;
}
