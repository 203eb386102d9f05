import type { PaymentQuery } from './recorded.ts';

/**
 * The money of one row, in the form that waits in the database. A newer version reads rows of an older one, so fields
 * may be added but never changed.
 */
export interface StagedMoney extends PaymentQuery {
  readonly line: number;
  readonly orderId: string;
}

/** The choices for a whole file. */
export interface PaymentOptions {
  /** True if webhooks are sent for the changes. */
  readonly tell: boolean;
  /** True if the rows that need a tick are imported too: payments above the order's total, and possible repeats. */
  readonly over: boolean;
}
