import { ask } from '../../data/api.ts';
import { given } from '../../data/given.ts';
import { here } from '../../data/me.ts';

const paymentsOf = () => here().payments;

export const loadLines = (filter: string, cursor?: string) =>
  ask(paymentsOf().get({ query: { filter, ...given({ cursor }) } }));
export const loadSums = (filter: string) => ask(paymentsOf().sums.get({ query: { filter } }));

export type Line = Awaited<ReturnType<typeof loadLines>>['lines'][number];
export type Sums = Awaited<ReturnType<typeof loadSums>>;
export type Sum = Sums['sums']['methods'][number];
