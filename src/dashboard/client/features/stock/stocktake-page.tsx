import { Trash2 } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { mayChange } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { count, moment, money, plural } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Crumb, PageTitle } from '../../ui/page-title.tsx';
import { useScanner } from '../../ui/scanner.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { say } from '../../ui/toast.tsx';
import { WaitingFor } from '../../ui/unknown.tsx';
import { type Address, useAddress } from '../../ui/use-query.ts';
import { useTitle } from '../../ui/use-title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { CountTable, focusFirst, focusWrong, type KeptCount } from './count-table.tsx';
import {
  applyStocktake,
  type CountedProduct,
  type Counts,
  type CountsQuery,
  dropStocktake,
  isOpen,
  loadCategories,
  loadCounts,
  PARTS,
  type Stocktake,
} from './data.ts';

const LIST = '/app/stock/stocktakes';

/** Updates the products on the page in their places, because a product that was just counted must not move. */
function renewed<T extends Counts>(shown: T, found: T): T {
  const newest = new Map(found.products.map((one) => [one.id, one]));
  return { ...shown, stocktake: found.stocktake, products: shown.products.map((one) => newest.get(one.id) ?? one) };
}

export function StocktakePage() {
  const id = useRoute().params['id'] ?? '';
  const { value, set } = useAddress();
  const part = PARTS.find((one) => one === value('part'));
  const query: CountsQuery = { q: value('q') ?? '', part, category: value('category') };
  const key = JSON.stringify([id, query]);
  const load = async () => ({ ...(await loadCounts(id, query)), q: query.q });
  const loaded = useLoaded(load, key, { on: ['stock'], merge: renewed });
  const { data } = loaded;
  const entered = useRef<string>(undefined);
  const lookFor = (text: string): void => {
    // Leaving the field saves the typed number before the field disappears.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    entered.current = text;
    set({ q: text || undefined });
    if (text === data?.q) focusFirst();
  };
  useScanner((code) => data !== undefined && isOpen(data.stocktake) && lookFor(code));
  // Moves the focus to the product found by a search, so that it can be counted at once.
  useEffect(() => {
    if (data === undefined || data.q !== entered.current) return;
    entered.current = undefined;
    focusFirst();
  });
  const s = words.value.stock.stocktakes;
  const title = data === undefined ? s.one : s.of(moment(data.stocktake.startedAt));
  useTitle(title, s.title);
  if (data === undefined) return <WaitingFor of={loaded} title={s.notFound} list={LIST} listName={s.title} />;
  const { stocktake, products, nextCursor } = data;
  const shown = part ?? (stocktake.appliedAt === null ? 'all' : 'counted');
  const more = (cursor: string): void =>
    loaded.add(
      () => loadCounts(id, query, cursor),
      (before, page) => ({ ...before, ...page, products: [...before.products, ...page.products] }),
    );
  const counted = ({ sent: { product, counted }, expected, stocktake }: KeptCount): void =>
    loaded.show((before) => ({
      ...before,
      stocktake,
      products: before.products.map((one) => (one.id === product ? { ...one, counted, expected } : one)),
    }));
  return (
    <>
      <Crumb to={LIST}>{s.all}</Crumb>
      <Head title={title} stocktake={stocktake} reload={loaded.reload} />
      <Sums of={stocktake} />
      <p class="lead">{leadOf(stocktake)}</p>
      <CountsBar query={query} shown={shown} go={set} entered={lookFor} />
      <Waiting of={loaded} />
      {products.length === 0 ? (
        <Empty
          drawing={NOTHING_FOUND}
          title={query.q === '' ? s.nothing[shown] : words.value.orders.nothing}
          what={s.nothingWhat}
        />
      ) : (
        <CountTable stocktake={stocktake} products={products} counted={counted} />
      )}
      <MoreButton next={nextCursor} more={more} />
    </>
  );
}

function leadOf(stocktake: Stocktake): string {
  const s = words.value.stock.stocktakes;
  if (stocktake.appliedAt !== null) return s.appliedOn(moment(stocktake.appliedAt));
  return isOpen(stocktake) ? s.lead : s.applying;
}

function Sums({ of: stocktake }: { readonly of: Stocktake }) {
  const s = words.value.stock.stocktakes;
  return (
    <p class="line stock-take-sums" role="status">
      <span>{plural(stocktake.counted, s.countedBy)}</span>
      <strong>{plural(stocktake.differing, s.differs)}</strong>
      {sumsOf(stocktake).map((sum) => (
        <span key={sum}>{sum}</span>
      ))}
    </p>
  );
}

interface HeadProps {
  readonly title: string;
  readonly stocktake: Stocktake;
  readonly reload: () => void;
}

function Head({ title, stocktake, reload }: HeadProps) {
  const [doing, setDoing] = useState<'apply' | 'drop'>();
  const { route } = useLocation();
  const s = words.value.stock.stocktakes;
  const { id, counted } = stocktake;
  const mayApply = mayChange() && isOpen(stocktake);
  const close = (): void => setDoing(undefined);
  const apply = (): void => {
    if (!focusWrong()) setDoing('apply');
  };
  const drop = { text: s.drop, icon: Trash2, danger: true, act: () => setDoing('drop') };
  return (
    <>
      <div class="head">
        <PageTitle>{title}</PageTitle>
        <div class="actions">
          {mayApply && (
            <button type="button" class="main" disabled={counted === 0} onClick={apply}>
              {s.apply}
            </button>
          )}
          <ExportMenu of={`stock/stocktakes/${id}`} more={mayApply ? [drop] : []} />
        </div>
      </div>
      {doing === 'apply' && (
        <ApplyDialog
          stocktake={stocktake}
          onClose={close}
          applied={(changed) => {
            close();
            say(plural(changed, s.appliedNow));
            reload();
          }}
        />
      )}
      {doing === 'drop' && (
        <FormDialog
          title={s.dropTitle}
          action={s.drop}
          danger
          effects={[s.dropWhat]}
          send={() => dropStocktake(id)}
          done={() => {
            say(s.dropped);
            route(LIST);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface CountsBarProps {
  readonly query: CountsQuery;
  readonly shown: (typeof PARTS)[number];
  readonly go: Address['set'];
  readonly entered: (text: string) => void;
}

function CountsBar({ query: { q, category }, shown, go, entered }: CountsBarProps) {
  const { data: categories = [] } = useLoaded(loadCategories, '', { later: true });
  const s = words.value.stock.stocktakes;
  return (
    <div class="stock-bar stock-take-bar">
      <SearchInput label={s.search} text={q} search={(text) => go({ q: text || undefined })} entered={entered} />
      <ChoiceMenu
        label={s.part}
        quiet
        value={shown}
        groups={[PARTS.map((value) => ({ value, text: s.parts[value] }))]}
        choose={(part) => go({ part })}
      />
      {categories.length > 0 && (
        <ChoiceMenu
          label={words.value.stock.category}
          quiet
          value={category ?? ''}
          groups={[[{ value: '', text: s.anyCategory }], categories.map((name) => ({ value: name, text: name }))]}
          choose={(name) => go({ category: name || undefined })}
        />
      )}
    </div>
  );
}

const MOST_SHOWN = 5;

interface ApplyDialogProps {
  readonly stocktake: Stocktake;
  readonly onClose: () => void;
  readonly applied: (changed: number) => void;
}

/** Shows the products with the largest differences before the counts are applied. A count may have a digit too many. */
function ApplyDialog({ stocktake, onClose, applied }: ApplyDialogProps) {
  const { id, differing } = stocktake;
  const { data } = useLoaded(() => loadCounts(id, { q: '', part: 'differing', category: undefined }), id);
  const s = words.value.stock.stocktakes;
  const largest = (data?.products ?? []).toSorted((a, b) => gapOf(b) - gapOf(a)).slice(0, MOST_SHOWN);
  return (
    <FormDialog
      title={s.applyTitle}
      action={s.apply}
      effects={[plural(differing, s.applies), ...sumsOf(stocktake), s.stays]}
      send={() => applyStocktake(id)}
      done={({ changed }) => applied(changed)}
      onClose={onClose}
    >
      <ul>
        {largest.map(({ id: product, name, counted, expected }) => (
          <li key={product}>
            <bdi>{name}</bdi> {count(expected ?? 0)} → <strong>{count(counted ?? 0)}</strong>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

const gapOf = ({ counted, expected }: CountedProduct): number => Math.abs((counted ?? 0) - (expected ?? 0));

function sumsOf({ shortage, surplus }: Stocktake): string[] {
  const s = words.value.stock.stocktakes;
  const texts = [shortage > 0 && `${s.shortage}: ${money(shortage)}`, surplus > 0 && `${s.surplus}: ${money(surplus)}`];
  return texts.filter((text) => text !== false);
}
