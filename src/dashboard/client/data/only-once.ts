type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

interface UnderWay {
  readonly address: string;
  readonly body: unknown;
  readonly answer: Promise<Response>;
}

const underWay = new Set<UnderWay>();

/**
 * Has each change sent once. Asked for again while it is under way, the very same change gets the answer of the first.
 * Forms and buttons swallow a second press themselves (sending.ts); this holds for whatever else changes something, such
 * as a key or a card that is dragged.
 */
export const onlyOnce =
  (send: Fetch): Fetch =>
  async (input, init) => {
    if ((init?.method ?? 'GET') === 'GET') return send(input, init);
    const address = input instanceof Request ? input.url : String(input);
    const body = init?.body;
    const same = [...underWay].find((one) => one.address === address && one.body === body);
    const mine = same ?? { address, body, answer: send(input, init) };
    underWay.add(mine);
    try {
      // Whoever asked reads a copy of their own.
      return (await mine.answer).clone();
    } finally {
      underWay.delete(mine);
    }
  };
