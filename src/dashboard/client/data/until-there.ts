const LOOK_MS = 500;
/** The longest wait for the server. It may take 20 s to stop and 30 s to start its threads. */
const LONGEST_MS = 90_000;

/**
 * Polls a restarting server until `look` returns an outcome. Returns undefined if the server stays away. An error of
 * `look` means that the server is still away.
 */
export async function untilThere<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let passed = 0; passed < LONGEST_MS; passed += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch {
      // The server is stopping, or is not back yet.
    }
  }
  return undefined;
}
