const [START, END] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];

/** Patterns of the words for delivery methods, in English and Russian. */
export const PICK_UP = `${START}(?:pick[- ]?up|picks? (?:it )?up|collects?|самовывоз\\p{L}*|забер[её]т|заберу|заберут)${END}`;
export const DELIVERY = `${START}(?:(?:with|с|со)\\s+)?(?:deliver(?:y|ed)?|courier|доставк\\p{L}*|доставить|привезти|курьер\\p{L}*)${END}`;

const isPickUp = new RegExp(PICK_UP, 'iu');
const isDelivery = new RegExp(DELIVERY, 'iu');

/** The delivery method that one of the shop's own texts names, such as "Самовывоз"; undefined for any other text. */
export function wayOf(text: string): 'delivery' | 'pickup' | undefined {
  if (isPickUp.test(text)) return 'pickup';
  return isDelivery.test(text) ? 'delivery' : undefined;
}
