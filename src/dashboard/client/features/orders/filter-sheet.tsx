import { SlidersHorizontal } from 'lucide';
import { useState } from 'preact/hooks';
import { seesShop } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import type { Choices } from '../../parts/orders.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';
import { groupsOf } from './filters.tsx';
import { SearchField } from './search-field.tsx';
import { SortChoice } from './sort-head.tsx';
import { loadSums } from './use-rows.ts';

interface FilterSheetProps {
  readonly address: OrdersAddress;
  readonly choices: Choices | undefined;
}

/** All filters behind one button on a phone; the button shows how many are set. */
export function FilterSheet({ address, choices }: FilterSheetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const groups = groupsOf({ address, choices });
  const set = groups.filter(({ chosen }) => chosen !== '').length + address.values('q').length;
  const w = words.value.orders;
  const close = (): void => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        class={`orders-filters${set > 0 ? ' orders-set' : ''}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon of={SlidersHorizontal} />
        {w.filters}
        {set > 0 && ` · ${set}`}
      </button>
      {isOpen && (
        <Dialog title={w.filters} onClose={close}>
          {/* A focus in the search field would open the keyboard at once. */}
          <div class="sheet orders-sheet" tabIndex={-1} autofocus>
            <SearchField address={address} />
            {groups.map(({ title, fields }) => (
              <fieldset key={title}>
                <legend>{title}</legend>
                {fields}
              </fieldset>
            ))}
            {address.look === 'table' && <SortChoice address={address} />}
            <div class="sheet-foot">
              <button type="button" disabled={address.filter === ''} onClick={() => address.go('')}>
                {w.clear}
              </button>
              <button type="button" class="main end" onClick={close}>
                {seesShop() ? <Show filter={address.filter} /> : w.showOrders}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The words of the button that closes the sheet, with the number of orders that it leads to. */
function Show({ filter }: { readonly filter: string }) {
  const { data } = useLoaded(() => loadSums(filter), filter, { on: ['orders'] });
  const w = words.value.orders;
  const orders = data?.sums?.orders;
  return <>{orders === undefined ? w.showOrders : plural(orders, w.showSome)}</>;
}
