import { listMoney, methodId, sumMoney } from '../../orders/index.ts';
import { type Reading, shown } from '../desk/index.ts';
import { clientIn } from '../orders/filter.ts';
import { PaymentsAnswer, SumsAnswer } from './answers.ts';
import { moneyFilterIn } from './filter.ts';

interface FilterQuery {
  readonly filter?: string | undefined;
}

const PAGE = 50;

export const readPayments: Reading<
  FilterQuery & { readonly cursor?: string | undefined },
  (typeof PaymentsAnswer)['static']
> = {
  name: 'payments',
  async read(ctx, { filter, cursor }) {
    const asked = { filter: moneyFilterIn(ctx, filter).filter, limit: PAGE, cursor, asker: ctx.request };
    const { lines, nextCursor } = await listMoney(ctx, asked);
    const named = lines.map((one) => ({ ...one, method: methodId(one.method) }));
    return shown(PaymentsAnswer.data, { lines: named, nextCursor });
  },
};

export const readPaymentSums: Reading<FilterQuery, (typeof SumsAnswer)['static']> = {
  name: 'sums of payments',
  async read(ctx, asked) {
    const { filter, days } = moneyFilterIn(ctx, asked.filter);
    const sums = await sumMoney(ctx, { filter, asker: ctx.request });
    const { received, refunded } = sums.all;
    const client = await clientIn(ctx, asked.filter);
    const all = { ...sums.all, net: received - refunded };
    return shown(SumsAnswer.data, { ...days, client, sums: { ...sums, all } });
  },
};
