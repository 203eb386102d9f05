import { t } from 'elysia';
import type { BackupHealth } from '../../backups/index.ts';
import type { Environment, MailResult, MailServer, ProxyTrouble } from '../../base/index.ts';
import type { MailInForce, MailTls } from '../../mail-server/index.ts';
import type { InvitationResult, Role } from '../../people/index.ts';
import { answers, Count, closed, Instant, list, nullable, Text, word } from '../desk/index.ts';

const numbers = { numbers: list(Text), passedOver: Count };
export const NumbersAnswer = answers(closed(numbers));
export const SettingsAnswer = answers(
  closed({
    series: closed({ prefix: Text, padding: Count, next: Count }),
    ...numbers,
    environment: word<Environment>(),
    automation: t.Boolean(),
    keys: Count,
    inquiryKeys: Count,
    endpoints: Count,
    waiting: Count,
  }),
);

export const Person = closed({
  id: Text,
  email: Text,
  name: nullable(Text),
  role: word<Role>(),
  hasPassword: t.Boolean(),
  hasSecondFactor: t.Boolean(),
  unproved: t.Boolean(),
  pending: t.Boolean(),
  expired: t.Boolean(),
  vouchable: t.Boolean(),
  /** True if the caller may create a link for a new password of this person. */
  resettable: t.Boolean(),
  createdAt: Instant,
  lastSeenAt: nullable(Instant),
});
export const PeopleAnswer = answers(closed({ people: list(Person), onlyHere: nullable(Text) }));
export const InvitedAnswer = answers(
  closed({ id: Text, told: word<InvitationResult['told']>(), link: nullable(Text), onlyHere: nullable(Text) }),
);

const Server = closed({
  host: Text,
  port: Count,
  encryption: word<MailServer['encryption']>(),
  user: nullable(Text),
  from: Text,
});
const SavedServer = closed({ host: Text, port: Count, tls: word<MailTls>(), user: nullable(Text), sender: Text });
export const MailAnswer = answers(
  closed({
    kind: word<MailInForce['kind']>(),
    server: nullable(Server),
    saved: nullable(SavedServer),
    givenBy: closed({ server: nullable(Text), from: nullable(Text) }),
  }),
);
type MailFailure = Extract<MailResult, { readonly ok: false }>;
export const MailOutcome = answers(
  closed({ to: Text, failed: nullable(closed({ step: word<MailFailure['step']>(), reason: Text })) }),
);

const Bounds = closed({ least: Count, most: Count, mayStay: t.Boolean() });
export const RetentionAnswer = answers(
  closed({
    kept: closed({
      eventsDays: nullable(Count),
      attempts: nullable(Count),
      callsDays: Count,
      mailsDays: nullable(Count),
      sessionsDays: Count,
    }),
    bounds: closed({
      eventsDays: Bounds,
      attempts: Bounds,
      callsDays: Bounds,
      mailsDays: Bounds,
      sessionsDays: Bounds,
    }),
    judgedAt: nullable(Instant),
  }),
);
export const OrdersKeptAnswer = answers(
  closed({
    years: nullable(Count),
    beginsAt: nullable(Instant),
    bounds: closed({ least: Count, most: Count }),
  }),
);

const Kind = closed({
  kind: Text,
  rows: Count,
  bytes: Count,
  bytesAMonth: nullable(t.Number()),
  rowsAMonth: nullable(t.Number()),
});
export const SystemAnswer = answers(
  closed({
    version: Text,
    commit: Text,
    clock: Instant,
    uptimeSeconds: Count,
    schemaVersion: Count,
    databaseBytes: Count,
    walBytes: Count,
    freeBytes: nullable(Count),
    deliveriesWaiting: Count,
    oldestDueAt: nullable(Instant),
    mailsWaiting: Count,
    pagesListening: Count,
    lastBackupAt: nullable(Instant),
    lastBackupBytes: nullable(Count),
    backupTrouble: nullable(word<NonNullable<BackupHealth['trouble']>>()),
    /** The number of records of each kind; null if there are more than Docket counts. */
    counts: closed({
      apiKeys: nullable(Count),
      events: nullable(Count),
      inquiries: nullable(Count),
      memberships: nullable(Count),
      orders: nullable(Count),
      payments: nullable(Count),
      webhookEndpoints: nullable(Count),
    }),
    sizes: nullable(closed({ measuredAt: Instant, kinds: list(Kind) })),
    oddProxies: list(closed({ trouble: word<ProxyTrouble>(), address: Text, at: Instant })),
  }),
);
