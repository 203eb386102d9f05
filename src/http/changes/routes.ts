import { Elysia } from 'elysia';
import { toIso } from '../../base/index.ts';
import { listChanges } from '../../orders/index.ts';
import { accessPlugin } from '../access.ts';
import type { HttpDeps } from '../deps.ts';
import { documentedChanges } from './documentation.ts';
import { ChangePage, ChangesQuery } from './model.ts';

const DEFAULT_LIMIT = 100;

export function changeRoutes(deps: HttpDeps) {
  return new Elysia({ name: 'changes', prefix: '/api/v1/changes' }).use(accessPlugin(deps)).get(
    '',
    ({ ctx, query }) => {
      const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit);
      const page = listChanges(ctx, { after: query.after, limit });
      const changes = page.changes.map(({ orderId, orderNumber, type, version, occurredAt }) => ({
        orderId,
        orderNumber,
        type,
        version,
        occurredAt: toIso(occurredAt),
      }));
      return { changes, nextCursor: page.nextCursor, hasMore: page.hasMore };
    },
    {
      access: { scope: 'svc:orders:read' },
      query: ChangesQuery,
      response: ChangePage,
      detail: documentedChanges,
    },
  );
}
