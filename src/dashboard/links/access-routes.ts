import { t } from 'elysia';
import { listRestoredAccess, STRIKES } from '../../backups/index.ts';
import { AppError } from '../../base/index.ts';
import { checkAccessLink, dropPasskeys, findPersonByEmail, type Role } from '../../people/index.ts';
import { CLOSED } from '../../web/index.ts';
import { findWorkspace, openAccess } from '../../workspaces/index.ts';
import {
  answers,
  Count,
  closed,
  type Desk,
  Done,
  group,
  Instant,
  list,
  nullable,
  oneOf,
  shown,
  Text,
  type VisitCtx,
  word,
} from '../desk/index.ts';

const BASE = '/app/api/setup/access';
const Sent = t.String({ maxLength: 2_000 });
const Link = t.Object({ token: Sent }, CLOSED);
const HELD = { whileHeld: true } as const;
const KINDS = ['person', 'passkeys', 'key', 'endpoint'] as const;
/** A request to remove restored access. `id` is the record's id, or for passkeys the person's e-mail address. */
const Strike = t.Object({ token: Sent, workspace: Sent, kind: oneOf(KINDS), id: Sent }, CLOSED);

const RestoredPerson = closed({
  id: Text,
  email: Text,
  name: nullable(Text),
  role: word<Role>(),
  pending: t.Boolean(),
  hasSecondFactor: t.Boolean(),
  /** True if no seal key on this server can decrypt the secret of the person's authenticator app. */
  isLost: t.Boolean(),
  passkeys: Count,
});
const RestoredKey = closed({ id: Text, name: Text, source: Text, scopes: list(Text), lastUsedAt: nullable(Instant) });
const RestoredWorkspace = closed({
  id: Text,
  name: Text,
  people: list(RestoredPerson),
  keys: list(RestoredKey),
  endpoints: list(closed({ id: Text, url: Text, enabled: t.Boolean(), isLost: t.Boolean() })),
});
const AccessAnswer = answers(closed({ workspaces: list(RestoredWorkspace) }));

/**
 * Builds the routes to review access after a restore, because a restore may bring back removed access. Nobody can sign
 * in until a person with the review's link has removed such access and ended the review.
 */
export const heldAccessRoutes = (desk: Desk) =>
  group(desk, 'held-access')
    .post(
      BASE,
      ({ ctx, body }) => {
        checkLink(ctx, body.token);
        const found = listRestoredAccess(ctx.storage, ctx.nowMs);
        return { workspaces: found.map((one) => shown(RestoredWorkspace, { ...one, ...one.workspace })) };
      },
      { anybody: HELD, body: Link, response: AccessAnswer },
    )
    .post(
      `${BASE}/strike`,
      async ({ ctx, body: { token, workspace: of, kind, id } }) => {
        checkLink(ctx, token);
        const workspace = findWorkspace(ctx.storage, of);
        if (workspace === undefined) throw new AppError({ rule: 'no_workspace' });
        const there = { ...ctx, workspace, actor: actorOf(ctx) };
        const person = kind === 'passkeys' ? findPersonByEmail(ctx.storage.read, id) : undefined;
        if (person !== undefined) await dropPasskeys(there, person);
        else if (kind !== 'passkeys') await STRIKES[kind](there, id);
      },
      { anybody: HELD, body: Strike, response: Done },
    )
    .post(
      `${BASE}/open`,
      async ({ ctx, body }) => {
        checkLink(ctx, body.token);
        await openAccess({ ...ctx, actor: actorOf(ctx) });
      },
      { anybody: HELD, body: Link, response: Done },
    );
const checkLink = (ctx: VisitCtx, token: string): void => checkAccessLink(ctx, { token, nowMs: ctx.nowMs });

const actorOf = ({ requestId }: VisitCtx) => ({ type: 'system', id: null, requestId }) as const;
