import { ACCOUNT_EN } from './account/words-en.ts';
import { CONNECT_EN } from './connect/words-en.ts';
import { HISTORY_EN } from './history/words-en.ts';
import { INQUIRIES_EN } from './inquiries/words-en.ts';
import { KEYS_EN } from './keys/words-en.ts';
import { IMPORT_EN } from './orders-import/words-en.ts';
import { SETUP_EN } from './setup/words.ts';
import { STATUSES_EN } from './statuses/words-en.ts';
import { STOCK_EN } from './stock/words-en.ts';
import { HOOKS_EN } from './webhooks/words-en.ts';

/** What the other pages say; fetched with the first of them. */
export const REST_EN = {
  person: ACCOUNT_EN,
  setup: SETUP_EN,
  apiKeys: KEYS_EN,
  connect: CONNECT_EN,
  hooks: HOOKS_EN,
  history: HISTORY_EN,
  statuses: STATUSES_EN,
  stock: STOCK_EN,
  orderImport: IMPORT_EN,
  inquiries: INQUIRIES_EN,
};

export type RestWords = typeof REST_EN;
