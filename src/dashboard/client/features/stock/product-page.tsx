import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { mayChange } from '../../data/me.ts';
import { joined, useLoaded } from '../../data/use-loaded.ts';
import { Actor } from '../../parts/actor.tsx';
import { OrderLink } from '../../parts/order-link.tsx';
import { PictureButton } from '../../parts/product-picture.tsx';
import { ago, count, moment, money, signed } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Crumb, PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { WaitingFor } from '../../ui/unknown.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { loadProduct, type Movement, sayDone, type Undo } from './data.ts';
import { OnHand } from './on-hand.tsx';
import { ProductDialog } from './product-dialog.tsx';

export function ProductPage() {
  const id = useRoute().params['id'] ?? '';
  const loaded = useLoaded(() => loadProduct(id), id, { on: ['stock'] });
  const { data, error, reload } = loaded;
  const [doing, setDoing] = useState<'edit' | 'correct'>();
  const w = words.value.stock;
  useTitle(data?.product.name ?? w.title, w.title);
  if (data === undefined) return <WaitingFor of={loaded} title={w.notFound} list="/app/stock" listName={w.title} />;
  const { product, movements, nextCursor } = data;
  const more = (cursor: string): void => loaded.add(() => loadProduct(id, cursor), joined('movements'));
  const facts = [
    [w.warnBelow, product.warnBelow === null ? null : count(product.warnBelow)],
    [w.sku, product.sku],
    [w.barcode, product.barcode === null ? null : <code>{product.barcode}</code>],
    [w.id, product.externalId === product.id ? null : <code>{product.externalId}</code>],
  ] as const;
  const close = (): void => setDoing(undefined);
  const done = (text: string, undo?: Undo): void => {
    close();
    sayDone(text, reload, undo);
  };
  return (
    <>
      <Crumb to="/app/stock">{w.back}</Crumb>
      <div class="head">
        {product.picture !== null && <PictureButton of={product} class="product-picture-large" />}
        <div class="stock-product">
          <PageTitle>{product.name}</PageTitle>
          <p class="line stock-product-facts">
            <span>
              {w.onHand}: <OnHand product={product} />
            </span>
            {product.price !== null && (
              <span>
                {w.price}: <strong>{money(product.price)}</strong>
              </span>
            )}
            {product.category !== null && <span class="meta">{product.category}</span>}
            {facts
              .filter(([, value]) => value !== null)
              .map(([name, value]) => (
                <span key={name} class="meta">
                  {name} {value}
                </span>
              ))}
          </p>
        </div>
        {mayChange() && (
          <div class="actions">
            <button type="button" class="main" onClick={() => setDoing('correct')}>
              {w.correct}
            </button>
            <button type="button" onClick={() => setDoing('edit')}>
              {words.value.edit}
            </button>
          </div>
        )}
      </div>
      <Problem error={error} retry={reload} />
      {product.quantity < 0 && <p class="note">{w.belowWhat}</p>}
      <h2>{w.ledger}</h2>
      <p class="lead">{w.ledgerWhat}</p>
      {movements.length === 0 ? <p class="empty">{w.noMovements}</p> : <Ledger movements={movements} />}
      <MoreButton next={nextCursor} more={more} />
      {doing === 'edit' && <ProductDialog product={product} onClose={close} done={(undo) => done(w.saved, undo)} />}
      {doing === 'correct' && (
        <CorrectDialog product={product} onClose={close} done={(undo) => done(w.corrected, undo)} />
      )}
    </>
  );
}

function Ledger({ movements }: { readonly movements: readonly Movement[] }) {
  const w = words.value.stock;
  return (
    <Table
      label={w.ledger}
      class="stock stock-ledger phone-cards"
      rows={movements}
      keyOf={({ id }) => id}
      columns={[
        { head: w.when, class: 'of-when', cell: ({ at }) => <time title={moment(at)}>{ago(at)}</time> },
        { head: w.change, class: 'number stock-of-change', cell: ({ delta }) => <strong>{signed(delta)}</strong> },
        { head: w.after, class: 'number stock-of-after', cell: ({ quantityAfter }) => count(quantityAfter) },
        { head: w.reason, class: 'wrap stock-of-why', cell: (movement) => <Why movement={movement} /> },
        { head: w.who, class: 'wrap stock-of-who', cell: (movement) => <Who movement={movement} /> },
      ]}
    />
  );
}

const Who = ({ movement }: { readonly movement: Movement }) => (
  <>
    <Actor of={movement} />
    {movement.actorType === 'key' && movement.requestId !== null && (
      <span class="meta">
        {words.value.orderPage.request} <code>{movement.requestId}</code>
      </span>
    )}
  </>
);

function Why({ movement: { kind, order, reason, stocktakeId } }: { readonly movement: Movement }) {
  const w = words.value.stock;
  if (order !== null) return <OrderLink of={order} />;
  return (
    <>
      {stocktakeId === null ? w.kinds[kind] : <a href={`/app/stock/stocktakes/${stocktakeId}`}>{w.stocktakes.one}</a>}
      {reason !== null && `: ${reason}`}
    </>
  );
}
