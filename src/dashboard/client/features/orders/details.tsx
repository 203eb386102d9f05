import type { ComponentChildren } from 'preact';
import { listPriceOf } from '../../../shared/money.ts';
import { linkTo } from '../../data/link.ts';
import { seesShop } from '../../data/me.ts';
import { type NamedStatuses, type OrderAnswer, type OrderData, sourceName, statusName } from '../../parts/orders.ts';
import { SentText } from '../../ui/breakable.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dialled, moment, money, phone, signed } from '../../ui/format.ts';
import { knownWord } from '../../ui/known-word.ts';
import { Scroll } from '../../ui/scroll.tsx';
import { words } from '../../words/words.ts';
import { itemsKopecks, kopecksOf } from './item-sums.ts';
import { ItemsTable } from './items-table.tsx';
import { MoneyLines, moneyOfOrder, partsOfTotal } from './money-lines.tsx';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const shownOf = (product: OrderData['products'][number]): readonly string[] =>
  ['id', 'name', 'quantity', 'price'].concat(listPriceOf(product) === undefined ? [] : 'listPrice');

export function Items({ order }: { readonly order: OrderData }) {
  const w = words.value.orderPage;
  return (
    <section>
      <h2 class="unseen">{w.itemsTitle}</h2>
      <Scroll label={w.itemsTitle}>
        <ItemsTable
          products={order.products}
          class="order-items"
          money={moneyOfOrder(order)}
          more={(product) => <Tree value={without(product, shownOf(product))} />}
        />
      </Scroll>
    </section>
  );
}

/** Shows an order's sums. Docket keeps amounts as they were sent, so the items may not add up to the order's sum. */
export function Sums({ order }: { readonly order: OrderData }) {
  const { orderPage: w, orders } = words.value;
  const parts = partsOfTotal(order);
  return (
    <div class="order-total">
      {/* An order without a delivery price and discounts needs no list of sums, because the headline already shows
          the total. */}
      {parts.length > 0 && (
        <MoneyLines class="order-sums" of={[...parts, [orders.total, order.price]]} money={moneyOfOrder(order)} />
      )}
      {itemsKopecks(order.products) !== kopecksOf(order.productsAmount) && <p class="note">{w.sumDiffers}</p>}
    </div>
  );
}

const Fold = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <details class="order-fold">
    <summary>{title}</summary>
    {children}
  </details>
);

export function Source({ of: { order, inquiryId } }: { readonly of: OrderAnswer }) {
  const { orderPage: w, orders, inquiries } = words.value;
  const parts: readonly [string, JsonObject | null][] = [
    [w.clientTitle, order.client === null ? null : without(order.client, ['id'])],
    [w.recipientTitle, order.recipient === null ? null : without(order.recipient, ['id'])],
    [w.deliveryTitle, order.delivery],
    [w.additionalTitle, order.additional],
  ];
  return (
    <Fold title={w.cameFrom}>
      {inquiryId !== null && (
        <p>
          <a href={`/app/inquiries/${inquiryId}`}>{inquiries.fromInquiry}</a>
        </p>
      )}
      <div class="order-parts">
        <dl class="tree">
          {order.platform !== '' && <Pair name={orders.orderTexts.platform} value={order.platform} />}
          <Pair name={orders.source} value={sourceName(order.source)} />
        </dl>
        {parts.map(
          ([title, value]) =>
            value !== null &&
            Object.values(value).some((one) => one !== null) && (
              <section key={title}>
                <h3>{title}</h3>
                <Tree value={value} />
              </section>
            ),
        )}
      </div>
    </Fold>
  );
}

export function ForDevelopers({ order }: { readonly order: OrderData }) {
  const w = words.value.orderPage;
  const requests = order.timeline.filter(({ requestId }) => requestId !== null);
  const { timeline: _, earlier: __, ...plain } = order;
  return (
    <Fold title={words.value.forDevelopers}>
      <dl class="tree order-ids">
        <Pair name="id" value={order.id} />
        <Pair name="requestKey" value={order.repeatKey} />
        {idsWithin(order).map(([name, id]) => (
          <Pair key={name} name={name} value={id} />
        ))}
        {requests.map(({ version, kind, requestId }) => (
          <Pair key={version} name={`${w.request} · ${w.kinds[kind]}`} value={requestId} />
        ))}
      </dl>
      <div class="actions start noprint">
        <CopyButton class="quiet" text={linkTo(`/app/orders/${order.id}`)} label={w.copyLink} />
        <CopyButton class="quiet" text={JSON.stringify(plain, null, 2)} label={w.copyJson} />
      </div>
    </Fold>
  );
}

const idsWithin = ({ client, recipient, products }: OrderData): (readonly [string, Json])[] =>
  [
    ['client.id', client?.['id']] as const,
    ['recipient.id', recipient?.['id']] as const,
    ...products.map((product, at) => [`products[${at}].id`, product['id']] as const),
  ].flatMap(([name, id]) => (id === undefined || id === null ? [] : [[name, id] as const]));

function without(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Shows fields that were sent with an order. All of their values are shown as plain text. */
export function Tree({ value }: { readonly value: JsonObject }) {
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== '');
  if (entries.length === 0) return null;
  return (
    <dl class="tree">
      {entries.map(([key, one]) => (
        <Pair key={key} name={knownWord(words.value.orderPage.fields, key) ?? key} raw={key} value={one} />
      ))}
    </dl>
  );
}

function Pair({ name, value, raw = '' }: { readonly name: string; readonly value: Json; readonly raw?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Value name={raw} value={value} />
      </dd>
    </div>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: Json }) {
  if (typeof value !== 'object' && name === 'phone' && dialled(String(value)) !== '') {
    return <a href={`tel:${dialled(String(value))}`}>{phone(String(value))}</a>;
  }
  if (typeof value === 'number' && name === 'price') return <>{money(value)}</>;
  if (typeof value !== 'object' || value === null) return <SentText text={String(value)} />;
  if (Array.isArray(value)) {
    return (
      <ol>
        {value.map((one: Json, at) => (
          <li key={at}>
            <Value name="" value={one} />
          </li>
        ))}
      </ol>
    );
  }
  return <Tree value={value as JsonObject} />;
}

/** Shows nothing until the order has entered a status that takes products from stock. */
export function WriteOff({ order, statuses }: { readonly order: OrderData; readonly statuses: NamedStatuses }) {
  const { writeOff } = order;
  if (writeOff === null) return null;
  const w = words.value.stock;
  const [when, status] = [moment(writeOff.at), statusName(writeOff.statusId, statuses)];
  return (
    <Fold title={w.title}>
      {writeOff.movements.length === 0 ? (
        <p>{(writeOff.changedSince ? w.nothingTakenThen : w.nothingTaken)(when, status)}</p>
      ) : (
        <>
          <p class="meta">{w.writtenOff(when, status)}</p>
          <ul class="stock-written-off">
            {writeOff.movements.map(({ productId, name, delta }) => (
              <li key={productId}>
                {seesShop() ? <a href={`/app/stock/${productId}`}>{name}</a> : name} <strong>{signed(delta)}</strong>
              </li>
            ))}
          </ul>
          {writeOff.changedSince ? <p class="note">{w.changedSince}</p> : <p class="meta">{w.onceOnly}</p>}
        </>
      )}
    </Fold>
  );
}
