import { newUuid } from './new-uuid.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What was sent and never answered: by address, the id that it was sent under. */
const unanswered = new Map<string, string>();

/**
 * Sends each change under an id of its own, and under the same one again where its answer was lost: the server then knows
 * whether it made anything, whatever was changed in the form meanwhile (src/dashboard/make-once.ts).
 */
export const withFormId =
  (send: Fetch): Fetch =>
  async (input, init) => {
    if ((init?.method ?? 'GET') === 'GET') return send(input, init);
    const address = input instanceof Request ? input.url : String(input);
    const id = unanswered.get(address) ?? newUuid();
    // Not for another one that begins meanwhile: that is a wish of its own.
    unanswered.delete(address);
    const headers = new Headers(init?.headers);
    headers.set('idempotency-key', id);
    try {
      const response = await send(input, { ...init, headers });
      // A proxy's word that nothing came back, or a fault of ours, says nothing of what was made.
      if (response.status >= 500) unanswered.set(address, id);
      return response;
    } catch (error) {
      unanswered.set(address, id);
      throw error;
    }
  };
