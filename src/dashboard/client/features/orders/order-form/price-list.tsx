import { ChevronDown, ChevronUp } from 'lucide';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { havePictures, ProductPicture } from '../../../parts/product-picture.tsx';
import { count, money, plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isPhone } from '../../../ui/phone.ts';
import { words } from '../../../words/words.ts';
import { countsStock, mayHavePrices, type ProductOffer, usePriceList } from './data.ts';
import { type ItemsProps, piecesOf, withOneMore } from './order-items.ts';

export function PriceList({ isNew, ...props }: ItemsProps & { readonly isNew: boolean }) {
  const [isOpen, setIsOpen] = useState(isNew && !isPhone.peek());
  const id = useId();
  const head = useRef<HTMLParagraphElement>(null);
  const tiles = useRef<HTMLDivElement>(null);
  // On a phone, the list would otherwise open below the visible part of the page, as if nothing had happened. This is a
  // layout effect, so that no tile moves under a finger that taps at once.
  useLayoutEffect(() => {
    if (isPhone.peek() && (tiles.current?.getBoundingClientRect().bottom ?? 0) > innerHeight)
      head.current?.scrollIntoView();
  }, [isOpen]);
  const list = usePriceList();
  const w = words.value.orderForm;
  if (list === undefined) return isOpen && mayHavePrices() && <div class="order-form-tiles" />;
  if (list.products.length === 0) return null;
  const controls = isOpen ? { 'aria-controls': id } : {};
  return (
    <>
      <p ref={head} class="order-form-list">
        <button type="button" class="quiet" aria-expanded={isOpen} {...controls} onClick={() => setIsOpen(!isOpen)}>
          {w.priceList} <Icon of={isOpen ? ChevronUp : ChevronDown} />
        </button>
      </p>
      {isOpen && (
        <div ref={tiles} id={id}>
          <Tiles {...props} products={list.products} />
          {list.more && <p class="meta">{w.longList(count(list.products.length))}</p>}
        </div>
      )}
    </>
  );
}

/** The order's items are below the tiles, so that no tile moves under the user's finger. */
function Tiles({ items, put, products }: ItemsProps & { readonly products: readonly ProductOffer[] }) {
  const [only, setOnly] = useState<string>();
  const { orders, orderForm: w } = words.value;
  const groups = [...Map.groupBy(products, ({ category }) => category ?? '')];
  const nameOf = (category: string): string => category || w.otherGoods;
  // Docket assumes that a shop with no product on hand does not count its stock. The tiles then never say that none are
  // left.
  const isCounted = countsStock();
  const isPictured = havePictures(products);
  return (
    <>
      {groups.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a nested fieldset would make screen readers say too much
        <div class="order-form-chips" role="group" aria-label={words.value.stock.category}>
          {[undefined, ...groups.map(([category]) => category)].map((one) => (
            <button key={one} type="button" aria-pressed={one === only} onClick={() => setOnly(one)}>
              {one === undefined ? orders.all : nameOf(one)}
            </button>
          ))}
        </div>
      )}
      <div class="order-form-tiles">
        {groups
          .flatMap(([category, goods]) => (only === undefined || category === only ? goods : []))
          .map((one) => (
            <button key={one.externalId} type="button" onClick={() => put(withOneMore(items, one))}>
              {isPictured && <ProductPicture of={one} alt="" class="order-form-picture" />}
              <Tile of={one} isCounted={isCounted} pieces={piecesOf(items, one)} />
            </button>
          ))}
      </div>
    </>
  );
}

interface TileProps {
  readonly of: ProductOffer;
  readonly isCounted: boolean;
  /** The number of pieces of the product in the order. */
  readonly pieces: number;
}

function Tile({ of: { name, quantity, lastPrice, warnBelow }, isCounted, pieces }: TileProps) {
  const w = words.value.orderForm;
  const isLow = warnBelow !== null && quantity < warnBelow;
  return (
    <>
      <strong>{name}</strong>
      <span>
        {lastPrice !== null && money(lastPrice)} {pieces > 0 && <span class="count">×{count(pieces)}</span>}
      </span>
      {isCounted && quantity <= 0 && <span class="chip bad">{w.noneLeft}</span>}
      {isLow && quantity > 0 && <span class="chip busy">{plural(quantity, w.roomLeft)}</span>}
    </>
  );
}
