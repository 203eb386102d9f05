import { useEffect, useRef, useState } from 'preact/hooks';
import { mayChange } from '../../data/me.ts';
import { newUuid } from '../../data/new-uuid.ts';
import { numberText, parseNumber } from '../../data/plain-values.ts';
import { havePictures, WithPicture } from '../../parts/product-picture.tsx';
import { count, signed } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { Table } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import { type CountedProduct, isOpen, type SentCount, type Stocktake, sendCount } from './data.ts';

export interface KeptCount extends Awaited<ReturnType<typeof sendCount>> {
  readonly sent: SentCount;
}

interface CountTableProps {
  readonly stocktake: Stocktake;
  readonly products: readonly CountedProduct[];
  readonly counted: (count: KeptCount) => void;
}

export function CountTable({ stocktake, products, counted }: CountTableProps) {
  const mayCount = mayChange() && isOpen(stocktake);
  const hasPictures = havePictures(products);
  const s = words.value.stock.stocktakes;
  return (
    <Table
      label={stocktake.appliedAt === null ? s.parts.all : s.parts.counted}
      class="phone-cards stock-take"
      rows={products}
      keyOf={({ id }) => id}
      columns={[
        {
          head: s.product,
          class: 'wrap stock-take-product',
          cell: (product) => (
            <WithPicture of={product} isShown={hasPictures}>
              <a href={`/app/stock/${product.id}`}>{product.name}</a>
              <span class="meta">{[product.category, product.sku].filter((one) => one !== null).join(' · ')}</span>
            </WithPicture>
          ),
        },
        {
          head: s.books,
          class: 'number stock-take-books',
          cell: ({ quantity, expected }) => (
            <>
              <span class="stock-takes-name">{s.books}</span> {count(expected ?? quantity)}
            </>
          ),
        },
        {
          head: s.counted,
          class: 'number stock-take-counted',
          cell: (product) =>
            mayCount ? (
              <CountField stocktake={stocktake.id} product={product} counted={counted} />
            ) : (
              product.counted !== null && count(product.counted)
            ),
        },
        { head: s.difference, class: 'number stock-take-difference', cell: (product) => <Difference of={product} /> },
      ]}
    />
  );
}

function Difference({ of: { counted, expected } }: { readonly of: CountedProduct }) {
  if (counted === null || expected === null) return null;
  if (counted === expected) return <span class="meta">{words.value.stock.stocktakes.matches}</span>;
  return <strong class={counted < expected ? 'stock-below' : ''}>{signed(counted - expected)}</strong>;
}

const textOf = (counted: number | null): string => (counted === null ? '' : numberText(counted));

interface CountFieldProps {
  readonly stocktake: string;
  readonly product: CountedProduct;
  readonly counted: CountTableProps['counted'];
}

function CountField({ stocktake, product, counted }: CountFieldProps) {
  const [typed, setTyped] = useState(textOf(product.counted));
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wanted = useRef<SentCount | undefined>(undefined);
  const sending = useSending();
  const s = words.value.stock.stocktakes;
  // Somebody else may have counted the product meanwhile. The field shows that count unless the reader is typing.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(textOf(product.counted));
  }, [product.counted]);
  const keep = (): void => {
    // The text is read from the field, because after a scan the state may still have the barcode's digits.
    const text = (field.current?.value ?? typed).trim();
    const pieces = text === '' ? null : parseNumber(text);
    setWrong(pieces === undefined);
    if (pieces === undefined || pieces === product.counted) return;
    if (wanted.current?.counted !== pieces)
      wanted.current = { product: product.id, counted: pieces, formId: newUuid() };
    sending.begin(send);
  };
  // Another number may be typed while the previous one is being saved. The newer number is sent next.
  const send = async (): Promise<void> => {
    const sent = wanted.current;
    if (sent === undefined) return;
    const answer = await sendCount(stocktake, sent);
    if (wanted.current !== sent) return send();
    wanted.current = undefined;
    counted({ ...answer, sent });
  };
  return (
    <>
      <input
        ref={field}
        class="stock-take-count"
        inputMode="decimal"
        autocomplete="off"
        aria-label={s.countedOf(product.name)}
        aria-invalid={isWrong}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') focusNext(event.currentTarget);
        }}
      />
      {isWrong && (
        <span class="field-problem" role="alert">
          {s.badCount}
        </span>
      )}
      <Problem error={sending.error} retry={keep} />
    </>
  );
}

const fields = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('.stock-take-count')];

function focusOn(field: HTMLInputElement | undefined): void {
  field?.focus();
  field?.select();
}

/** Moves to the first field whose text is not a number. @returns false if every text is a number */
export function focusWrong(): boolean {
  const wrong = fields().find((field) => field.getAttribute('aria-invalid') === 'true');
  focusOn(wrong);
  return wrong !== undefined;
}

export const focusFirst = (): void => focusOn(fields()[0]);

/** Leaves the field, which saves its number, and moves to the next field if there is one. */
function focusNext(field: HTMLInputElement): void {
  const all = fields();
  field.blur();
  focusOn(all[all.indexOf(field) + 1]);
}
