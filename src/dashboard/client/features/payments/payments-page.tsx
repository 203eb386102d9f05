import { fitting, joined, useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { methodName, sourceName } from '../../parts/orders.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { moment } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-query.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { type Line, loadLines, loadSums } from './address.ts';
import { PaymentFilters } from './filters.tsx';
import { PaymentSums } from './sums.tsx';

export function PaymentsPage() {
  const address = useAddress();
  const filter = address.params.toString();
  const loaded = useLoaded(() => loadLines(filter), filter, { on: ['orders'] });
  const sums = useLoaded(() => loadSums(filter), filter, { on: ['orders'] });
  const w = words.value.money;
  const [found, sum] = [fitting(loaded), fitting(sums)];
  const { lines, nextCursor = null } = found ?? {};
  const more = (cursor: string): void => loaded.add(() => loadLines(filter, cursor), joined('lines'));
  return (
    <>
      <PageHead title={words.value.menu.payments}>
        <div class="actions with-menu">
          <a class="button" href="/app/payments/till">
            {words.value.till.title}
          </a>
          <ExportMenu of="payments" filter={filter} withImport />
        </div>
      </PageHead>
      <PaymentFilters
        address={address}
        methods={sums.data?.sums.methods ?? []}
        sources={sums.data?.sums.sources ?? []}
      />
      <Problem error={sums.error} retry={sums.reload} />
      <div class="answers" aria-busy={sums.isOld}>
        <PaymentSums of={sum} address={address} />
      </div>
      <Waiting of={loaded} />
      <div class="answers" aria-busy={loaded.isOld}>
        {lines?.length === 0 && <Empty drawing={NOTHING_FOUND} title={w.nothing} what={w.nothingWhat} />}
        {lines !== undefined && lines.length > 0 && <Lines lines={lines} />}
        <MoreButton next={nextCursor} more={more} />
      </div>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const w = words.value.money;
  return (
    <Table
      label={w.list}
      class="payments-lines phone-cards"
      rows={lines}
      columns={[
        { head: w.date, class: 'payments-of-date', cell: ({ at }) => <time>{moment(at)}</time> },
        {
          head: w.order,
          class: 'wrap payments-of-order',
          cell: ({ orderId, orderNum }) => <a href={`/app/orders/${orderId}`}>{orderNum}</a>,
        },
        { head: w.client, class: 'wrap payments-of-client', cell: ({ clientName }) => clientName },
        { head: w.method, class: 'wrap payments-of-method', cell: methodOf },
        { head: w.source, class: 'wrap payments-of-source', cell: ({ source }) => sourceName(source) },
        {
          head: w.amount,
          class: 'number payments-of-amount',
          sum: ({ kind, amount }) => (kind === 'payment' ? amount : -amount),
        },
      ]}
    />
  );
}

function methodOf({ kind, method }: Line) {
  return (
    <>
      {methodName(method)} {kind === 'refund' && <span class="chip">{words.value.money.refund}</span>}
    </>
  );
}
