import type { Order } from '../../src/orders/index.ts';

/** Returns the order unchanged. Tests pass `whole` as the `shape` of a list to get all fields of its orders. */
export const whole = (order: Order): Order => order;
