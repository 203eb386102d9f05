import type { Fields } from './order-fields.ts';
import { type Item, newItem } from './order-items.ts';

/** An order as the form holds it: every field a text, as it was typed. */
export interface Draft {
  num: string;
  date: string;
  timeStart: string;
  timeEnd: string;
  platform: string;
  client: Fields;
  recipient: Fields;
  delivery: Fields;
  additional: Fields;
  items: Item[];
}

export const emptyDraft = (date: string): Draft => ({
  num: '',
  date,
  timeStart: '',
  timeEnd: '',
  platform: '',
  client: {},
  recipient: {},
  delivery: {},
  additional: {},
  items: [newItem()],
});
