import type { Wanted } from './recorded.ts';

/** Money of a file, as it waits in the database. A newer version reads rows of an older one: fields are only ever added. */
export interface StagedMoney extends Wanted {
  readonly line: number;
  readonly orderId: string;
}

/** The choices for a whole file. */
export interface PaymentOptions {
  /** Receivers hear of it. */
  readonly tell: boolean;
  /** Payments come that are more than their order costs. */
  readonly over: boolean;
}
