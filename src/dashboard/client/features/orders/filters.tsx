import { type ComponentChildren, Fragment } from 'preact';
import { useId } from 'preact/hooks';
import { type Choices, paymentWord, sourceName, statusName } from '../../parts/orders.ts';
import { fieldInWords } from '../../ui/format.ts';
import { laterPart } from '../../ui/lazy-part.tsx';
import { usePopover } from '../../ui/use-popover.ts';
import { words } from '../../words/words.ts';
import type { LookProps, OrdersAddress } from './address.ts';

const PAYMENTS = ['unpaid', 'partial', 'paid', 'overpaid', 'refunded'] as const;

interface Option {
  readonly value: string;
  readonly name: string;
}

interface Group {
  readonly title: string;
  /** The current value in words; empty if the filter is not set. */
  readonly chosen: string;
  readonly fields: ComponentChildren;
}

export interface AllFiltersProps extends LookProps {
  /** Saves the filters as a view; undefined if they already are a view. */
  readonly save: (() => void) | undefined;
}

export function Filters({ address, choices, save }: AllFiltersProps) {
  return (
    <div class="orders-choices">
      {groupsOf({ address, choices }).map(({ title, chosen, fields }) => (
        <Menu key={title} title={title} chosen={chosen}>
          {fields}
        </Menu>
      ))}
      {address.filter !== '' && (
        <button type="button" class="quiet" onClick={() => address.go('')}>
          {words.value.orders.clear}
        </button>
      )}
      {save !== undefined && (
        <button type="button" class="quiet" onClick={save}>
          {words.value.orders.saveView}
        </button>
      )}
    </div>
  );
}

export function groupsOf({ address, choices }: LookProps): readonly Group[] {
  const w = words.value.orders;
  const used = (choices?.statuses ?? []).filter(({ active, orders }) => active || orders > 0);
  const statuses = used.map(({ id }) => ({ value: id, name: statusName(id, used) }));
  const payments = PAYMENTS.map((value) => ({ value, name: paymentWord(value) }));
  const days = address.values('made').map((value) => ({ value, name: fieldInWords(value) || value }));
  const sources = (choices?.sources ?? []).map((value) => ({ value, name: sourceName(value) }));
  const clients = address.values('client').map((value) => ({ value, name: w.oneClient }));
  const groups = [
    several(address, 'status', w.status, statuses),
    several(address, 'payment', w.payment, payments),
    period(address),
    // The overview links to this filter. The reader cannot choose it here, and sees it only while it is set.
    several(address, 'made', w.created, days),
    several(address, 'platform', w.platform, platformsOf(choices)),
    several(address, 'source', w.source, sources),
    // Report pages link to this filter. It cannot be chosen here, and is shown only while it is set.
    several(address, 'item', w.items, []),
    // The page of a client links to this filter. The reader cannot choose it here, and sees it only while it is set.
    several(address, 'client', w.client, clients),
  ];
  return groups.filter((group) => group !== undefined);
}

function platformsOf(choices: Choices | undefined): readonly Option[] {
  const platforms = choices?.platforms ?? [];
  return platforms.some((value) => value !== '') ? platforms.map(asSent) : [];
}

const asSent = (value: string): Option => ({ value, name: value === '' ? words.value.orders.noPlatform : value });

function several(address: OrdersAddress, field: string, title: string, options: readonly Option[]): Group | undefined {
  const chosen = address.values(field);
  // A filter value in the page's address stays visible even if no order has it anymore.
  const known = new Set(options.map(({ value }) => value));
  const all = [...options, ...chosen.filter((value) => !known.has(value)).map(asSent)];
  if (all.length === 0) return undefined;
  const names = all.filter(({ value }) => chosen.includes(value)).map(({ name }) => name);
  const fields = all.map(({ value, name }) => (
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
  ));
  return { title, chosen: names.join(', '), fields };
}

/** Returns the words for a chosen hour in which deliveries begin. Only links on the overview choose an hour. */
const hourWord = (hour: string): string => (hour === 'none' ? words.value.orders.noTime : `${hour}:00–${hour}:59`);

/** This is a separate chunk, because few people filter by dates. */
const TwoDays = laterPart(async () => (await import('../../parts/two-days.tsx')).TwoDays);

function period(address: OrdersAddress): Group {
  const w = words.value.orders;
  const presets: Readonly<Record<string, string>> = {
    today: w.today,
    tomorrow: w.tomorrow,
    week: w.thisWeek,
    past: w.past,
    late: w.late,
  };
  const [when] = address.values('when');
  const [from] = address.values('from');
  const [to] = address.values('to');
  const ends = from === to ? [from] : [from, to];
  const isLimited = from !== undefined || to !== undefined;
  const limits = isLimited ? ends.map((one = '…') => fieldInWords(one) || one).join(' – ') : '';
  const day = when === undefined ? limits : (presets[when] ?? when);
  const chosen = [day, ...address.values('hour').map(hourWord)].filter((text) => text !== '').join(', ');
  const fields = (
    <Fragment>
      <Presets
        of={presets}
        chosen={when}
        choose={(value) => address.set({ when: [value], hour: [], from: [], to: [] })}
      />
      <div class="orders-days">
        <TwoDays
          days={{ from, to }}
          side="near"
          set={(days) =>
            address.set({ when: [], hour: [], from: [days.from ?? []].flat(), to: [days.to ?? []].flat() })
          }
        />
      </div>
    </Fragment>
  );
  return { title: w.date, chosen, fields };
}

interface PresetsProps {
  readonly of: Readonly<Record<string, string>>;
  readonly chosen: string | undefined;
  readonly choose: (value: string) => void;
}

/**
 * These radio buttons are on the page twice: in the bar and in the sheet. With a shared name, a browser would keep only
 * one of them checked.
 */
function Presets({ of, chosen, choose }: PresetsProps) {
  const group = useId();
  return Object.entries(of).map(([value, name]) => (
    <label class="check" key={value}>
      <input type="radio" name={group} checked={chosen === value} onChange={() => choose(value)} /> {name}
    </label>
  ));
}

interface MenuProps {
  readonly title: string;
  readonly chosen?: string;
  readonly children: ComponentChildren;
}

export function Menu({ title, chosen = '', children }: MenuProps) {
  const { ofButton, ofPopover } = usePopover();
  return (
    <div class="orders-menu">
      <button {...ofButton()} class={chosen === '' ? '' : 'orders-set'}>
        {title}
        {chosen !== '' && <span>{chosen}</span>}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: some browsers do not scroll a fieldset. */}
      <div {...ofPopover} class="popover" role="group" aria-label={title}>
        {children}
      </div>
    </div>
  );
}
