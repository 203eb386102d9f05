import { words } from '../../../words/words.ts';

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
