import { t } from 'elysia';
import { EVENT_TYPES } from '../../webhooks/index.ts';
import { called, closed, each, instantRead, queryInteger, uuidRead, whole, wordRead } from '../wire.ts';

const BESIDE_AFTER = {
  ...each(['cursor', 'nextCursor'], 'send it as after'),
  ...each(['page', 'offset', 'skip'], 'send the nextCursor of the page before as after'),
  ...each(['updatedFrom', 'dateFrom', 'dateTo', 'statusId', 'num', 'requestKey'], 'use GET /api/v1/orders'),
  ...each(['id', 'orderId'], 'use GET /api/v1/orders/{id}'),
};

export const ChangesQuery = t.Object(
  {
    after: t.Optional(
      t.String({
        description:
          'The `nextCursor` of the page before, or `now` for the cursor of this moment. Left out: from the oldest change kept',
      }),
    ),
    limit: queryInteger({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'How many changes a page has at most',
    }),
  },
  closed(BESIDE_AFTER),
);

const Change = t.Object(
  {
    orderId: uuidRead('Id of the order'),
    orderNumber: t.String({ description: 'Number of the order after the change' }),
    type: wordRead(EVENT_TYPES, called('EventType', 'What happened, as webhooks name it')),
    version: whole('Version of the order after the change'),
    occurredAt: instantRead('When it was changed: ISO 8601 in UTC with milliseconds'),
  },
  called('Change', 'One change of an order'),
);

export const ChangePage = t.Object(
  {
    changes: t.Array(Change, { description: 'In the order in which they were stored' }),
    nextCursor: t.String({ description: 'Send it as `after` next time. Never null' }),
    hasMore: t.Boolean({ description: 'Whether more changes follow already' }),
  },
  called('ChangePage', 'One page of the changes'),
);
