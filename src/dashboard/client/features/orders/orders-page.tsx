import { CalendarClock, Columns3, Rows3 } from 'lucide';
import { seesShop } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { type Choices, loadChoices } from '../../parts/orders.ts';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { withOtherWords, words } from '../../words/words.ts';
import { type OrdersAddress, useOrdersAddress } from './address.ts';
import { FilterSheet } from './filter-sheet.tsx';
import { Filters } from './filters.tsx';
import { SearchField } from './search-field.tsx';
import { TableLook } from './table.tsx';
import { useViews, Views } from './views.tsx';

const DayLook = lazyPart(async () => (await import('./day.tsx')).DayLook);
const BoardLook = lazyPart(async () => (await withOtherWords(import('./board.tsx'))).BoardLook);

export function OrdersPage() {
  const address = useOrdersAddress();
  const choices = useLoaded(loadChoices, '', { on: ['orders', 'settings'] });
  const views = useViews(address, choices.data);
  useTitle(words.value.orders.title);
  const w = words.value.orders;
  return (
    <>
      <div class="head orders-head">
        <PageTitle>{w.title}</PageTitle>
        <Today counts={choices.data?.counts} />
      </div>
      <Views address={address} views={views} />
      <div class="orders-list">
        <div class="orders-tools">
          <FilterSheet address={address} choices={choices.data} save={views.save} />
          <SearchField address={address} />
          <Filters address={address} choices={choices.data} save={views.save} />
          <div class="orders-looks">
            <Looks address={address} />
            {seesShop() && <ExportMenu of="orders" filter={address.sorted} withImport />}
          </div>
        </div>
      </div>
      <Problem error={choices.error} retry={choices.reload} />
      {address.look === 'table' && <TableLook address={address} choices={choices.data} />}
      {address.look === 'day' && <DayLook address={address} choices={choices.data} />}
      {address.look === 'board' && <BoardLook address={address} />}
    </>
  );
}

/**
 * Shows two different counts: the orders due today, and the orders received today. The line has its place before the
 * counts are known, so that the list below does not move.
 */
function Today({ counts }: { readonly counts: Choices['counts'] | undefined }) {
  const w = words.value.orders;
  return (
    <p class="meta" style={counts === undefined ? { visibility: 'hidden' } : undefined}>
      {plural(counts?.today ?? 0, w.forToday)} · {plural(counts?.made ?? 0, w.cameIn)} ·{' '}
      <a href="/app/orders/schedules">{w.repeating}</a>
    </p>
  );
}

const LOOKS = [
  ['table', 'table', Rows3],
  ['day', 'byDay', CalendarClock],
  ['board', 'board', Columns3],
] as const;

function Looks({ address }: { readonly address: OrdersAddress }) {
  const w = words.value.orders;
  return (
    <fieldset class="segments">
      <legend class="unseen">{w.look}</legend>
      {LOOKS.map(([look, word, icon]) => (
        <button
          key={look}
          type="button"
          aria-label={w[word]}
          aria-pressed={address.look === look}
          onClick={() => address.show(look)}
        >
          <Icon of={icon} />
          <span>{w[word]}</span>
        </button>
      ))}
    </fieldset>
  );
}
