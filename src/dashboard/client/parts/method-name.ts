import { words } from '../words/words.ts';
import { methodWord } from './orders.ts';

export const methodName = (method: string): string => (method === '' ? words.value.money.noMethod : methodWord(method));
