import { t } from 'elysia';
import { EVENT_TYPES } from '../../webhooks/index.ts';
import { called, closed, instantRead, queryInteger, uuidRead, whole, wordRead } from '../wire.ts';

/** The wire shapes of the feed of changes (contract, section 3). */

const AS_AFTER = 'send it as after';
const NEXT_PAGE = 'send the nextCursor of the page before as after';
const LIST = 'use GET /api/v1/orders';
const ONE = 'use GET /api/v1/orders/{id}';

/** The messages for names that the list or another feed accepts. */
const BESIDE_AFTER = {
  cursor: AS_AFTER,
  nextCursor: AS_AFTER,
  page: NEXT_PAGE,
  offset: NEXT_PAGE,
  skip: NEXT_PAGE,
  updatedFrom: LIST,
  dateFrom: LIST,
  dateTo: LIST,
  statusId: LIST,
  num: LIST,
  requestKey: LIST,
  id: ONE,
  orderId: ONE,
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
