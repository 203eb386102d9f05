import type { Issue, JsonObject } from '../base/index.ts';
import { INITIAL_STATUS_ID } from '../flows/index.ts';
import type { orders, Searchable } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkTexts, readOrderDay } from './checks.ts';
import { toText } from './order.ts';
import { type CheckedPayment, checkPayment, type PaymentInput } from './payment.ts';
import { checkPlainFields, type PlainInput } from './plain-fields.ts';
import { type Product, priceDelivery, priceProducts, totalPrice } from './pricing.ts';

/**
 * The body of a create request after the check of its shape. Unknown fields of nested objects belong to the sender and
 * are kept.
 */
export interface CreateOrderInput extends PlainInput {
  readonly requestKey?: string | null | undefined;
  readonly num?: string | null | undefined;
  readonly statusId?: string | null | undefined;
  readonly date: string;
  readonly client?: JsonObject | null | undefined;
  readonly recipient?: JsonObject | null | undefined;
  readonly products: readonly Product[];
  readonly delivery?: JsonObject | null | undefined;
  readonly additional?: JsonObject | null | undefined;
  readonly payments?: readonly (PaymentInput & JsonObject)[] | null | undefined;
}

const MAX_PAYMENTS = 100;
const PAYMENT_FIELDS = new Set(['paymentId', 'amount', 'currency', 'paidAt', 'paymentMethod', 'providerData']);

export interface Draft {
  /** The number; undefined to take the next one of the workspace's series. */
  readonly num: string | undefined;
  readonly statusId: string;
  readonly payments: readonly CheckedPayment[];
  readonly foundBy: Omit<Searchable, 'num'>;
  readonly columns: ReturnType<typeof checkPlainFields> &
    Pick<
      typeof orders.$inferSelect,
      'date' | 'productsAmount' | 'price' | 'client' | 'recipient' | 'products' | 'delivery' | 'additional'
    >;
}

/**
 * Checks the fields of a new order, except its status and its repeat key (`requestKey` or `num`). It adds problems to
 * `issues`. If there are any, the returned draft must not be used.
 */
export function checkDraft(ctx: Ctx, input: CreateOrderInput, issues: Issue[]): Draft {
  const plain = checkPlainFields('', input, issues);
  checkTexts('client', input.client, issues);
  checkTexts('recipient', input.recipient, issues);
  checkTexts('additional', input.additional, issues);
  const date = readOrderDay('date', input.date, ctx.workspace.timeZone, issues);
  const { products, productsAmount } = priceProducts('products', input.products, issues);
  const { delivery, deliveryAmount } = priceDelivery('delivery', input.delivery, issues);
  const price = totalPrice('products', productsAmount, deliveryAmount, issues);
  const payments = checkPayments(input.payments ?? [], issues);
  return {
    num: input.num ?? undefined,
    statusId: input.statusId ?? INITIAL_STATUS_ID,
    payments,
    foundBy: input,
    columns: {
      ...plain,
      date,
      productsAmount,
      price,
      client: toText(input.client),
      recipient: toText(input.recipient),
      // Refused items are not written, so they are not converted to JSON. Items from a file may have texts of any
      // length, and their JSON may take 40 MB.
      products: issues.length === 0 ? JSON.stringify(products) : '',
      delivery: toText(delivery),
      additional: toText(input.additional),
    },
  };
}

function checkPayments(sent: readonly (PaymentInput & JsonObject)[], issues: Issue[]): CheckedPayment[] {
  if (sent.length > MAX_PAYMENTS) {
    issues.push({ path: 'payments', rule: 'items_at_most', most: MAX_PAYMENTS });
    return [];
  }
  return sent.map((payment, index) => {
    const extra = Object.entries(payment).filter(([key]) => !PAYMENT_FIELDS.has(key));
    return checkPayment(`payments.${index}`, payment, extra.length === 0 ? null : Object.fromEntries(extra), issues);
  });
}
