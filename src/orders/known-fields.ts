import { type JsonObject, parseStored } from '../base/index.ts';

/** The fields that a read fills with null where they are absent (contract, section 3). */
export const PERSON_FIELDS = { id: null, name: null, phone: null, email: null, comment: null };
export const DELIVERY_FIELDS = { deliveryType: null, price: null, adress: null, flat: null };

/** The texts in an order's `additional`. The compiler reports each place that must handle a new field. */
export const ADDITIONAL_FIELDS = ['comment', 'managerComment', 'cardText'] as const;
export type AdditionalField = (typeof ADDITIONAL_FIELDS)[number];

/** All the known fields, null where absent, and all other fields that were sent. @param text as it is stored */
export const withKnownFields = <T extends object>(known: T, text: string): T & JsonObject => ({
  ...known,
  ...parseStored<JsonObject>(text),
});
