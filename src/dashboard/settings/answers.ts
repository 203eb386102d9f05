import { t } from 'elysia';
import type { BackupHealth } from '../../backups/index.ts';
import type { Environment, MailResult, MailServer, ProxyTrouble } from '../../base/index.ts';
import type { MailInForce, MailTls } from '../../mail-server/index.ts';
import type { InvitationResult, Role } from '../../people/index.ts';
import { nullable } from '../../web/index.ts';
import {
  answers,
  Count,
  closed,
  Instant,
  list,
  MaybeCount,
  MaybeInstant,
  MaybeText,
  Text,
  word,
} from '../desk/index.ts';

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
  name: MaybeText,
  role: word<Role>(),
  hasPassword: t.Boolean(),
  hasSecondFactor: t.Boolean(),
  unproved: t.Boolean(),
  pending: t.Boolean(),
  expired: t.Boolean(),
  vouchable: t.Boolean(),
  /** True if the reader may make a link for a new password. */
  resettable: t.Boolean(),
  createdAt: Instant,
  lastSeenAt: MaybeInstant,
});
export const PeopleAnswer = answers(closed({ people: list(Person), onlyHere: MaybeText }));
export const InvitedAnswer = answers(
  closed({ id: Text, told: word<InvitationResult['told']>(), link: MaybeText, onlyHere: MaybeText }),
);

const Server = closed({
  host: Text,
  port: Count,
  encryption: word<MailServer['encryption']>(),
  user: MaybeText,
  from: Text,
});
const SavedServer = closed({ host: Text, port: Count, tls: word<MailTls>(), user: MaybeText, sender: Text });
export const MailAnswer = answers(
  closed({
    kind: word<MailInForce['kind']>(),
    server: nullable(Server),
    saved: nullable(SavedServer),
    givenBy: closed({ server: MaybeText, from: MaybeText }),
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
      eventsDays: MaybeCount,
      attempts: MaybeCount,
      callsDays: Count,
      mailsDays: MaybeCount,
      sessionsDays: Count,
    }),
    bounds: closed({
      eventsDays: Bounds,
      attempts: Bounds,
      callsDays: Bounds,
      mailsDays: Bounds,
      sessionsDays: Bounds,
    }),
    judgedAt: MaybeInstant,
  }),
);
export const OrdersKept = closed({
  years: MaybeCount,
  beginsAt: MaybeInstant,
  bounds: closed({ least: Count, most: Count }),
});
export const OrdersKeptAnswer = answers(OrdersKept);

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
    freeBytes: MaybeCount,
    deliveriesWaiting: Count,
    oldestDueAt: MaybeInstant,
    mailsWaiting: Count,
    pagesListening: Count,
    lastBackupAt: MaybeInstant,
    lastBackupBytes: MaybeCount,
    backupTrouble: nullable(word<NonNullable<BackupHealth['trouble']>>()),
    /** The number of each kind; null if there are more than Docket counts. */
    counts: closed({
      apiKeys: MaybeCount,
      events: MaybeCount,
      inquiries: MaybeCount,
      memberships: MaybeCount,
      orders: MaybeCount,
      payments: MaybeCount,
      webhookEndpoints: MaybeCount,
    }),
    sizes: nullable(closed({ measuredAt: Instant, kinds: list(Kind) })),
    oddProxies: list(closed({ trouble: word<ProxyTrouble>(), address: Text, at: Instant })),
  }),
);
