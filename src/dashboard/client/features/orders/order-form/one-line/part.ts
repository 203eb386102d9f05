import type { Good } from './goods.ts';
import type { Span } from './scan.ts';

export interface Meanings {
  readonly name: string;
  /** The complete number, as it was typed. */
  readonly phone: string;
  /** The last digits of the phone of a client who ordered before. */
  readonly tail: string;
  /** A recipient other than the client; the phone as it was typed. */
  readonly recipient: { readonly name: string; readonly phone: string };
  readonly item: Good;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:mm, or empty. */
  readonly slot: { readonly timeStart: string; readonly timeEnd: string };
  readonly way: 'delivery' | 'pickup';
  /** Roubles. */
  readonly deliveryPrice: string;
  readonly address: string;
  /** Further directions: an entrance, a floor, a door code. */
  readonly detail: string;
  readonly flat: string;
  /** The text of the gift card. */
  readonly card: string;
  /** A wish of the client. */
  readonly note: string;
  /** The discount on the order: `10%`, or roubles. */
  readonly discount: string;
  /** Words without a clear meaning. They may be the name of a product. */
  readonly unsure: string;
}

export type Part = {
  [Kind in keyof Meanings]: Span & { readonly kind: Kind; readonly value: Meanings[Kind] };
}[keyof Meanings];

export const unsure = ({ at, text }: Span): Part => ({ at, text, kind: 'unsure', value: text });
