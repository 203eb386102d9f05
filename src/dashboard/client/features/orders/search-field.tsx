import { SearchInput } from '../../ui/search-input.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';

export const SearchField = ({ address }: { readonly address: OrdersAddress }) => (
  <SearchInput
    label={words.value.orders.search}
    hint={words.value.orders.searchHint}
    text={address.values('q')[0] ?? ''}
    search={(q) => address.set({ q: q === '' ? [] : [q] })}
  />
);
