import { t } from 'elysia';
import { type BackupPlan, findOlderCopies, isWithin, sayTarget } from '../../backups/index.ts';
import { dayInZone, limitOf, type Pace } from '../../base/index.ts';
import { beginForgetting, contactsOf, listForgettings } from '../../forgetting/index.ts';
import { isSoonRewritten } from '../../storage/index.ts';
import { CLOSED, FileAnswer, shown } from '../../web/index.ts';
import { listEndpoints } from '../../webhooks/index.ts';
import { findFirstWorkspace } from '../../workspaces/index.ts';
import { type Desk, group, Made, type MemberCtx, tableResponse } from '../desk/index.ts';
import { ClientDataAnswer } from './answers.ts';
import { fileOfClient } from './readings.ts';

const BASE = '/app/api/workspaces/:workspace/client-data';
const Short = t.Optional(t.String({ maxLength: 254 }));
const WHO = { phone: Short, email: Short };
const Client = t.Object(WHO, CLOSED);
/** The person types this word to confirm the deletion. The server checks the word too. */
const Forget = t.Object({ ...WHO, word: t.Literal('FORGET') }, CLOSED);
/** Calls are limited, because each deletion of a client's data rewrites the whole database file. */
const PACE: Pace = { tries: 20, refillMs: 3 * 60_000 };

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
