import type { PaymentQuery } from './recorded.ts';

/** Money of a file, as it waits in the database. A newer version reads rows of an older one: fields are only ever added. */
export interface StagedMoney extends PaymentQuery {
  readonly line: number;
  readonly orderId: string;
}

/** The choices for a whole file. */
export interface PaymentOptions {
  /** Receivers hear of it. */
  readonly tell: boolean;
  /** The rows that need a tick come too: payments above what their order costs, and those that may be recorded already. */
  readonly over: boolean;
}
