/** This many parts of a body are read as they arrive, and one more for each 4 KiB. */
const FREE_PARTS = 16;
const BYTES_OF_A_PART = 4_096;
const REST_MS = 5;

/**
 * A wait before the next part of a body that arrives in needlessly many parts; undefined for any other body. Meanwhile
 * Bun joins the parts that arrive, at 25 ns a part. Reading a part costs a microsecond or more, however small it is.
 */
export function restFromCrumbs(parts: number, bytes: number): Promise<void> | undefined {
  if (parts <= FREE_PARTS + bytes / BYTES_OF_A_PART) return undefined;
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
