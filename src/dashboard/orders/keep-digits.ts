import { isJsonObject, type JsonValue, parseStored } from '../../base/index.ts';
import type { Order } from '../../orders/index.ts';

/** The parts of an order that hold what its sender alone knows. */
const PARTS = ['client', 'recipient', 'products', 'delivery', 'additional'] as const;
type Parts = { readonly [part in (typeof PARTS)[number]]?: unknown };

/**
 * A browser rounds a number of twenty digits when it reads an order, and sends the rounded one with every edit. Where a number
 * that comes back is the stored one as a browser holds it, the stored one stays, to the last digit.
 */
export function keepDigits<T extends Parts>(sent: T, order: Order): T {
  const kept = PARTS.flatMap((part) => {
    const stored = order[part];
    const value = sent[part] as JsonValue | undefined;
    return value === undefined || stored === null ? [] : [[part, restored(value, parseStored<JsonValue>(stored))]];
  });
  return { ...sent, ...Object.fromEntries(kept) };
}

function restored(sent: JsonValue, stored: JsonValue | undefined): JsonValue {
  if (stored === undefined) return sent;
  if (JSON.isRawJSON(stored)) return isRounded(sent, Number(JSON.stringify(stored))) ? stored : sent;
  if (Array.isArray(sent)) {
    if (!Array.isArray(stored)) return sent;
    return sent.map((item, at) => restored(item, counterpart(item, at, stored)));
  }
  if (!isJsonObject(sent) || !isJsonObject(stored)) return sent;
  const own = (key: string): JsonValue | undefined => (Object.hasOwn(stored, key) ? stored[key] : undefined);
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, restored(value, own(key))]));
}

/** What is beyond a double is sent as null; the rounded one may have as many digits, and is then raw itself. */
function isRounded(sent: JsonValue, stored: number): boolean {
  if (!Number.isFinite(stored)) return sent === null;
  return (JSON.isRawJSON(sent) ? Number(JSON.stringify(sent)) : sent) === stored;
}

const nameOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) ? value['name'] : undefined;

/** Items before it may have been taken out: the one of the same name is sought, else the one in its place. */
function counterpart(item: JsonValue, at: number, stored: readonly JsonValue[]): JsonValue | undefined {
  const name = nameOf(item);
  if (name === undefined || nameOf(stored[at]) === name) return stored[at];
  return stored.find((one) => nameOf(one) === name) ?? stored[at];
}
