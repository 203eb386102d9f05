import { isJsonObject, type JsonValue, parseStored } from '../../base/index.ts';
import type { Order } from '../../orders/index.ts';

/** The parts of an order that hold what its sender alone knows. */
const PARTS = ['client', 'recipient', 'products', 'delivery', 'additional'] as const;
type Parts = { readonly [part in (typeof PARTS)[number]]?: unknown };

/**
 * A browser cannot hold a number of twenty digits: a page gets the text of its digits, pages of earlier versions rounded the number.
 * Both send what they hold with every edit. Where that comes back, the stored number stays, to the last digit.
 */
export function keepDigits<T extends Parts>(sent: T, order: Order): T {
  const restored = restoring();
  const kept = PARTS.flatMap((part) => {
    const stored = order[part];
    const value = sent[part] as JsonValue | undefined;
    return value === undefined || stored === null ? [] : [[part, restored(value, parseStored<JsonValue>(stored))]];
  });
  return { ...sent, ...Object.fromEntries(kept) };
}

function restoring(): (sent: JsonValue, stored: JsonValue | undefined) => JsonValue {
  // Each array is gone through once, whatever number of items is compared with it.
  const named = new Map<readonly JsonValue[], ReadonlyMap<JsonValue | undefined, JsonValue>>();

  /** Items before one may have been taken out: the first of the same name is its counterpart, else the one in its place. */
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

/** The rounded one may have as many digits, and is then raw itself. */
function isHeld(sent: JsonValue, digits: string): boolean {
  if (typeof sent === 'string') return sent === digits;
  const rounded = Number(digits);
  // Sent as null. That also says that a field was emptied, but no person writes such a number.
  if (!Number.isFinite(rounded)) return sent === null;
  return (JSON.isRawJSON(sent) ? Number(JSON.stringify(sent)) : sent) === rounded;
}

const nameOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) ? value['name'] : undefined;

const firstByName = (items: readonly JsonValue[]): ReadonlyMap<JsonValue | undefined, JsonValue> =>
  new Map(items.map((item) => [nameOf(item), item] as const).reverse());
