import { t } from 'elysia';
import { type BackupPlan, findOlderCopies, isWithin, sayTarget } from '../../backups/index.ts';
import { dayInZone, limitOf, type Pace } from '../../base/index.ts';
import { beginForgetting, contactsOf, type ForgettingStep, listForgettings } from '../../forgetting/index.ts';
import { isSoonRewritten } from '../../storage/index.ts';
import { CLOSED, FileAnswer, shown } from '../../web/index.ts';
import { listEndpoints } from '../../webhooks/index.ts';
import { findFirstWorkspace } from '../../workspaces/index.ts';
import {
  answers,
  byName,
  Count,
  closed,
  type Desk,
  group,
  Instant,
  list,
  Made,
  type MemberCtx,
  nullable,
  Text,
  tableResponse,
  word,
} from '../desk/index.ts';
import { fileOfClient } from './readings.ts';

const BASE = '/app/api/workspaces/:workspace/client-data';
const Short = t.Optional(t.String({ maxLength: 254 }));
const WHO = { phone: Short, email: Short };
const Client = t.Object(WHO, CLOSED);
/** The person types this word to confirm the deletion. The server checks the word too. */
const Forget = t.Object({ ...WHO, word: t.Literal('FORGET') }, CLOSED);
/** Calls are limited, because each deletion of a client's data rewrites the whole database file. */
const PACE: Pace = { tries: 20, refillMs: 3 * 60_000 };

const Forgetting = closed({
  id: Text,
  begunAt: Instant,
  finishedAt: nullable(Instant),
  step: word<ForgettingStep>(),
  /** True if the deletion was repeated, because a restored backup had brought the client back. */
  again: t.Boolean(),
  counts: byName(Count),
});
const ClientDataAnswer = answers(
  closed({
    forgettings: list(Forgetting),
    /** True if the database file is too large to be rewritten while it is in use. */
    large: t.Boolean(),
    /**
     * The number of older backups and copies of the database in the data folder. They are deleted when a client's data
     * is deleted. Null except in the first workspace.
     */
    copies: nullable(Count),
    /**
     * The second destination of backups, and how long they are kept there. Null if there is none, and in every
     * workspace but the first.
     */
    elsewhere: nullable(closed({ target: Text, keep: Count, keepDays: nullable(Count) })),
    endpoints: Count,
  }),
);

export const clientDataRoutes = (desk: Desk) =>
  group(desk, 'client-data')
    .get(BASE, ({ ctx }) => describe(ctx), { owner: true, response: ClientDataAnswer })
    .post(
      `${BASE}/file`,
      ({ ctx, body }) => {
        // The contacts are checked before anything is sent, because the first byte already means success.
        contactsOf(body);
        const name = `client-${dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? ''}`;
        return tableResponse(ctx, fileOfClient, body, { name, action: 'client.exported', format: 'json' });
      },
      { owner: { proof: true }, body: Client, response: FileAnswer },
    )
    .post(
      `${BASE}/forget`,
      async ({ ctx, body }) => {
        contactsOf(body);
        ctx.throttle.spend([limitOf(`forget ${ctx.workspace.id}`, PACE)]);
        const chance = { random: ctx.random, newId: () => ctx.newId(ctx.nowMs) };
        return { id: await beginForgetting(ctx, body, chance) };
      },
      { owner: { proof: true }, body: Forget, response: Made },
    );

function describe(ctx: MemberCtx) {
  const { storage, workspace } = ctx;
  const plan = findFirstWorkspace(storage.read)?.seq === workspace.seq ? ctx.backups.plan() : undefined;
  return shown(ClientDataAnswer.data, {
    forgettings: listForgettings(storage.read, workspace.seq),
    large: !isSoonRewritten(storage.path),
    ...(plan === undefined ? { copies: null, elsewhere: null } : describeBackups(ctx, plan)),
    endpoints: listEndpoints(storage, workspace).length,
  });
}

function describeBackups({ backups: { dataDir } }: MemberCtx, plan: BackupPlan) {
  const { backups, aside: copies } = findOlderCopies(dataDir, plan);
  const { count: keep, days } = plan.keeping;
  const elsewhere = isWithin(dataDir, plan) ? null : { target: sayTarget(plan.target), keep, keepDays: days ?? null };
  return { copies: backups.length + copies.length, elsewhere };
}
