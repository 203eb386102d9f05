/** The browser takes its time to leave a page, on which nothing is to be sent again. Ends where the reader comes back to it. */
export function leave(go: () => void): Promise<unknown> {
  go();
  return new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}
