import { fieldsOf } from '../../data/fields-of.ts';
import { Actor } from '../../parts/actor.tsx';
import { fieldWord, valueWord } from '../../parts/changes.ts';
import { OrderLink } from '../../parts/order-link.tsx';
import type { NamedStatuses } from '../../parts/orders.ts';
import { stageName } from '../../parts/stage-name.ts';
import { count, day, localClock, moment, money } from '../../ui/format.ts';
import { knownWord } from '../../ui/known-word.ts';
import { words } from '../../words/words.ts';
import type { Row } from './filter.ts';

const CLOCK_AT = 'YYYY-MM-DDT'.length;
/** Returns `HH:MM` in the workspace's zone. */
const clockOf = (iso: string): string => localClock(new Date(iso)).slice(CLOCK_AT);

interface HistoryRowProps {
  readonly row: Row;
  readonly statuses: NamedStatuses;
}

export function HistoryRow({ row, statuses }: HistoryRowProps) {
  return (
    <li>
      <time class="meta" title={moment(row.at)}>
        {clockOf(row.at)}
      </time>
      <p>
        <strong>{knownWord(words.value.history.actions, row.action) ?? row.action}</strong> <Subject row={row} />{' '}
        <span class="meta history-by">
          <Actor of={row} />
        </span>
      </p>
      <Changes changes={row.changes ?? {}} statuses={statuses} />
    </li>
  );
}

function Subject({ row }: { readonly row: Row }) {
  const { orders } = words.value;
  if (row.orderNum !== null) return <OrderLink of={{ id: row.subject, num: row.orderNum }} />;
  if (row.action.startsWith('inquiry.')) {
    return <a href={`/app/inquiries/${row.subject}`}>{row.subjectName ?? orders.noName}</a>;
  }
  if (/^client\.(?!exported)/.test(row.action)) {
    return <a href={`/app/clients/${row.subject}`}>{row.subjectName ?? orders.noName}</a>;
  }
  if (row.action === 'till.closed') return <a href={`/app/payments/till?day=${row.subject}`}>{day(row.subject)}</a>;
  if (row.action === 'stocktake.applied') {
    return <a href={`/app/stock/stocktakes/${row.subject}`}>{words.value.stock.stocktakes.one}</a>;
  }
  if (row.action === 'stocktake.dropped') return null;
  // The row shows the actor below, so a subject that is the actor is left out.
  if (row.isOwn) return null;
  if (row.subjectName === null) return <code>{row.subject}</code>;
  // A stage that was never renamed is shown in the reader's language.
  return <span title={row.subject}>{stageName({ id: row.subject, name: row.subjectName })}</span>;
}

type Change = readonly [string, { readonly from: string; readonly to: string; readonly order: string | undefined }];
const SHORT_CHARS = 60;

const MOST_OPEN = 3;

interface ChangesProps extends Pick<HistoryRowProps, 'statuses'> {
  readonly changes: NonNullable<Row['changes']>;
}

function Changes({ changes, statuses }: ChangesProps) {
  const entries = Object.entries(changes).flatMap(([field, { from, to }]): Change[] => {
    const said = (value: unknown): string =>
      valueWord(field, value, statuses) ??
      settingWord(field, value) ??
      (field === 'port' ? String(value) : valueText(value));
    // Values that did not change, such as a payment's id, only identify the record. They are left out.
    return from === to ? [] : [[field, { from: said(from), to: said(to), order: orderIn(to) }]];
  });
  if (entries.length === 0) return null;
  const chars = entries.reduce((sum, [, { from, to }]) => sum + from.length + to.length, 0);
  if (entries.length <= MOST_OPEN && chars < SHORT_CHARS) {
    return entries.map(([field, change]) => (
      <p class="history-change meta" key={field}>
        {nameOf(field)}: <FromTo change={change} />
      </p>
    ));
  }
  return (
    <details class="history-change">
      <summary>{words.value.history.details}</summary>
      <dl class="tree">
        {entries.map(([field, change]) => (
          <div key={field}>
            <dt>
              <span title={field}>{nameOf(field)}</span>
            </dt>
            <dd>
              <FromTo change={change} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function FromTo({ change: { from, to, order } }: { readonly change: Change[1] }) {
  return (
    <>
      {from !== words.value.orderPage.none && (
        <>
          <del>{from}</del> →{' '}
        </>
      )}
      <ins>{order === undefined ? to : <a href={`/app/orders/${order}`}>{to}</a>}</ins>
    </>
  );
}

function orderIn(value: unknown): string | undefined {
  const { id, num } = fieldsOf(value);
  return typeof id === 'string' && num !== undefined ? id : undefined;
}

const nameOf = (field: string): string => knownWord(words.value.history.fields, field) ?? fieldWord(field);

function settingWord(field: string, value: unknown): string | undefined {
  const { history, flows, schedules } = words.value;
  if (typeof value === 'boolean' && /enabled$/i.test(field)) return value ? history.on : history.off;
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    // Older versions stored a stage's tone `teal` as "sea".
    tone: { ...flows.tones, sea: flows.tones.teal },
    group: flows.groups,
    every: schedules.every,
  };
  return typeof value === 'string' && Object.hasOwn(known, field) ? known[field]?.[value] : undefined;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.value.orderPage.none;
  if (typeof value === 'string') return knownWord(words.value.apiKeys.scopes, value) ?? value;
  if (typeof value === 'number') return count(value);
  if (typeof value === 'boolean') return value ? words.value.history.yes : words.value.history.no;
  if (Array.isArray(value)) {
    return value.map(valueText).join(value.some((one) => typeof one === 'object') ? '; ' : ', ');
  }
  const fields = fieldsOf(value);
  const { id, name, num } = fields;
  if (typeof num === 'string') return `${words.value.orders.order} ${num}`;
  const isNamed = typeof id === 'string' && typeof name === 'string';
  if (isNamed && Object.keys(fields).length === 2) return stageName({ id, name });
  return itemText(fields) ?? Object.entries(fields).map(fieldText).join(', ');
}

/** Formats an item of an order as on the order's page: `Roses ×2, ₽1,500`. The item's other fields follow. */
function itemText({ name, quantity, price, ...rest }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof name !== 'string' || typeof quantity !== 'number') return undefined;
  const sum = typeof price === 'number' ? [money(price)] : price === undefined ? [] : [valueText(price)];
  return [`${name} ×${count(quantity)}`, ...sum, ...Object.entries(rest).map(fieldText)].join(', ');
}

function fieldText([key, value]: readonly [string, unknown]): string {
  const said = key === 'price' && typeof value === 'number' ? money(value) : valueText(value);
  return `${knownWord(words.value.orderPage.fields, key) ?? key}: ${said}`;
}
