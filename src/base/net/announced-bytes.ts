/**
 * Returns the body length that a request announces, in bytes; undefined without a plain number (RFC 9110, 8.6). Bun
 * joins two equal Content-Length headers to "9, 9". Converted to a number, this text is NaN, and NaN is never above a
 * limit.
 */
export function announcedBytes({ headers }: Request): number | undefined {
  const announced = headers.get('content-length');
  return announced !== null && /^\d+$/.test(announced) ? Number(announced) : undefined;
}
