/**
 * Clients: whose each order is, by phone and e-mail; what they have ordered, paid and owe.
 * Must never: change an order, or hold one up.
 */
export { findClientOrders } from './find-client-orders.ts';
