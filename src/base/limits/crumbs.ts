const FREE_PARTS = 16;
const BYTES_OF_A_PART = 4_096;
const REST_MS = 5;

/**
 * Returns a pause before the next read if a body arrives in needlessly many parts. During the pause, Bun joins the
 * parts that arrive, at 25 ns each. Reading a part costs a microsecond or more.
 */
export function restFromCrumbs(parts: number, bytes: number): Promise<void> | undefined {
  if (parts <= FREE_PARTS + bytes / BYTES_OF_A_PART) return undefined;
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
