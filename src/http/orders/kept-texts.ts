import type { OrderState } from '../../orders/index.ts';

/** The most bytes of cached texts: enough for some two thousand orders. */
const MOST_BYTES = 8 * 1_048_576;
/** A larger text is not stored, because a text of a thousand lines would push out a hundred others. */
const MOST_OF_ONE = 65_536;

interface KeptText {
  readonly state: OrderState;
  readonly json: Buffer<ArrayBuffer>;
}

/**
 * Caches the envelopes of recently read orders until they change. A page that waits for an order's next status requests
 * the same text again and again. Making it takes half of a read's time.
 */
export interface KeptTexts {
  find(id: string, state: OrderState): Buffer<ArrayBuffer> | undefined;
  /** Removes the least recently requested texts. @returns the given text */
  keep(id: string, state: OrderState, json: Buffer<ArrayBuffer>): Buffer<ArrayBuffer>;
}

export function createKeptTexts(mostBytes = MOST_BYTES): KeptTexts {
  const texts = new Map<string, KeptText>();
  let bytes = 0;
  const drop = (id: string): void => {
    bytes -= texts.get(id)?.json.length ?? 0;
    texts.delete(id);
  };
  return {
    find(id, { version, updatedAt }) {
      const kept = texts.get(id);
      // A restore in between may have brought the same version with another text.
      if (kept?.state.version !== version || kept.state.updatedAt !== updatedAt) return undefined;
      texts.delete(id);
      texts.set(id, kept);
      return kept.json;
    },
    keep(id, { version, updatedAt }, json) {
      drop(id);
      if (json.length > MOST_OF_ONE) return json;
      texts.set(id, { state: { version, updatedAt }, json });
      bytes += json.length;
      for (const oldest of texts.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
      return json;
    },
  };
}
