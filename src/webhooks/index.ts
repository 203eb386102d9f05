/**
 * The event catalogue, the outbox, the endpoints that events go to, and what becomes of each delivery.
 * Must never: make a request, read a clock, or publish outside the transaction of the change it tells of.
 */

export { type AddedEndpoint, addEndpoint, type NewEndpoint } from './add-endpoint.ts';
export { adjustDueTimes, type ClockStep } from './clock-steps.ts';
export { type Delivered, deliveriesOf } from './deliveries-of.ts';
export { type DeliveryRecord, readDelivery, type SignedRequest, signRequest } from './delivery.ts';
export {
  type DueDelivery,
  type DueRequest,
  dueRequests,
  dueRetries,
  findTarget,
  firstAttempts,
  lastAttempt,
  nextRetryAfter,
  type Target,
  type WaitingEndpoint,
  waitingEndpoints,
} from './due.ts';
export { type EndpointHealth, endpointsHealth } from './endpoint-health.ts';
export { type Endpoint, type EndpointState, findWorkspaceOfEndpoint, listEndpoints } from './endpoints.ts';
export { EVENT_TYPES, type EventType, eventIdOf, type OrderEvent, parseEventTypes } from './events.ts';
export { type DeliveryFigures, readDeliveryFigures } from './figures.ts';
export { type AttemptRecord, findOutcome, listAttempts, listToldAttempts, type ToldAttempt } from './history.ts';
export { type AttemptHour, type AttemptHours, attemptHours } from './hours.ts';
export { ladderOf, type Rung } from './ladder.ts';
export { countMissed, type Missed } from './missed.ts';
export { publish } from './publish.ts';
export { type Queue, readQueue } from './queue.ts';
export { removeEndpoint, sweepRemovedEndpoints } from './remove-endpoint.ts';
export { type Resent, resendMissed } from './resend-missed.ts';
export { type Resumed, resumeEndpoint } from './resume-endpoint.ts';
export { afterAttempt, DEFAULT_RETRY_SCHEDULE, maxAttempts, type RetryPolicy } from './retry-policy.ts';
export { type Rotated, rotateSecret } from './rotate-secret.ts';
export { type Sample, sampleBodies } from './samples.ts';
export { resendEvent, type SendRequest, sendTest } from './send-now.ts';
export { type AttemptOutcome, settleAttempts } from './settle.ts';
export { requestHeaders, signatureHeaders } from './sign.ts';
export { sweepAttempts } from './sweep-attempts.ts';
export { sweepEvents } from './sweep-events.ts';
export type { Telling } from './tell-owners.ts';
export { type EndpointPatch, updateEndpoint } from './update-endpoint.ts';
