import { useEffect, useState } from 'preact/hooks';
import type { KeptDay, KeptOrder } from '../../data/kept-day.ts';
import { whenServerAnswers } from '../../data/offline-shell.ts';
import { FirstItems } from '../../ui/first-items.tsx';
import { day as dayText, dialled, locale, money, phone, slot } from '../../ui/format.ts';
import { language, toLanguage } from '../../words/language.ts';
import { OFFLINE_DAY } from '../../words/offline-day.ts';

export function OfflineDay({ day }: { readonly day: KeptDay }) {
  useEffect(() => whenServerAnswers(() => location.reload()), []);
  useState(() => {
    language.value = toLanguage(day.language);
  });
  const w = OFFLINE_DAY[language.value];
  const time = new Intl.DateTimeFormat(locale(), {
    timeStyle: 'short',
    timeZone: day.timeZone,
  }).format(new Date(day.at));
  return (
    <main class="overview-offline">
      {/* On a phone, the first heading of a page is hidden, because the menu repeats it. This page has no menu. Its
          heading is inside a box, so that the style does not hide it. */}
      <div class="head">
        <h1>{day.workspace}</h1>
      </div>
      <p class="banner" role="status">
        {w.what(time)}
      </p>
      <h2>{dayText(day.day, true)}</h2>
      {day.orders.length === 0 && <p>{w.none}</p>}
      <ul class="cards">
        {day.orders.toSorted(byTime).map((order) => (
          <Card key={order.id} order={order} />
        ))}
      </ul>
    </main>
  );
}

/** A text that sorts after every time. */
const LAST = '99';

const byTime = (a: KeptOrder, b: KeptOrder): number =>
  (a.timeStart ?? LAST).localeCompare(b.timeStart ?? LAST) || (a.timeEnd ?? LAST).localeCompare(b.timeEnd ?? LAST);

function Card({ order }: { readonly order: KeptOrder }) {
  const w = OFFLINE_DAY[language.value];
  const number = order.clientPhone ?? '';
  return (
    <li>
      <strong class="figure">{slot(order.timeStart, order.timeEnd) || w.noTime}</strong>
      <span>{order.clientName ?? order.recipientName}</span>
      {dialled(number) !== '' && (
        <a class="button end" href={`tel:${dialled(number)}`}>
          {phone(number)}
        </a>
      )}
      <span class="meta">
        <bdi>{order.num}</bdi>
        {' · '}
        <FirstItems of={order} />
        {order.address !== null && ' · '}
        <bdi>{order.address}</bdi>
        {` · ${order.left > 0 ? w.left(money(order.left)) : (w.states[order.paymentStatus] ?? w.states.paid)}`}
      </span>
    </li>
  );
}
