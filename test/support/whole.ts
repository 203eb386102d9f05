import type { Order } from '../../src/orders/index.ts';

/** The part of an order that a list keeps in a test: all of it. */
export const whole = (order: Order): Order => order;
