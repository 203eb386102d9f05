const LOOK_MS = 500;
/** A stop takes up to 20 seconds, and what is being read meanwhile is waited for half a minute. */
const LONGEST_MS = 90_000;

/**
 * Asks a server that is away for a restore until it returns and reports the outcome.
 *
 * @param look undefined while there is no outcome; an error that it throws is the silence of a server that is away
 * @returns undefined if the server stays away
 */
export async function untilThere<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let passed = 0; passed < LONGEST_MS; passed += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch {
      // The server is stopping, or not back yet.
    }
  }
  return undefined;
}
