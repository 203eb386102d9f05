import { X } from 'lucide';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useLoaded } from '../../../../data/use-loaded.ts';
import { useSlots } from '../../../../parts/slots.ts';
import { AreaField } from '../../../../ui/field.tsx';
import { count, day, money, phone, slot } from '../../../../ui/format.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { words } from '../../../../words/words.ts';
import { countsStock, type Usual } from '../data.ts';
import type { Draft } from '../draft.ts';
import { takenOff } from '../item-discount.ts';
import { answerFor, pricedBy, saidSum, withTaken } from './answers.ts';
import {
  type FilledForm,
  fillDraft,
  giveDiscount,
  isOfAnother,
  isPut,
  keyOf,
  openOf,
  withoutItems,
} from './fill-draft.ts';
import { createFinder, wantedOf } from './find-known.ts';
import type { Good } from './goods.ts';
import { isProduct, meantBy, offeredFor } from './match-product.ts';
import type { Part } from './part.ts';
import { readLine } from './read-line.ts';
import { speaksOfMoney } from './remarks.ts';
import { isPartOfDay } from './when.ts';
import { goodIn, heldOf, impliedOf, type LineMatches, wishOf, withProducts } from './wish-of.ts';

interface Props {
  readonly form: FilledForm;
  readonly change: (next: (before: FilledForm) => FilledForm) => void;
  /** The form as it was opened. */
  readonly empty: Draft;
  /** The day that "tomorrow" is counted from. */
  readonly today: string;
  readonly usual: Usual;
}

const PAUSE_MS = 250;
const NOTHING: LineMatches = { products: new Map() };

/** The order in one line; it fills the form while it is typed. */
export function LineField({ form, change, empty, today, usual }: Props) {
  const { line } = form;
  const w = words.value.orderForm;
  const parts = useMemo(() => readLine(line.text, today), [line.text, today]);
  const { found, isKnown } = useFound(heldOf(parts, line.dropped), form.draft.date || today);
  const held = heldOf(withTaken(withProducts(parts, found), line.taken, found), line.dropped);
  const ways = { known: usual.deliveryTypes, usual: w.ways };
  const delivery = impliedOf(held, isOfAnother(form, found.client) ? {} : found, ways);
  const deliveryKey = JSON.stringify(delivery);
  const implied = line.dropped.includes(deliveryKey) ? {} : delivery;
  const wish = wishOf(held, found, ways, implied);
  const key = JSON.stringify(wish);
  // This runs before the page is painted, so that the fields always match the parts shown.
  useLayoutEffect(() => {
    // Values from a kept line stay until the shop's clients and products have loaded.
    if (isKnown || !isPut(line)) change((before) => fillDraft(before, wish, empty));
  }, [key, isKnown]);
  const put = (part: Partial<FilledForm['line']>): void =>
    change((before) => ({ ...before, line: { ...before.line, ...part } }));
  return (
    <div class="order-form-one">
      <AreaField
        name="line"
        rows={1}
        label={w.line}
        hint={line.text === '' ? w.lineHint : undefined}
        placeholder={w.lineExample}
        long
        autofocus
        autocomplete="off"
        spellcheck={false}
        enterkeyhint="next"
        value={line.text}
        onInput={({ currentTarget }) => put({ text: currentTarget.value })}
        onKeyDown={goOn}
      />
      <Understood
        parts={held}
        found={found}
        open={openOf(form)}
        give={giveDiscount(form) === form || takenOff(form.draft.items) > 0 ? undefined : () => change(giveDiscount)}
        take={(part) => put({ taken: [...line.taken, keyOf(part)] })}
        drop={(part) => {
          const dropped = [...line.dropped, ...dropsOf(part, held, found)];
          put({ dropped });
          // An item goes even if its price was changed by hand.
          const left = wishOf(heldOf(held, dropped), found, ways, implied).items.map((item) => item.key);
          const gone = wish.items.filter((item) => !left.includes(item.key)).map((item) => item.key);
          if (gone.length > 0) change((before) => withoutItems(before, gone));
        }}
        implied={impliedText(Object.fromEntries(Object.entries(implied).filter(([path]) => path in line.put.fields)))}
        dropImplied={() => put({ dropped: [...line.dropped, deliveryKey] })}
      />
    </div>
  );
}

/** Puts the implied delivery into one text; empty for none. */
function impliedText(implied: Readonly<Record<string, string>>): string {
  const { orderPage: w } = words.value;
  const { 'delivery.price': price, 'delivery.deliveryType': method, 'delivery.flat': flat } = implied;
  const sum = price && money(Number(price));
  const texts = [
    sum && method === undefined ? `${w.deliveryPrice} ${sum}` : [method, sum].filter(Boolean).join(' '),
    implied['delivery.adress'],
    flat && `${w.fields.flat} ${flat}`,
  ];
  return texts.filter(Boolean).join(', ');
}

/** Enter does not send the order: it leads to the next field that is missing. */
function goOn(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  nextOf(event.currentTarget.form)?.focus();
}

const nextOf = (form: HTMLFormElement | null): HTMLElement | null =>
  [...(form?.querySelectorAll<HTMLInputElement>('[aria-required=true], [required]') ?? [])].find(
    ({ value }) => value === '',
  ) ??
  form?.querySelector<HTMLElement>('[type=submit]') ??
  null;

/** A phone and a name identify a client together, and are dismissed together. */
const dropsOf = (part: Part, held: readonly Part[], { client }: LineMatches): string[] =>
  (client !== undefined && isOfClient(part) ? held.filter(isOfClient) : [part]).map(keyOf);

const SHOWN_DIGITS = 4;

const isOfClient = ({ kind }: Part): boolean => kind === 'phone' || kind === 'tail' || kind === 'name';

/**
 * The clients and products that the shop knows for the line. Until the answer for a new line arrives, the matches of
 * the previous line are used.
 */
function useFound(parts: readonly Part[], date: string): { readonly found: LineMatches; readonly isKnown: boolean } {
  const { data: slots, error } = useSlots(parts.some(({ text }) => isPartOfDay(text)) ? date : '');
  const [find] = useState(createFinder);
  const wanted = wantedOf(parts);
  const key = JSON.stringify(wanted);
  const isAny = wanted.digits !== '' || wanted.goods.length > 0;
  const look = async () => ({ key, digits: wanted.digits, found: isAny ? await find(wanted) : NOTHING });
  const { data } = useLoaded(look, key, { after: isAny ? PAUSE_MS : 0 });
  const isKnown = data?.key === key && (slots ?? error) !== undefined;
  const found = { ...(data?.found ?? NOTHING), slots: slots ?? [] };
  return {
    found: data?.digits === wanted.digits ? found : { ...found, client: undefined, others: undefined },
    isKnown,
  };
}

interface UnderstoodProps {
  readonly parts: readonly Part[];
  readonly found: LineMatches;
  /** The texts that are not in the order. */
  readonly open: readonly string[];
  /** Applies the discount of the line; undefined if it is applied already or cannot be. */
  readonly give: (() => void) | undefined;
  /** Takes a part for what `questionAbout` asks about. */
  readonly take: (part: Part) => void;
  readonly drop: (part: Part) => void;
  /** The implied delivery as a text; empty for none. */
  readonly implied: string;
  readonly dropImplied: () => void;
}

/** The parts of the line that Docket understood; the user can dismiss each. */
function Understood({ parts, found, open, give, take, drop, implied, dropImplied }: UnderstoodProps) {
  const w = words.value.orderForm;
  const { client } = found;
  const first = parts.find(isOfClient);
  const name = parts.find(({ kind }) => kind === 'name');
  const shown = client === undefined ? parts : parts.filter((part) => !isOfClient(part) || part === first);
  return (
    <ul class="order-form-parts" aria-label={w.understood} aria-live="polite">
      {shown.map((part, at) => {
        const isClient = client !== undefined && part === first;
        const text = isClient ? <Known of={client} /> : (othersText(part, found) ?? textOf(part, found));
        // The chip of a client is for all parts that identify them.
        const isMissed = text !== undefined && (isClient ? parts.filter(isOfClient) : [part]).some(isIn(open));
        const isOpen = text === undefined || isMissed;
        const isOthers = isOfClient(part) && part.kind !== 'name' && found.others?.length === 1;
        const question = questionAbout(parts, part, found);
        return (
          <li key={`${keyOf(part)} ${at}`} class={isOpen ? 'order-form-open' : undefined}>
            <span>{isMissed ? w.notTaken(part.text) : (text ?? openText(part, found))}</span>
            {/* The phone alone identifies the client. */}
            {isOthers && name !== undefined && (
              <button type="button" class="quiet" onClick={() => drop(name)}>
                {w.takeClient}
              </button>
            )}
            {question !== undefined && (
              <button type="button" class="quiet" onClick={() => take(part)}>
                {question}
              </button>
            )}
            {part.kind === 'discount' && give !== undefined && (
              <button type="button" class="quiet" onClick={give}>
                {w.discountTake}
              </button>
            )}
            <button
              type="button"
              class="bare"
              aria-label={w.takeBack(part.text)}
              onClick={({ currentTarget, detail }) => {
                // The button goes: from the keyboard, the focus moves to the line.
                if (detail === 0) currentTarget.form?.querySelector<HTMLElement>('[name=line]')?.focus();
                drop(part);
              }}
            >
              <Icon of={X} />
            </button>
          </li>
        );
      })}
      {implied !== '' && (
        <li>
          <span>{implied}</span>
          <button type="button" class="bare" aria-label={w.takeBack(implied)} onClick={dropImplied}>
            <Icon of={X} />
          </button>
        </li>
      )}
    </ul>
  );
}

/** Says what Docket makes of a part that fills nothing in. */
function openText(part: Part, found: LineMatches): string {
  const w = words.value.orderForm;
  if (part.kind === 'tail') return whoseText(part.value, found);
  if (isPartOfDay(part.text)) return w.chooseTime(part.text);
  const isPayment = speaksOfMoney(part.text) && saidSum(part) === undefined;
  return isPayment ? w.payLater(part.text) : w.unsure(part.text);
}

/** Offers a meaning for a part that has no clear one; undefined if it has. */
function questionAbout(parts: readonly Part[], part: Part, found: LineMatches): string | undefined {
  const w = words.value.orderForm;
  const answer = answerFor(parts, part, found);
  if (answer === undefined) return undefined;
  if (answer === 'item') return w.takeItem;
  if (answer === 'note') return w.takeNote;
  const good = goodIn(answer === 'price' ? (pricedBy(parts, part, found) ?? part) : part);
  if (answer === 'product') return w.takeProduct((good && offeredFor(good, found.products)?.name) ?? '');
  const sum = money(Number(saidSum(part)?.sum));
  return Number(good?.quantity) === 1 ? w.takeSum(sum) : w.takeSumForAll(sum);
}

const isIn =
  (open: readonly string[]) =>
  ({ text }: Part): boolean =>
    open.includes(text);

const Known = ({ of: { name, phone: number } }: { readonly of: NonNullable<LineMatches['client']> }) => (
  <>
    {name} <Phone of={number} />
  </>
);

/** Says whose phone it is if the line has another name. */
const othersText = (part: Part, found: LineMatches): string | undefined =>
  part.kind === 'phone' && found.others?.length === 1
    ? whoseText(part.value.replaceAll(/\D/gu, '').slice(-SHOWN_DIGITS), found)
    : undefined;

/** Says whose phones end with these digits if none of these clients has the name in the line. */
function whoseText(digits: string, { others }: LineMatches): string {
  const w = words.value.orderForm;
  if (others === undefined) return digits;
  const [one, more] = others;
  if (one === undefined) return w.noClient(digits);
  return more === undefined ? w.otherClient(digits, one.name) : w.otherClients(digits);
}

const Phone = ({ of }: { readonly of: string }) => <span class="unbroken">{phone(of)}</span>;

/** @returns undefined for a part that has no meaning for the form */
function textOf(part: Part, { products }: LineMatches): ComponentChildren {
  const { orderPage: w, orderForm } = words.value;
  switch (part.kind) {
    case 'name':
      return `${w.fields.name}: ${part.value}`;
    case 'phone':
      return <Phone of={part.value} />;
    case 'recipient':
      return (
        <>
          {w.recipientTitle}: {part.value.name} <Phone of={part.value.phone} />
        </>
      );
    case 'date':
      return day(part.value, true);
    case 'slot':
      return slot(part.value.timeStart || null, part.value.timeEnd || null);
    case 'way':
      return orderForm.ways[part.value];
    case 'deliveryPrice':
      return `${w.deliveryPrice} ${money(Number(part.value))}`;
    case 'address':
    case 'detail':
      return part.value;
    case 'card':
      return `${w.fields.cardText}: ${part.value}`;
    case 'note':
      return `${orderForm.forAll}: ${part.value}`;
    case 'discount':
      return `${w.discount} ${part.value.endsWith('%') ? part.value : money(Number(part.value))}`;
    case 'flat':
      return `${w.fields.flat} ${part.value}`;
    case 'tail':
      return undefined;
    case 'unsure':
      return isProduct(part.value, products)
        ? goodText({ name: part.value, quantity: '1', price: '' }, products)
        : undefined;
    case 'item':
      return goodText(part.value, products);
    default:
      return part satisfies never;
  }
}

function goodText(good: Good, products: LineMatches['products']): string {
  const { product, quantity } = meantBy(good, products);
  const [each, pieces] = [good.price === '' ? product?.lastPrice : Number(good.price), Number(quantity)];
  // The total shows whether a sum for all was taken for the price of each.
  const total = each == null || pieces === 1 ? '' : ` = ${money(each * pieces)}`;
  const { noPrice, noneLeft, onHand } = words.value.orderForm;
  const sum = each == null ? noPrice : `${money(each)}${total}`;
  const left = countsStock() ? product?.quantity : undefined;
  const stock = left === undefined || left >= pieces ? '' : ` · ${left > 0 ? onHand(count(left)) : noneLeft}`;
  return `${product?.name ?? good.name} ×${count(pieces)} · ${sum}${stock}`;
}
