/** @throws Error with a readable message if the body is longer than `maxBytes` */
export async function readBounded(answer: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the remaining body.
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
