import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export type Day = 'today' | 'tomorrow';

const deliveriesOf = () => here().deliveries;

export const loadDeliveries = (day: Day) => ask(deliveriesOf().get({ query: { day } }));

export type Deliveries = Awaited<ReturnType<typeof loadDeliveries>>;
export type Delivery = Deliveries['orders'][number];

const one = ({ id }: Delivery) => deliveriesOf()({ id });

/** @throws Refusal if the order has changed meanwhile */
export const takeRest = (order: Delivery, paymentMethod: string) =>
  ask(one(order).paid.post({ version: order.version, amount: order.left, paymentMethod }));
export const giveBack = (order: Delivery, payment: string) => ask(one(order).unpaid.post({ id: payment }));
export const deliver = (order: Delivery) => ask(one(order).delivered.post({ statusId: order.statusId }));
export const takeBack = (order: Delivery) => ask(one(order).undelivered.post({}));
