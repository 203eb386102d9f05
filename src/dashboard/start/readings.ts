import { listApiKeys } from '../../keys/index.ts';
import { reasonInWords } from '../../mail/index.ts';
import { findNewestOrder, IMPORT_SOURCE, listOrders } from '../../orders/index.ts';
import { listPeople } from '../../people/index.ts';
import { listProducts } from '../../stock/index.ts';
import { shown } from '../../web/index.ts';
import { type AttemptRecord, listAttempts, listEndpoints } from '../../webhooks/index.ts';
import { addressFor, DASHBOARD_SOURCE, type MemberCtx, type Reading, type ReadingCtx } from '../desk/index.ts';
import { NewestOrder, Outcome, type StartAnswer } from './answers.ts';

const SAMPLES = 3;

type StartCtx = ReadingCtx & Pick<MemberCtx, 'role'>;

/** The facts that show how far a new shop is set up. The page itself decides which of its cards are complete. */
export const readStart: Reading<
  { readonly role: MemberCtx['role']; readonly mail: boolean },
  (typeof StartAnswer)['static']
> = {
  name: 'start',
  async read(ctx, { role, mail }) {
    const key = listApiKeys(ctx, { nowMs: ctx.nowMs }).some(({ revokedAt }) => revokedAt === null);
    const order = describeOrder(ctx);
    const found = listOrders(ctx, { limit: SAMPLES + 1 }).orders.length;
    return {
      key,
      orders: order !== null || found > 0,
      beyondSamples: found > SAMPLES,
      order,
      called: describeOrder(ctx, isOfProgram),
      endpoint: describeEndpoint({ ...ctx, role }, order?.eventId),
      mail,
      products: listProducts(ctx, { limit: 1 }).products.length > 0,
      people: listPeople(ctx.storage, ctx.workspace).length > 1,
    };
  },
};

const isOfProgram = (source: string): boolean => source !== DASHBOARD_SOURCE && source !== IMPORT_SOURCE;

function describeOrder(ctx: ReadingCtx, isWanted?: (source: string) => boolean) {
  const order = findNewestOrder(ctx, isWanted);
  if (order === undefined) return null;
  // The age is computed here, because the browser's clock may be off by minutes.
  return shown(NewestOrder, { ...order, ageMs: Math.max(0, ctx.nowMs - order.at) });
}

function describeEndpoint(ctx: StartCtx, eventId: string | undefined) {
  const { storage, workspace, language } = ctx;
  const [endpoint] = listEndpoints(storage, workspace);
  if (endpoint === undefined) return null;
  const attempts = listAttempts(ctx, endpoint.id) ?? [];
  const outcome = (one: AttemptRecord | undefined) =>
    one === undefined
      ? null
      : shown(Outcome, { ...one, explanation: one.reason && reasonInWords(language, one.reason, one.httpCode) });
  return {
    id: endpoint.id,
    url: addressFor(ctx, endpoint.url),
    state: endpoint.state,
    test: outcome(attempts.find(({ kind }) => kind === 'test')),
    delivery: outcome(attempts.find((one) => one.eventId === eventId)),
    /** True if the kept attempts include a delivered event other than a test. */
    delivered: attempts.some(({ kind, status }) => kind !== 'test' && status === 'succeeded'),
  };
}
