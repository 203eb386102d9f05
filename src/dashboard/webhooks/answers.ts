import { t } from 'elysia';
import type { FailureReason, Outbound } from '../../base/index.ts';
import type {
  AttemptRecord,
  DeliveryRecord,
  EndpointState,
  EventType,
  ScheduledAttempt,
} from '../../webhooks/index.ts';
import { answers, byName, Count, closed, given, Instant, list, nullable, Text, word } from '../desk/index.ts';

export const Explained = closed({ what: Text, next: Text });
const MaybeReason = nullable(word<FailureReason>());
const Milliseconds = t.Number();

const Endpoint = closed({
  id: Text,
  url: Text,
  events: list(word<EventType>()),
  enabled: t.Boolean(),
  state: word<EndpointState>(),
  failingSince: nullable(Instant),
  suspendedAt: nullable(Instant),
  secretLost: t.Boolean(),
  previousSecretUntil: nullable(Instant),
});
export const EndpointsAnswer = answers(closed({ endpoints: list(Endpoint) }));

const Health = closed({
  id: Text,
  state: word<EndpointState>(),
  beats: list(closed({ at: Instant, succeeded: t.Boolean(), httpCode: nullable(Count), responseTime: Milliseconds })),
  attempts: Count,
  successRate: nullable(t.Number()),
  medianMs: nullable(Milliseconds),
  p95Ms: nullable(Milliseconds),
  lastSuccessAt: nullable(Instant),
  lastFailure: nullable(
    closed({ at: Instant, reason: MaybeReason, httpCode: nullable(Count), explanation: nullable(Explained) }),
  ),
  failuresInARow: Count,
  orMore: t.Boolean(),
  waiting: Count,
});
export const HealthAnswer = answers(closed({ health: list(Health) }));

export const SamplesAnswer = answers(closed({ samples: list(closed({ type: word<EventType>(), body: Text })) }));

const attempt = {
  eventId: Text,
  type: Text,
  kind: word<AttemptRecord['kind']>(),
  attempt: Count,
  status: word<AttemptRecord['status']>(),
  httpCode: nullable(Count),
  responseTime: Milliseconds,
  reason: MaybeReason,
  response: nullable(Text),
  at: Instant,
  explanation: nullable(Explained),
};
const OrderOfEvent = closed({ id: Text, num: Text });
const ToldAttempt = closed({ ...attempt, order: nullable(OrderOfEvent), nextAt: nullable(Instant) });
export const AttemptsAnswer = answers(closed({ most: Count, attempts: list(ToldAttempt) }));

const LadderRung = closed({
  attempt: Count,
  state: word<ScheduledAttempt['state']>(),
  at: nullable(Instant),
  httpCode: nullable(Count),
});
const Delivery = closed({
  eventId: Text,
  type: Text,
  body: Text,
  state: nullable(word<NonNullable<DeliveryRecord['state']>>()),
  ladder: list(LadderRung),
  tries: list(closed(attempt)),
});
export const DeliveryAnswer = answers(Delivery);

const Hour = closed({
  at: Instant,
  succeeded: Count,
  failed: Count,
  medianMs: nullable(Milliseconds),
  p95Ms: nullable(Milliseconds),
});
export const HoursAnswer = answers(closed({ hours: list(Hour), onlyLast: nullable(Count), timeoutMs: Milliseconds }));

const missed = { failed: Count, missed: Count };
export const MissedAnswer = answers(closed({ since: t.Number(), ...missed }));
export const ResentAnswer = answers(closed(missed));

export const AddedAnswer = answers(
  closed({ id: Text, url: Text, events: list(word<EventType>()), secret: Text, warning: nullable(Text) }),
);
export const UpdatedAnswer = answers(closed({ warning: nullable(Text) }));
export const RotatedAnswer = answers(closed({ secret: Text }));
export const SentAnswer = answers(closed({ eventId: Text }));
export const SignedAnswer = answers(closed({ url: Text, headers: byName(Text), body: Text }));
export const ResumedAnswer = answers(closed({ wasSuspended: t.Boolean(), resumed: t.Boolean() }));
type AddressTrouble = NonNullable<Awaited<ReturnType<Outbound['check']>>['trouble']>;
interface AddressMessage {
  readonly path: string;
  readonly message: string;
}
/**
 * `trouble` is the rule that the address breaks, with its parameters. `unreached` is the reason why its server cannot
 * be reached now.
 */
export const AddressAnswer = answers(
  closed({
    usable: t.Boolean(),
    trouble: given<(AddressTrouble & AddressMessage) | null>(),
    unreached: nullable(Explained),
  }),
);
