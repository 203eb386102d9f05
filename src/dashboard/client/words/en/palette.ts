import { forms } from '../plural.ts';

export const PALETTE_EN = {
  title: 'Search and commands',
  hint: 'Order, client, phone, address, item, page or action',
  shortHint: 'Order, client, item or page',
  orders: 'Orders',
  clients: 'Clients',
  pages: 'Pages',
  actions: 'Actions',
  own: 'For you',
  nothing: 'Nothing found',
  clear: 'Clear the search',
  found: forms({ other: '# found' }),
  partOf: (shown: number, all: string | undefined) => (all === undefined ? `first ${shown}` : `${shown} of ${all}`),
  seeAll: 'see all',
  moreClients: 'More clients: see all',
  matched: { recipient: 'Recipient', address: 'Address', item: 'Item' },
  searching: 'Searching…',
  recordPayment: 'Record a payment on this order',
  toRussian: 'Русский язык',
  toEnglish: 'English',
  theme: (name: string) => `Appearance: ${name}`,
};
export type PaletteWords = typeof PALETTE_EN;
