import type { RefObject } from 'preact';
import { SearchInput } from '../../ui/search-input.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';

interface SearchFieldProps {
  readonly address: OrdersAddress;
  readonly field?: RefObject<HTMLInputElement | null>;
}

export const SearchField = ({ address, field }: SearchFieldProps) => (
  <SearchInput
    field={field}
    label={words.value.orders.search}
    hint={words.value.orders.searchHint}
    text={address.values('q')[0] ?? ''}
    search={(q) => address.set({ q: q === '' ? [] : [q] })}
  />
);
