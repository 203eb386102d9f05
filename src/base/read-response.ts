/** The bytes that are read of any response; the rest is not waited for (contract, section 5). */
export const READ_BYTES = 64 * 1024;

/**
 * The first 64 KiB of a body. What is longer, or says that it is, is broken off.
 *
 * @param breakOff ends the request
 */
export async function readResponse(response: Response, breakOff: () => void): Promise<Uint8Array> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  // Most answers are short and say so.
  if (length <= READ_BYTES) return new Uint8Array(await response.arrayBuffer());
  return readUpTo(response, breakOff);
}

async function readUpTo(response: Response, breakOff: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined && length < READ_BYTES) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    chunks.push(value);
    length += value.length;
  }
  if (reader !== undefined) {
    await reader.cancel();
    breakOff();
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES);
}
