import type { PaymentQuery } from './recorded.ts';

/**
 * The payment or refund from one line of the file, stored in the database until it is imported. A newer version of
 * Docket may read what an older version stored. So fields may be added but never changed.
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
