import { forms } from '../plural.ts';

/** What the form of an order says beside its fields. */
export const ORDER_FORM_EN = {
  suggestions: 'Suggestions',
  suggested: forms({ one: '# suggestion', other: '# suggestions' }),
  onHand: (pieces: string) => `${pieces} on hand`,
  clientHint: 'Start with the phone or the name. Clients who ordered before come up.',
  before: 'Ordered before',
  again: 'Order again',
  moreItems: forms({ one: '# more', other: '# more' }),
  clientComment: 'Client’s comment',
  usualTimes: 'Usual times',
  notes: 'Notes and card message',
  preview: 'The slip as it will print',
  itemsSoFar: forms({ one: '# item', other: '# items' }),
  askTitle: 'Save it like this?',
  askSlot: (from: string, to: string) => `The time ends at ${to}, before it begins at ${from}. Is that after midnight?`,
  askPhone: (phone: string) => `“${phone}” does not look like a phone number.`,
  backToForm: 'Correct it',
  saveAnyway: 'Save anyway',
};

export type OrderFormWords = typeof ORDER_FORM_EN;
