import { t } from 'elysia';
import type { ListedStatus as Listed } from '../../orders/index.ts';
import { answers, Count, closed, list, Text, word } from '../desk/index.ts';

/** What the page of statuses is answered, and what the pages of orders hear of statuses. */

export const statusProperties = {
  id: Text,
  name: Text,
  active: t.Boolean(),
  tone: word<Listed['tone']>(),
  group: word<Listed['group']>(),
  writesOffStock: t.Boolean(),
};
export const ListedStatus = closed(statusProperties);

export const StatusesAnswer = answers(
  closed({ own: t.Boolean(), statuses: list(closed({ ...statusProperties, orders: Count })) }),
);
export const MovedStatus = answers(closed({ place: Count }));
