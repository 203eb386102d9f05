import type { Order } from '../../src/orders/index.ts';

/** What a list keeps of an order in a test: all of it. */
export const whole = (order: Order): Order => order;
