import { ask } from '../data/api.ts';
import { hooks } from './endpoints.ts';

const one = (id: string) => hooks()({ id });

export const EVENT_TYPES = [
  'order.created',
  'order.updated',
  'order.status.changed',
  'order.payment.created',
  'order.deleted',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

interface Draft {
  readonly url: string;
  readonly events: readonly EventType[];
}

const body = ({ url, events }: Draft) => ({ url, events: [...events] });

export const loadHealth = async () => (await ask(hooks().health.get())).health;
export const loadSamples = async () => (await ask(hooks().samples.get())).samples;
const loadAttempts = (id: string) => ask(one(id).attempts.get());
export const loadHours = (id: string) => ask(one(id).hours.get());
export const loadEvent = (id: string, event: string) => ask(one(id).events({ event }).get());
export const loadMissed = (id: string, since: string) => ask(one(id).missed.get({ query: { since } }));

export const checkAddress = (url: string) => ask(hooks()['check-address'].post({ url }));
export const addEndpoint = (draft: Draft) => ask(hooks().post(body(draft)));
export const saveEndpoint = (id: string, draft: Draft) => ask(one(id).update.post(body(draft)));
export const switchEndpoint = (id: string, enabled: boolean) => ask(one(id).update.post({ enabled }));
export const removeEndpoint = (id: string) => ask(one(id).remove.post({}));
export const rotateSecret = (id: string) => ask(one(id).rotate.post({}));
/** @param event the type of the sample to send; undefined for a test event */
export const sendTest = (id: string, event?: EventType) => ask(one(id).test.post(event === undefined ? {} : { event }));
export const resend = (id: string, eventId: string) => ask(one(id).resend.post({ eventId }));
export const resendMissed = (id: string, since: number) => ask(one(id)['resend-missed'].post({ since }));
export const resume = (id: string, afterTest?: string) =>
  ask(one(id).resume.post(afterTest === undefined ? {} : { afterTest }));
export const sign = (id: string, eventId: string) => ask(one(id).sign.post({ eventId }));

export type Health = Awaited<ReturnType<typeof loadHealth>>[number];
/**
 * Returns the attempts and the next delivery together, because a part that arrives late would push the other part down.
 */
export async function loadHistory(id: string) {
  const history = await loadAttempts(id);
  const first = history.attempts.find(({ nextAt }) => nextAt !== null);
  // If the delivery does not load, the page still shows the attempts.
  const next = first && (await loadEvent(id, first.eventId).catch(() => undefined));
  return { ...history, next };
}
export type History = Awaited<ReturnType<typeof loadHistory>>;
export type Hours = Awaited<ReturnType<typeof loadHours>>['hours'];
export type Attempt = History['attempts'][number];
export type Delivery = Awaited<ReturnType<typeof loadEvent>>;
export type Rung = Delivery['ladder'][number];
export type Try = Delivery['tries'][number];
export type Look = Awaited<ReturnType<typeof checkAddress>>;
