import { words } from '../../../words/words.ts';

/** The label of a text that says whom it is for; undefined for all other fields. @param path `additional.comment` */
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
