import { ACCOUNT_RU } from './account/words-ru.ts';
import { CONNECT_RU } from './connect/words-ru.ts';
import { HISTORY_RU } from './history/words-ru.ts';
import { INQUIRIES_RU } from './inquiries/words-ru.ts';
import { KEYS_RU } from './keys/words-ru.ts';
import { IMPORT_RU } from './orders-import/words-ru.ts';
import { SETUP_RU } from './setup/words.ts';
import { STATUSES_RU } from './statuses/words-ru.ts';
import { STOCK_RU } from './stock/words-ru.ts';
import { HOOKS_RU } from './webhooks/words-ru.ts';
import type { RestWords } from './words-rest-en.ts';

export const REST_RU: RestWords = {
  person: ACCOUNT_RU,
  setup: SETUP_RU,
  apiKeys: KEYS_RU,
  connect: CONNECT_RU,
  hooks: HOOKS_RU,
  history: HISTORY_RU,
  statuses: STATUSES_RU,
  stock: STOCK_RU,
  orderImport: IMPORT_RU,
  inquiries: INQUIRIES_RU,
};
