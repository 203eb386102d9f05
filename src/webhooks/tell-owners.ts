import { and, asc, count, desc, eq, gt, isNull } from 'drizzle-orm';
import {
  FAILURE_REASONS,
  type FailureReason,
  HOUR_MS,
  type Language,
  localeOf,
  toLanguage,
  withoutSecrets,
} from '../base/index.ts';
import { queueMail, type WebhookTrouble, webhookSuspended, webhookWarning } from '../mail/index.ts';
import { ownersOf } from '../people/index.ts';
import { deliveries, events, type Tx, webhookAttempts, webhookEndpoints, workspaces } from '../storage/index.ts';
import { endpointName } from './endpoint-name.ts';
import { orderOf, toldType } from './events.ts';
import { maxAttempts, type RetryPolicy } from './retry-policy.ts';

/** The facts about the installation that the mails mention. */
export interface Telling {
  /** Origin of the dashboard; null if no public address was set. */
  readonly publicUrl: string | null;
}

/** The retry schedule that the mails mention, as configured. */
interface RetriesTold extends Telling {
  readonly policy: RetryPolicy;
}

interface TroubledEndpoint {
  readonly seq: number;
  readonly id: string;
  readonly workspaceSeq: number;
  readonly url: string;
  readonly failingSince: number | null;
}

const FAILURES_TOLD = 5;
const NOBODY = { email: '', language: 'en' };

/** Queues a mail for each owner, in their language and the workspace's time, in the transaction of the attempt. */
export function tellOwners(
  tx: Tx,
  telling: RetriesTold,
  endpoint: TroubledEndpoint,
  news: 'warning' | 'suspension',
  nowMs: number,
): void {
  const workspace = tx.db.select().from(workspaces).where(eq(workspaces.seq, endpoint.workspaceSeq)).get();
  if (workspace === undefined) return;
  const owners = ownersOf(tx.db, workspace.seq);
  // If no owner can be mailed, the log and the dashboard have the same text.
  for (const owner of owners.length === 0 ? [NOBODY] : owners) {
    const language = toLanguage(owner.language);
    const worded = (ms: number): string => wordTime(ms, language, workspace.timeZone);
    const trouble: WebhookTrouble = {
      workspaceName: workspace.name,
      url: withoutSecrets(endpoint.url),
      name: endpointName(endpoint, presentEndpoints(tx, workspace.seq)),
      endpointId: endpoint.id,
      failingSince: worded(endpoint.failingSince ?? nowMs),
      failures: lastFailures(tx, endpoint.seq).map(({ at, ...failure }) => ({ ...failure, at: worded(at) })),
      waiting: countWaiting(tx, endpoint.seq),
      nextAttempt: news === 'warning' ? wordNextAttempt(tx, endpoint.seq, worded) : null,
      attempts: maxAttempts(telling.policy),
      retriedFor: wordSpan(
        telling.policy.scheduleMs.reduce((sum, pause) => sum + pause, 0),
        language,
      ),
      dashboardUrl:
        telling.publicUrl === null
          ? null
          : `${telling.publicUrl}/app/webhooks/${endpoint.id}?workspace=${workspace.id}`,
    };
    const write = news === 'warning' ? webhookWarning : webhookSuspended;
    queueMail(tx, {
      workspaceSeq: workspace.seq,
      kind: news === 'warning' ? 'webhook_warning' : 'webhook_suspended',
      recipient: owner.email,
      worded: write(language, trouble),
    });
  }
}

const presentEndpoints = (tx: Tx, workspaceSeq: number) =>
  tx.db
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.workspaceSeq, workspaceSeq), isNull(webhookEndpoints.removedAt)))
    .all();

function wordTime(ms: number, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'long',
  });
  return format.format(ms);
}

/** A span of time in whole hours, or in minutes below one hour. */
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
  return rows.flatMap(({ body, reason, ...row }) =>
    isReason(reason) ? [{ ...row, reason, type: toldType(row.type), order: orderOf(body)?.num ?? null }] : [],
  );
}

const isReason = (text: string | null): text is FailureReason => FAILURE_REASONS.some((reason) => reason === text);

const isWaiting = (endpointSeq: number) =>
  and(eq(deliveries.endpointSeq, endpointSeq), eq(deliveries.state, 'pending'));

function countWaiting(tx: Tx, endpointSeq: number): number {
  return tx.db.select({ n: count() }).from(deliveries).where(isWaiting(endpointSeq)).get()?.n ?? 0;
}

function wordNextAttempt(tx: Tx, endpointSeq: number, worded: (ms: number) => string): string | null {
  const next = tx.db
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(and(isWaiting(endpointSeq), gt(deliveries.dueAt, 0)))
    .orderBy(asc(deliveries.dueAt))
    .limit(1)
    .get();
  return next === undefined ? null : worded(next.dueAt);
}
