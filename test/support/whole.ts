import type { Order } from '../../src/orders/index.ts';

/** Keeps the whole order where a list would keep only a part of it. */
export const whole = (order: Order): Order => order;
