/**
 * The event catalogue, the outbox and the endpoints that events go to.
 * Must never: make a request, read a clock, or publish outside the transaction of the change it tells of.
 */
export {
  addEndpoint,
  type Endpoint,
  type EndpointPatch,
  type EndpointPolicy,
  listEndpoints,
  removeEndpoint,
  updateEndpoint,
} from './endpoints.ts';
export { EVENT_TYPES, type EventType, type OrderEvent, parseEventTypes } from './events.ts';
export { publish } from './publish.ts';
