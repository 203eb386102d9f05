import { type Choices, paymentWord, sourceName, statusName } from '../../data/orders.ts';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';

const PAYMENTS = ['unpaid', 'partial', 'paid', 'overpaid', 'refunded'] as const;

interface Option {
  readonly value: string;
  readonly name: string;
}

/** What narrows the orders down, each with what it is set to in plain sight. */
export function Filters({
  address,
  choices,
}: {
  readonly address: OrdersAddress;
  readonly choices: Choices | undefined;
}) {
  const w = words.value.orders;
  const named = (value: string): Option => ({ value, name: sourceName(value) });
  const statuses = (choices?.statuses ?? []).filter(({ active, orders }) => active || orders > 0);
  return (
    <div class="desk-filters">
      <Several
        address={address}
        field="status"
        title={w.status}
        options={statuses.map(({ id }) => ({ value: id, name: statusName(id, statuses) }))}
      />
      <Several
        address={address}
        field="payment"
        title={w.payment}
        options={PAYMENTS.map((value) => ({ value, name: paymentWord(value) }))}
      />
      <Period address={address} />
      <Several address={address} field="platform" title={w.platform} options={platformsOf(choices)} />
      <Several address={address} field="source" title={w.source} options={(choices?.sources ?? []).map(named)} />
      {address.filter !== '' && (
        <button type="button" class="quiet" onClick={() => address.go('')}>
          {w.clear}
        </button>
      )}
    </div>
  );
}

/** A shop that gives no platforms at all has nothing to choose from. */
function platformsOf(choices: Choices | undefined): readonly Option[] {
  const platforms = choices?.platforms ?? [];
  return platforms.some((value) => value !== '') ? platforms.map(asSent) : [];
}

const asSent = (value: string): Option => ({ value, name: value === '' ? words.value.orders.noPlatform : value });

/** A filter of which several values may be chosen; the browser's own disclosure, closed by Escape. */
function Several({
  address,
  field,
  title,
  options,
}: {
  readonly address: OrdersAddress;
  readonly field: string;
  readonly title: string;
  readonly options: readonly Option[];
}) {
  const chosen = address.values(field);
  // What the address names stays visible although no order has it any more.
  const known = new Set(options.map(({ value }) => value));
  const all = [...options, ...chosen.filter((value) => !known.has(value)).map(asSent)];
  if (all.length === 0) return null;
  const names = all.filter(({ value }) => chosen.includes(value)).map(({ name }) => name);
  return (
    <Menu title={title} chosen={names.join(', ')}>
      {all.map(({ value, name }) => (
        <label class="check" key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              address.set({
                [field]: currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
              })
            }
          />{' '}
          {name}
        </label>
      ))}
    </Menu>
  );
}

function Period({ address }: { readonly address: OrdersAddress }) {
  const w = words.value.orders;
  const presets: Readonly<Record<string, string>> = {
    today: w.today,
    tomorrow: w.tomorrow,
    week: w.thisWeek,
    past: w.past,
    overdue: w.overdue,
  };
  const [when] = address.values('when');
  const [from = ''] = address.values('from');
  const [to = ''] = address.values('to');
  const text = when === undefined ? [from, to].filter((one) => one !== '').join(' – ') : (presets[when] ?? when);
  const limit = (key: 'from' | 'to', value: string): void =>
    address.set({ when: [], [key]: value === '' ? [] : [value] });
  return (
    <Menu title={w.period} chosen={text}>
      {Object.entries(presets).map(([value, name]) => (
        <label class="check" key={value}>
          <input
            type="radio"
            name="when"
            checked={when === value}
            onChange={() => address.set({ when: [value], from: [], to: [] })}
          />{' '}
          {name}
        </label>
      ))}
      <label>
        {w.from}
        <input type="date" value={from} onChange={({ currentTarget }) => limit('from', currentTarget.value)} />
      </label>
      <label>
        {w.to}
        <input type="date" value={to} onChange={({ currentTarget }) => limit('to', currentTarget.value)} />
      </label>
    </Menu>
  );
}

/** A button that opens what belongs to it below. */
export function Menu({
  title,
  chosen = '',
  children,
}: {
  readonly title: string;
  readonly chosen?: string;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <details
      class={`menu${chosen === '' ? '' : ' chosen'}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) closeOthers(currentTarget);
      }}
    >
      <summary>
        {title}
        {chosen !== '' && <span class="value">{chosen}</span>}
      </summary>
      <div class="sheet">{children}</div>
    </details>
  );
}

function closeOthers(opened: HTMLDetailsElement): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (menu !== opened) menu.open = false;
  }
  const outside = (event: PointerEvent): void => {
    if (event.target instanceof Node && opened.contains(event.target)) return;
    opened.open = false;
    removeEventListener('pointerdown', outside);
  };
  addEventListener('pointerdown', outside);
}
