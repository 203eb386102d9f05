import type { OrderData } from '../../../parts/orders.ts';
import { day, money, plural, slot } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import { itemsKopecks } from '../item-sums.ts';
import { type SlipOrder, SlipPaper } from '../print/slip-paper.tsx';
import { type Draft, totalOf } from './draft.ts';
import { contentOf } from './order-draft.ts';

/** Returns the order as it would be saved now. @param before the order being changed; undefined for a new one */
function slipOf(draft: Draft, before: OrderData | undefined): SlipOrder {
  const content = contentOf(draft, before);
  const products = content.products.filter(({ name }) => name !== '');
  return {
    ...content,
    products,
    num: draft.num,
    productsAmount: itemsKopecks(products) / 100,
    price: totalOf({ ...draft, items: draft.items.filter(({ name }) => name.trim() !== '') }),
    paidAmount: before?.paidAmount ?? 0,
  };
}

/** Shows the slip as it will be printed, while the user fills in the form. */
export function Preview({ draft, before }: { readonly draft: Draft; readonly before?: OrderData | undefined }) {
  return (
    <section class="order-form-preview">
      <h2>{words.value.orderForm.preview}</h2>
      <div class="print-paper print-slip print-small">
        <SlipPaper order={slipOf(draft, before)} />
      </div>
    </section>
  );
}

/** Shows the order in one line, if there is no room for the slip. */
export function OneLine({ draft }: { readonly draft: Draft }) {
  const items = draft.items.filter(({ name }) => name.trim() !== '').length;
  const when = slot(draft.timeStart || null, draft.timeEnd || null);
  const parts = [
    plural(items, words.value.orderForm.itemsSoFar),
    draft.date === '' ? '' : `${day(draft.date)}${when === '' ? '' : `, ${when}`}`,
  ];
  return (
    <p class="order-form-line">
      <span>{parts.filter((text) => text !== '').join(' · ')}</span> <strong>{money(totalOf(draft))}</strong>
    </p>
  );
}
