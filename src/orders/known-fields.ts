import { type JsonObject, type OwnNumbers, parseStored } from '../base/index.ts';

/** The fields that a read returns as null if they are absent (contract, section 3). */
export const PERSON_FIELDS = { id: null, name: null, phone: null, email: null, comment: null };
export const DELIVERY_FIELDS = { deliveryType: null, price: null, adress: null, flat: null } satisfies Record<
  DeliveryText | 'price',
  null
>;

/**
 * The text fields in an order's `delivery`. With a new field, the compiler reports each place of the server that must
 * handle it. It reports none of the pages.
 */
export const DELIVERY_TEXTS = ['deliveryType', 'adress', 'flat'] as const;
export type DeliveryText = (typeof DELIVERY_TEXTS)[number];

/**
 * The text fields in an order's `additional`. With a new field, the compiler reports each place that must handle it.
 */
export const ADDITIONAL_FIELDS = ['comment', 'managerComment', 'cardText'] as const;
export type AdditionalField = (typeof ADDITIONAL_FIELDS)[number];

/** Parses a part of an order, and adds the known fields that it lacks. @param text the stored JSON */
export const withKnownFields = <T extends object>(known: T, text: string): T & JsonObject => ({
  ...known,
  ...parseStored<JsonObject>(text),
});

/**
 * Docket's own fields in an order or a payment. An update wraps the fields in `data`; the confirmation of a due order
 * wraps them in `order`.
 */
export const ORDER_NUMBERS: OwnNumbers = {
  of: { delivery: ['price'], products: ['price', 'quantity'], payments: ['amount', 'providerData'] },
  within: ['data', 'order'],
  kept: ['paymentId', 'paymentMethod'],
};
