import { words } from '../../../words/words.ts';

/**
 * Returns the label of a text field that says who reads the text, such as the courier. Returns undefined if the field
 * has no such label.
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
