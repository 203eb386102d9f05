import type { Due } from '../data/overdue.ts';
import { howLate } from '../ui/format.ts';
import { words } from '../words/words.ts';

/** Says of an order whose time is over for how long its client has waited. */
export const LateMark = ({ of }: { readonly of: Due }) => (
  <span class="chip bad late">{words.value.orders.lateOne(howLate(of))}</span>
);
