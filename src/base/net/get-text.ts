interface GotText {
  readonly status: number;
  readonly text: string;
}

/**
 * GETs a text at an address that the operator named.
 *
 * @param maxBytes what is longer is an error
 * @throws Error in words, also when the time is up
 */
export async function getText(url: string, timeoutMs: number, maxBytes: number): Promise<GotText> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: '*/*' } });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    parts.push(part);
  }
  return { status: response.status, text: Buffer.concat(parts).toString() };
}
