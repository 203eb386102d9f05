import { useLocation } from 'preact-iso';
import { mayChange } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { Chip } from '../../ui/chip.tsx';
import { STOCK } from '../../ui/empty/drawings/stock.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { count, moment, money } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Crumb } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { Table } from '../../ui/table.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { loadStocktakes, type Stocktake, startStocktake } from './data.ts';

const addressOf = (id: string): string => `/app/stock/stocktakes/${id}`;

export function StocktakesPage() {
  const loaded = useLoaded(loadStocktakes, '', { on: ['stock'] });
  const { route } = useLocation();
  const starting = useSending();
  const w = words.value.stock;
  const s = w.stocktakes;
  const stocktakes = loaded.data?.stocktakes;
  const open = stocktakes?.find(({ appliedAt }) => appliedAt === null);
  const start = mayChange() && stocktakes !== undefined && (
    <button
      type="button"
      class="main"
      disabled={starting.busy}
      onClick={() => starting.begin(async () => route(addressOf(open?.id ?? (await startStocktake()).id)))}
    >
      {open === undefined ? s.start : s.goOn}
    </button>
  );
  return (
    <>
      <Crumb to="/app/stock">{w.back}</Crumb>
      <PageHead title={s.title} lead={s.what}>
        {stocktakes?.length !== 0 && <div class="actions">{start}</div>}
      </PageHead>
      <Waiting of={loaded} />
      <Problem error={starting.error} />
      {stocktakes?.length === 0 && (
        <Empty drawing={STOCK} title={s.empty} what={s.emptyWhat}>
          {start}
        </Empty>
      )}
      {stocktakes !== undefined && stocktakes.length > 0 && <Stocktakes stocktakes={stocktakes} />}
    </>
  );
}

function Stocktakes({ stocktakes }: { readonly stocktakes: readonly Stocktake[] }) {
  const s = words.value.stock.stocktakes;
  return (
    <Table
      label={s.title}
      class="phone-cards stock-takes"
      rows={stocktakes}
      keyOf={({ id }) => id}
      opens={({ id }) => addressOf(id)}
      columns={[
        {
          head: s.started,
          class: 'wrap stock-take-product',
          cell: ({ id, startedAt, actorName, appliedAt }) => (
            <>
              <a href={addressOf(id)}>{moment(startedAt)}</a> {appliedAt === null && <Chip tone="busy">{s.open}</Chip>}
              {actorName !== null && <span class="meta">{actorName}</span>}
            </>
          ),
        },
        { head: s.counted, class: 'number stock-takes-wide', cell: ({ counted }) => count(counted) },
        { head: s.parts.differing, class: 'number stock-takes-wide', cell: ({ differing }) => count(differing) },
        { head: s.shortage, class: 'number', cell: (one) => <Worth name={s.shortage} of={one.shortage} /> },
        { head: s.surplus, class: 'number', cell: (one) => <Worth name={s.surplus} of={one.surplus} /> },
      ]}
    />
  );
}

const Worth = ({ name, of }: { readonly name: string; readonly of: number }) => (
  <>
    <span class="stock-takes-name">{name}</span> {money(of)}
  </>
);
