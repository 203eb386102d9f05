import type { Due } from '../data/overdue.ts';
import { howLate } from '../ui/format.ts';
import { words } from '../words/words.ts';

/** The mark of a late order, with the time that its client has waited. */
export const LateMark = ({ of }: { readonly of: Due }) => (
  <span class="chip bad late">{words.value.orders.lateOne(howLate(of))}</span>
);
