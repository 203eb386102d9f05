import { words } from '../words/words.ts';
import { methodWord } from './orders.ts';

/** Returns the name of a payment method in a list of sums. Payments without a method also have a name. */
export const methodName = (method: string): string => (method === '' ? words.value.money.noMethod : methodWord(method));
