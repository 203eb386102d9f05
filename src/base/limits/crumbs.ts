/** Parts of a body that are read as they come; one more for each 4 KiB. */
const FREE_PARTS = 16;
const BYTES_OF_A_PART = 4_096;
const REST_MS = 5;

/**
 * The wait before the next part of a body that comes in needlessly many. Bun joins what comes meanwhile, at 25 ns a
 * part. A part that is read costs a microsecond and more, however small it is.
 */
export function restFromCrumbs(parts: number, bytes: number): Promise<void> | undefined {
  if (parts <= FREE_PARTS + bytes / BYTES_OF_A_PART) return undefined;
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
