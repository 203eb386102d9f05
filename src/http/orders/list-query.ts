import { t } from 'elysia';
import { closed, queryInteger, text } from '../wire.ts';
import { BESIDE } from './elsewhere.ts';
import { orderId } from './model.ts';

export const OrderParams = t.Object({ id: orderId });

export const ListQuery = t.Object(
  {
    limit: queryInteger({ minimum: 1, maximum: 100, default: 50, description: 'How many orders a page has at most' }),
    cursor: t.Optional(t.String({ description: 'The `nextCursor` of the page before. Send the same filters with it' })),
    dateFrom: t.Optional(text(10, { format: 'date', description: 'First day, compared with `date`: YYYY-MM-DD' })),
    dateTo: t.Optional(text(10, { format: 'date', description: 'Last day, itself included: YYYY-MM-DD' })),
    statusId: t.Optional(text(200, { description: 'Only orders in this status' })),
    num: t.Optional(text(200, { description: 'Only orders that have this number now' })),
    requestKey: t.Optional(
      text(200, { description: 'Only the order that was made with this requestKey, by a key of the same source' }),
    ),
    updatedFrom: t.Optional(
      text(500, {
        format: 'date-time',
        description: 'Only what changed at or after this instant: ISO 8601. Write + as %2B',
      }),
    ),
  },
  closed(BESIDE.list),
);
