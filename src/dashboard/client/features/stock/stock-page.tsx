import { ClipboardList } from 'lucide';
import { useState } from 'preact/hooks';
import { isOwner, mayChange, workspaceId } from '../../data/me.ts';
import { joined, useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { havePictures, WithPicture } from '../../parts/product-picture.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { STOCK } from '../../ui/empty/drawings/stock.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { count, counted } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useSending } from '../../ui/sending.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-query.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { loadProducts, missingOf, orderingText, type Product, type StockQuery, sayDone, type Undo } from './data.ts';
import { OnHand } from './on-hand.tsx';
import { ProductDialog } from './product-dialog.tsx';

export function StockPage() {
  const { value, set } = useAddress();
  const query = { q: value('q') ?? '', below: value('below') === '1', low: value('low') === '1' };
  const go = ({ q, below, low }: StockQuery): void =>
    set({ q: q || undefined, below: below ? '1' : undefined, low: low ? '1' : undefined });
  const loaded = useLoaded(() => loadProducts(query), JSON.stringify(query), { on: ['stock'] });
  const { data, reload } = loaded;
  const copying = useSending();
  const [doing, setDoing] = useState<'add'>();
  const w = words.value.stock;
  const next = data?.nextCursor ?? null;
  const products: readonly Product[] = data?.products ?? [];
  const isEmpty = data !== undefined && products.length === 0;
  const more = (cursor: string): void => loaded.add(() => loadProducts(query, cursor), joined('products'));
  const done = (text: string, undo?: Undo): void => {
    setDoing(undefined);
    sayDone(text, reload, undo);
  };
  return (
    <>
      <Head open={setDoing} isEmpty={isEmpty} />
      <p class="lead">
        {w.what} {isOwner() && <a href="/app/settings/statuses">{w.statusesLink}</a>}
      </p>
      <Search query={query} below={data?.below ?? 0} low={data?.low ?? 0} go={go} />
      <Waiting of={loaded} />
      {isEmpty && (
        <NoProducts query={query} clear={() => go({ q: '', below: false, low: false })} add={() => setDoing('add')} />
      )}
      {query.below && products.length > 0 && <p class="meta">{w.belowWhat}</p>}
      {query.low && products.length > 0 && (
        <div class="stock-ordering">
          <CopyButton class="quiet" act={() => orderingText(query)} sending={copying} label={w.copyLow} />
          <Problem error={copying.error} />
        </div>
      )}
      {products.length > 0 && <ProductTable products={products} isLow={query.low} changed={done} />}
      <MoreButton next={next} more={more} />
      {doing === 'add' && <ProductDialog onClose={() => setDoing(undefined)} done={() => done(w.saved)} />}
    </>
  );
}

function Head({ open, isEmpty }: { readonly open: (what: 'add') => void; readonly isEmpty: boolean }) {
  const { stock: w, orders } = words.value;
  const file = `/app/api/workspaces/${workspaceId()}/stock/export`;
  const stocktakes = '/app/stock/stocktakes';
  return (
    <PageHead title={w.title}>
      <div class="actions with-menu">
        {mayChange() && !isEmpty && (
          <button type="button" class="main" onClick={() => open('add')}>
            {w.add}
          </button>
        )}
        {mayChange() ? (
          <ExportMenu
            of="stock"
            withImport
            more={[{ text: w.stocktakes.title, icon: ClipboardList, href: stocktakes }]}
          />
        ) : (
          <>
            <a class="button" href={`${file}?format=xlsx`} target="_self" download>
              {orders.exportXlsx}
            </a>
            <a class="button" href={file} target="_self" download>
              {orders.exportCsv}
            </a>
            <a class="button" href={stocktakes}>
              {w.stocktakes.title}
            </a>
          </>
        )}
      </div>
    </PageHead>
  );
}

interface SearchProps {
  readonly query: StockQuery;
  /** The number of oversold products. `low` is the number of products that run low. */
  readonly below: number;
  readonly low: number;
  readonly go: (query: StockQuery) => void;
}

function Search({ query, below, low, go }: SearchProps) {
  const w = words.value.stock;
  return (
    <div class="stock-bar">
      <SearchInput label={w.search} text={query.q} search={(q) => go({ ...query, q })} />
      <Only number={below} isOn={query.below} word={w.onlyBelow} set={(below) => go({ ...query, below })} />
      <Only number={low} isOn={query.low} word={w.onlyLow} set={(low) => go({ ...query, low })} />
    </div>
  );
}

interface OnlyProps {
  readonly number: number;
  readonly isOn: boolean;
  readonly word: (number: string) => string;
  readonly set: (isOn: boolean) => void;
}

function Only({ number, isOn, word, set }: OnlyProps) {
  if (number === 0 && !isOn) return null;
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />{' '}
      {word(counted(number))}
    </label>
  );
}

interface NoProductsProps {
  readonly query: StockQuery;
  readonly clear: () => void;
  readonly add: () => void;
}

function NoProducts({ query, clear, add }: NoProductsProps) {
  const w = words.value.stock;
  if (query.q !== '' || query.below || query.low) {
    return (
      <Empty drawing={NOTHING_FOUND} title={words.value.orders.nothing} what={w.nothingWhat}>
        <button type="button" onClick={clear}>
          {w.clear}
        </button>
      </Empty>
    );
  }
  return (
    <Empty drawing={STOCK} title={w.empty} what={w.emptyWhat}>
      {mayChange() && (
        <button type="button" class="main" onClick={add}>
          {w.add}
        </button>
      )}
    </Empty>
  );
}

interface ProductTableProps {
  readonly products: readonly Product[];
  /** True if the list has only products that run low. Each row then shows how much is missing. */
  readonly isLow: boolean;
  readonly changed: (text: string, undo: Undo) => void;
}

function ProductTable({ products, isLow, changed }: ProductTableProps) {
  const [correcting, setCorrecting] = useState<Product>();
  const hasPictures = havePictures(products);
  const w = words.value.stock;
  const correct: Column<Product> = {
    head: <span class="unseen">{w.correct}</span>,
    class: 'number stock-of-actions',
    cell: (product) => (
      <button
        type="button"
        class="quiet"
        aria-label={`${w.correct}: ${product.name}`}
        onClick={() => setCorrecting(product)}
      >
        {w.correct}
      </button>
    ),
  };
  return (
    <>
      <Table
        label={w.title}
        class="stock phone-cards"
        rows={products}
        keyOf={({ id }) => id}
        opens={({ id }) => `/app/stock/${id}`}
        columns={[
          {
            head: w.name,
            class: 'wrap stock-of-name',
            cell: (product) => (
              <WithPicture of={product} isShown={hasPictures}>
                <a href={`/app/stock/${product.id}`}>{product.name}</a>
                {product.category !== null && <span class="meta">{product.category}</span>}
              </WithPicture>
            ),
          },
          { head: w.sku, class: 'stock-of-sku', cell: ({ sku }) => sku },
          { head: w.price, class: 'number stock-of-price', sum: ({ price }) => price },
          {
            head: w.onHand,
            class: 'number stock-of-quantity',
            cell: (product) => (
              <>
                <OnHand product={product} />
                {isLow && missingOf(product) > 0 && (
                  <span class="meta">{w.missing(count(missingOf(product)), count(product.warnBelow ?? 0))}</span>
                )}
              </>
            ),
          },
          ...(mayChange() ? [correct] : []),
        ]}
      />
      {correcting !== undefined && (
        <CorrectDialog
          product={correcting}
          onClose={() => setCorrecting(undefined)}
          done={(undo) => {
            setCorrecting(undefined);
            changed(w.corrected, undo);
          }}
        />
      )}
    </>
  );
}
