import { words } from '../../../words/words.ts';

/**
 * Returns the label that says who a text field is for; undefined for other fields.
 * @param path a path such as `additional.comment`
 */
export function ownLabel(path: string): string | undefined {
  const w = words.value.orderForm;
  const known: Readonly<Record<string, string>> = {
    'recipient.comment': w.forCourier,
    'additional.comment': w.forAll,
    'additional.managerComment': w.forStaff,
    'additional.cardText': w.forCard,
  };
  return known[path];
}
