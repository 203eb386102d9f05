import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import {
  DAY_MS,
  HOUR_MS,
  type Language,
  localeOf,
  toFailureReason,
  toLanguage,
  withoutSecrets,
} from '../base/index.ts';
import {
  hasMailSince,
  type MailedFacts,
  queueMail,
  timeInWords,
  type WebhookTrouble,
  webhookSuspended,
  webhookWarning,
} from '../mail/index.ts';
import { mailReadersOf } from '../people/index.ts';
import { deliveries, events, type Tx, webhookAttempts, workspaces } from '../storage/index.ts';
import { endpointName } from './endpoint-name.ts';
import { type EndpointRow, readEndpoints } from './endpoints.ts';
import { orderOf, toldType } from './events.ts';
import { maxAttempts, type RetryPolicy } from './retry-policy.ts';
import { waitingOf } from './waiting.ts';

interface RetriesTold extends MailedFacts {
  readonly policy: RetryPolicy;
}

type TroubledEndpoint = Pick<EndpointRow, 'seq' | 'id' | 'workspaceSeq' | 'url' | 'failingSince'>;

const FAILURES_TOLD = 5;

/**
 * The maximum number of mails of a workspace in a day. Above this limit, owners get no mails about endpoints, but still
 * see each endpoint's state in the dashboard. The limit protects the mail server that all workspaces share. Without it,
 * anyone could flood that server by removing and adding endpoints.
 */
const MAILS_A_DAY = 200;

/**
 * Queues mails to the workspace's owners, in the transaction of the attempt. If there are many owners, only those who
 * joined first get a mail. Each mail is in its reader's language, with times in the workspace's time zone.
 */
export function tellOwners(
  tx: Tx,
  telling: RetriesTold,
  endpoint: TroubledEndpoint,
  news: 'warning' | 'suspension',
  nowMs: number,
): void {
  const workspace = tx.db.select().from(workspaces).where(eq(workspaces.seq, endpoint.workspaceSeq)).get();
  if (workspace === undefined || hasMailSince(tx.db, workspace.seq, nowMs - DAY_MS, MAILS_A_DAY)) return;
  const troubleIn = readTrouble(tx, telling, { endpoint, workspace, news, nowMs });
  const [kind, write] =
    news === 'warning'
      ? (['webhook_warning', webhookWarning] as const)
      : (['webhook_suspended', webhookSuspended] as const);
  const readers = Map.groupBy(mailReadersOf(tx.db, workspace.seq), (owner) => toLanguage(owner.language));
  for (const [language, own] of readers) {
    const worded = write(language, troubleIn(language));
    for (const { email } of own) queueMail(tx, { workspaceSeq: workspace.seq, kind, recipient: email, worded });
  }
}

interface Trouble {
  readonly endpoint: TroubledEndpoint;
  readonly workspace: typeof workspaces.$inferSelect;
  readonly news: 'warning' | 'suspension';
  readonly nowMs: number;
}

function readTrouble(
  tx: Tx,
  { policy, publicUrl }: RetriesTold,
  { endpoint, workspace, news, nowMs }: Trouble,
): (language: Language) => WebhookTrouble {
  const name = endpointName(endpoint, readEndpoints(tx.db, workspace));
  const failures = lastFailures(tx, endpoint.seq);
  const waiting = waitingOf(tx.db, endpoint.seq);
  const nextAt = news === 'warning' ? nextAttemptAt(tx, endpoint.seq) : undefined;
  const retriedMs = policy.scheduleMs.reduce((sum, pause) => sum + pause, 0);
  const page = `/app/webhooks/${endpoint.id}?workspace=${workspace.id}`;
  return (language) => {
    const worded = (ms: number): string => timeInWords(ms, language, workspace.timeZone);
    return {
      workspaceName: workspace.name,
      url: withoutSecrets(endpoint.url),
      name,
      endpointId: endpoint.id,
      failingSince: worded(endpoint.failingSince ?? nowMs),
      failures: failures.map(({ at, ...failure }) => ({ ...failure, at: worded(at) })),
      waiting,
      nextAttempt: nextAt === undefined ? null : worded(nextAt),
      attempts: maxAttempts(policy),
      retriedFor: wordSpan(retriedMs, language),
      dashboardUrl: publicUrl === null ? null : `${publicUrl}${page}`,
    };
  };
}

function wordSpan(ms: number, language: Language): string {
  const [unit, count] = ms < HOUR_MS ? ['minute', Math.ceil(ms / 60_000)] : ['hour', Math.floor(ms / HOUR_MS)];
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

function lastFailures(tx: Tx, endpointSeq: number) {
  const rows = tx.db
    .select({
      at: webhookAttempts.at,
      type: events.type,
      body: events.body,
      attempt: webhookAttempts.attempt,
      reason: webhookAttempts.reason,
      httpCode: webhookAttempts.httpCode,
    })
    .from(webhookAttempts)
    .innerJoin(events, eq(events.seq, webhookAttempts.eventSeq))
    .where(eq(webhookAttempts.endpointSeq, endpointSeq))
    .orderBy(desc(webhookAttempts.number))
    .limit(FAILURES_TOLD)
    .all();
  return rows.flatMap(({ body, ...row }) => {
    const reason = toFailureReason(row.reason);
    return reason === null ? [] : [{ ...row, reason, type: toldType(row.type), order: orderOf(body)?.num ?? null }];
  });
}

const nextAttemptAt = (tx: Tx, endpointSeq: number): number | undefined =>
  tx.db
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(and(eq(deliveries.endpointSeq, endpointSeq), eq(deliveries.state, sql`'pending'`), gt(deliveries.dueAt, 0)))
    .orderBy(asc(deliveries.dueAt))
    .limit(1)
    .get()?.dueAt;
