import { sum } from '../../data/sum.ts';
import { count } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { importWords } from '../../words/import-words.ts';
import { words } from '../../words/words.ts';
import type { FileAnswer } from './send-file.ts';

type Sum = FileAnswer['sums'][number];

export function PaymentSums({ answer: { sums } }: { readonly answer: FileAnswer }) {
  const w = importWords.value.payments;
  if (sums.length === 0) return null;
  const add = (name: Exclude<keyof Sum, 'method'>): number => sum(sums.map((one) => one[name]));
  const total = {
    method: w.total,
    payments: add('payments'),
    paid: add('paid'),
    refunds: add('refunds'),
    refunded: add('refunded'),
  };
  const rows = sums.length === 1 ? sums : [...sums, total];
  const { method, received, refunded } = words.value.money;
  return (
    <>
      <h2>{w.sumsTitle}</h2>
      <Table
        label={w.sumsTitle}
        class="import-sums"
        rows={rows}
        keyOf={({ method }) => method}
        columns={[
          { head: method, isName: true, class: 'wrap', cell: ({ method }) => method || words.value.orders.noMethod },
          { head: w.payments, class: 'number', cell: ({ payments }) => count(payments) },
          { head: received, class: 'number', sum: ({ paid }) => paid },
          { head: w.refunds, class: 'number', cell: ({ refunds }) => count(refunds) },
          { head: refunded, class: 'number', sum: ({ refunded }) => refunded },
        ]}
      />
    </>
  );
}
