/** The bytes that are read of any response; the rest is not waited for (contract, section 5). */
const READ_BYTES = 64 * 1024;

/**
 * Reads the first 64 KiB of a body into `chunks`. What is longer, or says that it is, is broken off. Where it throws, `chunks`
 * holds what had come of a failed answer by then.
 *
 * @param breakOff ends the request
 */
export async function readResponse(response: Response, chunks: Uint8Array[], breakOff: () => void): Promise<void> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  // Most answers are short, say so, and are successes, of which nothing is kept.
  if (response.ok && length <= READ_BYTES) chunks.push(new Uint8Array(await response.arrayBuffer()));
  else await readUpTo(response, chunks, breakOff);
}

async function readUpTo(response: Response, chunks: Uint8Array[], breakOff: () => void): Promise<void> {
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined && length < READ_BYTES) {
    const { done, value } = await reader.read();
    if (done) return;
    chunks.push(value);
    length += value.length;
  }
  if (reader === undefined) return;
  await reader.cancel();
  breakOff();
}
