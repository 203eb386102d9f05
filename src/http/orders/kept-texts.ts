import type { OrderState } from '../../orders/index.ts';
import type { VersionedValue } from '../../storage/index.ts';

/** The limit on the bytes of cached texts. It is enough for some two thousand orders. */
const MOST_BYTES = 8 * 1_048_576;
/** The limit on orders whose first read is remembered. The text of an order is cached at its second read. */
const MOST_REMEMBERED = 8_192;
/** The limit on the size of a cached text. A text of a thousand lines would displace a hundred others. */
const MOST_OF_ONE = 65_536;

interface KeptText {
  readonly workspaceSeq: number;
  seen: VersionedValue<OrderState>;
  readonly json: Buffer<ArrayBuffer>;
}

/**
 * A cache of the JSON texts of recently read orders, each valid until its order changes. A page that waits for an
 * order's status requests the same text again and again. Building a text takes half of a read's time.
 */
export interface KeptTexts {
  /**
   * Finds the cached text of an order; undefined if the order has changed since.
   * @param look reads the order's current state; called only if the workspace has a cached text of the order
   */
  find(
    workspaceSeq: number,
    id: string,
    look: (last: VersionedValue<OrderState>) => VersionedValue<OrderState>,
  ): KeptText | undefined;
  /**
   * Checks whether the order was requested recently, and records this request. Caching a text costs a third of a read's
   * time and displaces other texts. So a text that is read only once is not cached.
   */
  isRepeated(id: string): boolean;
  keep(workspaceSeq: number, id: string, state: OrderState, json: Buffer<ArrayBuffer>): void;
}

export function createKeptTexts(mostBytes = MOST_BYTES, mostRemembered = MOST_REMEMBERED): KeptTexts {
  // The older half of the cache is dropped at once. Dropping texts one by one took a tenth of a read's time.
  let [requested, requestedBefore] = [new Set<string>(), new Set<string>()];
  let [young, old, bytes] = [new Map<string, KeptText>(), new Map<string, KeptText>(), 0];

  function add(id: string, kept: KeptText): void {
    bytes += kept.json.length - (young.get(id)?.json.length ?? 0);
    if (bytes > mostBytes / 2) [young, old, bytes] = [new Map(), young, kept.json.length];
    young.set(id, kept);
  }

  return {
    find(workspaceSeq, id, look) {
      const kept = young.get(id) ?? old.get(id);
      if (kept?.workspaceSeq !== workspaceSeq) return undefined;
      const now = look(kept.seen);
      // `updatedAt` is compared too. A restore since the last read may have brought the same version with another text.
      const { version, updatedAt } = kept.seen.value;
      if (now.value.version !== version || now.value.updatedAt !== updatedAt) return undefined;
      kept.seen = now;
      if (!young.has(id)) add(id, kept);
      return kept;
    },
    isRepeated(id) {
      if (requested.has(id) || requestedBefore.has(id)) return true;
      if (requested.size >= mostRemembered / 2) [requested, requestedBefore] = [new Set(), requested];
      requested.add(id);
      return false;
    },
    keep(workspaceSeq, id, { version, updatedAt }, json) {
      const seen = { value: { version, updatedAt }, state: undefined };
      if (json.length <= MOST_OF_ONE) add(id, { workspaceSeq, seen, json });
    },
  };
}
