import { describeOperation } from '../documentation.ts';
import { ChangePage } from './model.ts';

const ID = '0199f0c3-1a2b-7000-8c5d-3f1a2b4c5d6e';

export const documentedChanges = describeOperation({
  operationId: 'listChanges',
  tag: 'Orders',
  summary: 'Follow the changes of orders',
  description:
    'Each change of an order, in the order in which they were stored, deletions and restores included. They are those of every source of the workspace, whether webhooks are on or not. They are kept for 30 days at least.\n\nSend `nextCursor` as `after` the next time, at once while `hasMore` is true. Each change comes once and none is left out, whatever the clock did. It names the order and holds none of its values: read them with `GET /api/v1/orders/{id}`. They may be newer than the change.\n\nTo begin a copy, ask for `after=now`, read the list of orders, then follow from that cursor. Do the same after `cursor_expired` and `invalid_cursor`.',
  repeat: 'it only reads, and may be sent at any time. The same cursor goes on from the same change.',
  scope: 'svc:orders:read',
  answer: ChangePage,
  example: {
    data: {
      changes: [
        {
          orderId: ID,
          orderNumber: '1042',
          type: 'order.created',
          version: 1,
          occurredAt: '2026-03-01T09:30:00.000Z',
        },
        {
          orderId: ID,
          orderNumber: '1042',
          type: 'order.status.changed',
          version: 2,
          occurredAt: '2026-03-01T09:34:12.503Z',
        },
      ],
      nextCursor: 'pldVASLYej5FCT6Lc3VoHXEFLb94j2qPJu4YrWMMdW8x0c3Hq0kq1Q',
      hasMore: false,
    },
  },
  errors: ['invalid_cursor', 'cursor_expired'],
});
