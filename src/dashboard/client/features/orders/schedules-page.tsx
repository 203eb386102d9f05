import { useState } from 'preact/hooks';
import { mayTakeOrders, seesShop } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { DueActs, DueDay } from '../../parts/due-acts.tsx';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { OrderLink } from '../../parts/order-link.tsx';
import { loadOrder } from '../../parts/orders.ts';
import { loadSchedules, SCHEDULES_PAGE, type ScheduledOrder, scheduleText } from '../../parts/schedules.ts';
import { Chip } from '../../ui/chip.tsx';
import { DAY } from '../../ui/empty/drawings/day.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { FirstItems } from '../../ui/first-items.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Crumb } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { ScheduleActs } from './order-again.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

export function SchedulesPage() {
  const loaded = useLoaded(() => loadSchedules(), SCHEDULES_PAGE, { on: ['orders'] });
  const { data, reload } = loaded;
  const { orders, schedules: w, orderPage } = words.value;
  const more = (cursor: string): void =>
    loaded.add(
      () => loadSchedules(cursor),
      (shown, page) => ({ ...page, due: shown.due, schedules: [...shown.schedules, ...page.schedules] }),
    );
  return (
    <>
      <Crumb to="/app/orders">{orderPage.back}</Crumb>
      <PageHead title={orders.repeating} lead={w.what} beside>
        {seesShop() && data !== undefined && data.schedules.length > 0 && (
          <div class="actions">
            <ExportMenu of="orders/schedules" />
          </div>
        )}
      </PageHead>
      <Waiting of={loaded} />
      {data?.schedules.length === 0 && <Empty drawing={DAY} title={w.empty} what={w.emptyWhat} />}
      {data !== undefined && data.schedules.length > 0 && (
        <>
          <h2>{w.due}</h2>
          {data.due.length === 0 ? <p class="meta">{w.noneDue}</p> : <Due orders={data.due} changed={reload} />}
          <h2>{w.list}</h2>
          <Schedules orders={data.schedules} changed={reload} />
          <MoreButton next={data.nextCursor} more={more} />
        </>
      )}
    </>
  );
}

type InOrder = { readonly order: ScheduledOrder['order'] };

const columnsOf = <R extends InOrder>(): Column<R>[] => {
  const { orders } = words.value;
  return [
    {
      head: orders.order,
      class: 'wrap orders-again-order',
      cell: ({ order }) => (
        <>
          <div>
            <OrderLink of={order} /> <bdi>{order.clientName ?? order.recipientName ?? ''}</bdi>
          </div>
          <FirstItems of={order} />
        </>
      ),
    },
    { head: orders.total, class: 'number', sum: ({ order }) => order.price },
  ];
};

interface DueProps {
  readonly orders: readonly ScheduledOrder[];
  readonly changed: () => void;
}

function Due({ orders, changed }: DueProps) {
  const w = words.value.schedules;
  const rows = orders.flatMap(({ order, due }) => due.map((one) => ({ order, due: one })));
  return (
    <Table
      label={w.due}
      class="orders-again phone-cards"
      rows={rows}
      keyOf={({ order, due }) => `${order.id} ${due.date}`}
      columns={[
        { head: words.value.orders.date, class: 'wrap', cell: ({ due }) => <DueDay due={due} /> },
        ...columnsOf<(typeof rows)[number]>(),
        {
          head: <span class="unseen">{w.confirm}</span>,
          class: 'noprint orders-again-acts',
          cell: ({ order, due }) => <DueActs order={order} due={due} changed={changed} />,
        },
      ]}
    />
  );
}

function Schedules({ orders, changed }: DueProps) {
  const [changing, setChanging] = useState<string>();
  const w = words.value.schedules;
  return (
    <>
      <Table
        label={w.list}
        class="orders-again phone-cards"
        rows={orders}
        keyOf={({ order }) => order.id}
        columns={[
          {
            head: w.everyWhat,
            class: 'wrap',
            cell: (one) => (
              <>
                {scheduleText(one)} {one.isPaused && <Chip tone="idle">{w.paused}</Chip>}
              </>
            ),
          },
          ...columnsOf<ScheduledOrder>(),
          {
            head: <span class="unseen">{w.change}</span>,
            class: 'noprint orders-again-acts',
            cell: ({ order, isPaused }) =>
              mayTakeOrders() && (
                <ScheduleActs
                  isRow
                  order={order}
                  schedule={{ isPaused }}
                  change={() => setChanging(order.id)}
                  changed={changed}
                />
              ),
          },
        ]}
      />
      {changing !== undefined && (
        <Changing
          key={changing}
          id={changing}
          onClose={() => setChanging(undefined)}
          done={() => {
            setChanging(undefined);
            changed();
          }}
        />
      )}
    </>
  );
}

interface ChangingProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly done: () => void;
}

function Changing({ id, ...ending }: ChangingProps) {
  const { data, error } = useLoaded(() => loadOrder(id), id);
  if (data === undefined) return <Problem error={error} />;
  return <ScheduleDialog orderId={id} again={data.again} {...ending} />;
}
