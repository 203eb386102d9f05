import { isJsonObject, type JsonValue, mayHaveLongNumbers, parseStored } from '../../base/index.ts';
import type { Order } from '../../orders/index.ts';

/** The parts of an order with fields that only the sender understands. */
const PARTS = ['client', 'recipient', 'products', 'delivery', 'additional'] as const;
type Parts = { readonly [part in (typeof PARTS)[number]]?: unknown };

/**
 * Keeps stored numbers that a browser cannot represent, such as one with twenty digits. If an edit sends back the value
 * that the page received, the stored number stays.
 */
export function keepDigits<T extends Parts>(sent: T, order: Order): T {
  const restored = restoring();
  const kept = PARTS.flatMap((part) => {
    const stored = order[part];
    const value = sent[part] as JsonValue | undefined;
    if (value === undefined || stored === null || !mayHaveLongNumbers(stored)) return [];
    return [[part, restored(value, parseStored<JsonValue>(stored))]];
  });
  return { ...sent, ...Object.fromEntries(kept) };
}

function restoring(): (sent: JsonValue, stored: JsonValue | undefined) => JsonValue {
  // Each array is indexed only once, however many items are compared with it.
  const named = new Map<readonly JsonValue[], ReadonlyMap<JsonValue | undefined, JsonValue>>();

  /**
   * Finds the stored item for a sent item: at the same position if the names agree, else the first with the sent name.
   * If no stored item has that name, takes the one at the same position.
   */
  function counterpart(item: JsonValue, at: number, stored: readonly JsonValue[]): JsonValue | undefined {
    const name = nameOf(item);
    if (name === undefined || nameOf(stored[at]) === name) return stored[at];
    const byName = named.getOrInsertComputed(stored, firstByName);
    return byName.get(name) ?? stored[at];
  }

  return function restored(sent: JsonValue, stored: JsonValue | undefined): JsonValue {
    if (stored === undefined) return sent;
    if (JSON.isRawJSON(stored)) return isHeld(sent, JSON.stringify(stored)) ? stored : sent;
    if (Array.isArray(sent)) {
      if (!Array.isArray(stored)) return sent;
      return sent.map((item, at) => restored(item, counterpart(item, at, stored)));
    }
    if (!isJsonObject(sent) || !isJsonObject(stored)) return sent;
    const own = (key: string): JsonValue | undefined => (Object.hasOwn(stored, key) ? stored[key] : undefined);
    return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, restored(value, own(key))]));
  };
}

/**
 * Checks whether the sent value represents the stored digits. A page sends the digits as a text. A page of an earlier
 * Docket version sends a rounded number. If that number has many digits, the JSON parser keeps it as raw JSON.
 */
function isHeld(sent: JsonValue, digits: string): boolean {
  if (typeof sent === 'string') return sent === digits;
  const rounded = Number(digits);
  // A browser reads a number this large as infinity, and sends null for it. So null counts as the stored number,
  // although an emptied field is sent as null too.
  if (!Number.isFinite(rounded)) return sent === null;
  return (JSON.isRawJSON(sent) ? Number(JSON.stringify(sent)) : sent) === rounded;
}

const nameOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) ? value['name'] : undefined;

const firstByName = (items: readonly JsonValue[]): ReadonlyMap<JsonValue | undefined, JsonValue> =>
  new Map(items.map((item) => [nameOf(item), item] as const).reverse());
