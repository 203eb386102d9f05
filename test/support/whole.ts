import type { Order } from '../../src/orders/index.ts';

/** Shapes an order for a list: a test keeps all of it. */
export const whole = (order: Order): Order => order;
