import { words } from '../words/words.ts';
import { methodWord } from './orders.ts';

/** A payment method in a list of sums, where a payment without one has a name too. */
export const methodName = (method: string): string => (method === '' ? words.value.money.noMethod : methodWord(method));
