import { SlidersHorizontal } from 'lucide';
import { useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';
import { type AllFiltersProps, groupsOf } from './filters.tsx';
import { SearchField } from './search-field.tsx';
import { SortChoice } from './sort-head.tsx';

export function FilterSheet({ address, choices, save }: AllFiltersProps) {
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
          {/* The sheet takes the focus, because focusing the search field would open the on-screen keyboard at
              once. */}
          <div class="sheet orders-sheet" tabIndex={-1} autofocus>
            <SearchField address={address} />
            {groups.map(({ title, fields }) => (
              <fieldset key={title}>
                <legend>{title}</legend>
                {fields}
              </fieldset>
            ))}
            {address.look === 'table' && !address.values('deleted').includes('1') && <SortChoice address={address} />}
            {save !== undefined && (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  close();
                  save();
                }}
              >
                {w.saveView}
              </button>
            )}
            <div class="sheet-foot">
              <button type="button" disabled={address.filter === ''} onClick={() => address.go('')}>
                {w.clear}
              </button>
              <button type="button" class="main end" onClick={close}>
                {w.showOrders}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
