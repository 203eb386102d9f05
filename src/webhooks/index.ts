/**
 * The event catalog, the outbox, the feed of changes, the endpoints, and the state of each delivery. Must never: make a
 * request, read a clock, or publish an event outside the transaction of its change.
 */

export { addEndpoint } from './add-endpoint.ts';
export { adjustDueTimes, type ClockStep, isTold, noteClockStep, type ReportedStep } from './clock-steps.ts';
export { DELIVERIES_AT_ONCE, deliveriesOf, type EndpointDelivery } from './deliveries-of.ts';
export { type DeliveryRecord, readDelivery, signRequest } from './delivery.ts';
export {
  askedEndpoints,
  type DueDelivery,
  type DueRequest,
  dueRequests,
  dueRetries,
  findTarget,
  firstAttempts,
  lastAttempt,
  nextRetryAfter,
  type Target,
  waitingEndpoints,
} from './due.ts';
export { endpointsHealth } from './endpoint-health.ts';
export {
  countEndpoints,
  type EndpointState,
  findWorkspaceOfEndpoint,
  hasEndpoints,
  listEndpoints,
  listLostEndpoints,
  nameEndpoints,
} from './endpoints.ts';
export { EVENT_TYPES, type EventType, isEventType, type OrderEvent, parseEventTypes } from './events.ts';
export { noteChange } from './feed.ts';
export { readDeliveryFigures } from './figures.ts';
export { type AttemptRecord, findOutcome, listAttempts, listToldAttempts } from './history.ts';
export { attemptHours } from './hours.ts';
export type { ScheduledAttempt } from './ladder.ts';
export { type AskedMissed, countMissed, findMissed, type MissedStep } from './missed.ts';
export { publish, publishAll } from './publish.ts';
export { readQueue } from './queue.ts';
export { removeEndpoint, sweepRemovedEndpoints } from './remove-endpoint.ts';
export { resendMissed } from './resend-missed.ts';
export { resumeEndpoint } from './resume-endpoint.ts';
export { afterAttempt, DEFAULT_RETRY_SCHEDULE, maxAttempts, mayTell, type RetryPolicy } from './retry-policy.ts';
export { rotateSecret } from './rotate-secret.ts';
export { sampleBodies } from './samples.ts';
export { resendEvent, type SendRequest, sendTest } from './send-now.ts';
export { type AttemptOutcome, settleAttempts } from './settle.ts';
export { requestHeaders } from './sign.ts';
export { sweepAttempts } from './sweep-attempts.ts';
export { sweepEvents } from './sweep-events.ts';
export { sweepFeed } from './sweep-feed.ts';
export { updateEndpoint } from './update-endpoint.ts';
