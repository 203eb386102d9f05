import { ask } from '../../data/api.ts';
import { given } from '../../data/given.ts';
import { here } from '../../data/me.ts';
import { parseNumber } from '../../data/plain-values.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { methodName } from '../../parts/orders.ts';
import { money } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

const tillOf = () => here().payments.till;

export const loadTill = (day: string | undefined) => ask(tillOf().get({ query: given({ day }) }));
export const loadClosedDays = (cursor?: string) => ask(tillOf().days.get({ query: given({ cursor }) }));
export const closeDay = (body: Parameters<ReturnType<typeof tillOf>['post']>[0]) => ask(tillOf().post(body));

export type Till = Awaited<ReturnType<typeof loadTill>>;
export type Close = Till['closes'][number];
export type ClosedDay = Awaited<ReturnType<typeof loadClosedDays>>['days'][number];

export const nameOfMethod = (name: string | null): string =>
  name === null ? words.value.money.others : methodName(name);

export const withSign = (sum: number): string => `${sum > 0 ? '+' : ''}${money(sum)}`;

/** @throws Refusal at the field if the text is not a number */
export function readSum(path: string, typed: string): number {
  const sum = parseNumber(typed);
  if (sum === undefined) throw wrongField(path, words.value.till.badSum);
  return sum;
}
