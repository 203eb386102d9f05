import type { PaymentQuery } from './recorded.ts';

/**
 * The payment or refund of one row, as it waits in the database. A newer version of Docket may read rows of an older
 * one, so fields may be added but never changed.
 */
export interface StagedMoney extends PaymentQuery {
  readonly line: number;
  readonly orderId: string;
}

export interface PaymentOptions {
  /** True to send webhooks for the changes. */
  readonly tell: boolean;
  /** True to import the held rows too: payments above the order's total, and possible repeats. */
  readonly over: boolean;
}
