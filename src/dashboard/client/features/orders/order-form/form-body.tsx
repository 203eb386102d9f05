import { useState } from 'preact/hooks';
import type { OrderData } from '../../../parts/orders.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { count, day, money, plural, slot } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import { itemsKopecks } from '../item-sums.ts';
import { type SlipOrder, SlipPaper } from '../print/slip-paper.tsx';
import { type EarlierOrder, type KnownClient, type Usual, useClientOf, useUsual } from './data.ts';
import { type Change, type Draft, totalOf } from './draft.ts';
import { OrderFields } from './form-fields.tsx';
import { withoutDiscount } from './item-discount.ts';
import { contentOf } from './order-draft.ts';
import { isBlank, itemAgain } from './order-items.ts';
import { useScanning } from './scanning.tsx';

interface Props {
  readonly draft: Draft;
  readonly change: Change;
  readonly action: string;
  readonly back: string;
  /** The order being changed; undefined for a new one. */
  readonly order?: OrderData;
  /** Ended or full time slots that the user confirmed. The form does not ask about them again. */
  readonly agreed?: Set<string>;
  readonly line?: (usual: Usual) => preact.ComponentChildren;
}

export function FormBody({ draft, change, action, back, order, agreed, line }: Props) {
  const usual = useUsual();
  const [noted] = useState(() => agreed ?? new Set<string>());
  const client = useClientOf(draft.client['phone'] ?? '');
  const scans = useScanning({ items: draft.items, put: (items) => change({ ...draft, items }) });
  // The edit page shows no earlier orders, because a press on one would add its items to the edited order.
  const before = order === undefined && <EarlierOrders of={client} draft={draft} change={change} />;
  return (
    <div class="order-form-columns">
      <div>
        {line?.(usual)}
        <OrderFields
          draft={draft}
          change={change}
          before={before}
          usual={usual}
          isNew={order === undefined}
          agreed={noted}
          scans={scans}
        />
        {/* If the user saved during a lookup, the order would lack the product. */}
        <FormActions action={action} back={back} disabled={scans.busy} sticky>
          <OneLine draft={draft} />
        </FormActions>
      </div>
      <aside>
        {before}
        <Preview draft={draft} before={order} />
      </aside>
    </div>
  );
}

/**
 * Returns the form's current order for the preview of the slip.
 * @param before the order being changed; undefined for a new one
 */
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

function Preview({ draft, before }: { readonly draft: Draft; readonly before?: OrderData | undefined }) {
  return (
    <section class="order-form-preview">
      <h2>{words.value.orderForm.preview}</h2>
      <div class="print-paper print-slip print-small">
        <SlipPaper order={slipOf(draft, before)} />
      </div>
    </section>
  );
}

function OneLine({ draft }: { readonly draft: Draft }) {
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

interface EarlierOrdersProps {
  readonly of: KnownClient | undefined;
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
}

function EarlierOrders({ of, draft, change }: EarlierOrdersProps) {
  const orders = of?.orders.filter(({ num }) => num !== draft.num) ?? [];
  const w = words.value.orderForm;
  if (orders.length === 0) return null;
  const again = (order: EarlierOrder): void =>
    change({
      ...draft,
      // The earlier order's discount was for that order only, so its items are added at their full prices.
      items: [...draft.items.filter((item) => !isBlank(item)), ...withoutDiscount(order.items.map(itemAgain))],
    });
  return (
    <section class="order-form-before">
      <h2>{w.before}</h2>
      <ul class="plain">
        {orders.map((order) => (
          <li key={order.id}>
            <span>
              <span class="meta">
                {day(order.date)} · {money(order.price)}
              </span>
              <span>{itemsOf(order)}</span>
            </span>
            {order.moreItems === 0 && (
              <button type="button" class="quiet" aria-label={`${w.again}: ${order.num}`} onClick={() => again(order)}>
                {w.again}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHOWN = 3;

function itemsOf({ items, moreItems }: EarlierOrder): string {
  const names = items.slice(0, SHOWN).map(({ name, quantity }) => `${name} ×${count(quantity)}`);
  const more = items.length - names.length + moreItems;
  return [...names, ...(more === 0 ? [] : [plural(more, words.value.orderForm.moreItems)])].join(', ');
}
