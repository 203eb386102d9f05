/**
 * Leaves a page and keeps its form from being sent again meanwhile. The promise resolves if the reader returns to the
 * page.
 */
export function leave(go: () => void): Promise<unknown> {
  go();
  return new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}
