import { words } from '../words/words.ts';
import { methodWord } from './orders.ts';

/** The name of a payment method in a list of sums. Payments without a method have a name too. */
export const methodName = (method: string): string => (method === '' ? words.value.money.noMethod : methodWord(method));
