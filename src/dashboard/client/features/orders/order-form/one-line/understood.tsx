import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { count, day, localClock, money, phone, slot } from '../../../../ui/format.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { words } from '../../../../words/words.ts';
import { countsStock } from '../data.ts';
import type { Draft } from '../draft.ts';
import { answerFor, pricedBy, saidSum } from './answers.ts';
import { isInTime, keyOf } from './fill-draft.ts';
import type { Good } from './goods.ts';
import { isProduct, meantBy } from './match-product.ts';
import type { Part } from './part.ts';
import { isTimed, timesFor } from './parts-of-day.ts';
import { speaksOfMoney } from './remarks.ts';
import type { Hours } from './when.ts';
import { goodIn, type LineMatches } from './wish-of.ts';

const SHOWN_DIGITS = 4;
/** The position of the time in `YYYY-MM-DDTHH:mm`. */
const CLOCK_AT = 11;

export const isOfClient = ({ kind }: Part): boolean => kind === 'phone' || kind === 'tail' || kind === 'name';

/**
 * Describes the delivery values that Docket adds because the user's line does not name them.
 * @param implied the values by the paths of their fields
 * @param isAsLast true if the whole delivery is from the client's last order
 */
function impliedText(implied: Readonly<Record<string, string>>, isAsLast: boolean): string {
  const { orderPage: w, orderForm } = words.value;
  const { 'delivery.price': price, 'delivery.deliveryType': method, 'delivery.flat': flat } = implied;
  const sum = price && money(Number(price));
  const texts = [
    sum && method === undefined ? `${w.deliveryPrice} ${sum}` : [method, sum].filter(Boolean).join(' '),
    implied['delivery.adress'],
    flat && `${w.fields.flat} ${flat}`,
  ];
  const text = texts.filter(Boolean).join(', ');
  return isAsLast && text !== '' ? orderForm.asLast(text) : text;
}

interface UnderstoodProps {
  readonly parts: readonly Part[];
  readonly found: LineMatches;
  /** Texts of the typed line that are missing from the order (`openOf`). */
  readonly open: readonly string[];
  /** Applies the discount of the line. Undefined if the discount is already applied or cannot be applied. */
  readonly give: (() => void) | undefined;
  /** Accepts Docket's suggestion for a part. */
  readonly take: (part: Part) => void;
  readonly drop: (part: Part) => void;
  readonly draft: Draft;
  readonly choose: (slot: Hours) => void;
  /** The delivery values that the typed line leaves open and Docket fills in, by the paths of their fields. */
  readonly implied: Readonly<Record<string, string>>;
  readonly dropImplied: () => void;
}

export function Understood({
  parts,
  found,
  open,
  give,
  take,
  drop,
  draft,
  choose,
  implied,
  dropImplied,
}: UnderstoodProps) {
  const w = words.value.orderForm;
  const { client } = found;
  // If the line does not mention the delivery, the whole delivery is from the client's last order.
  const isAsLast = client !== undefined && !parts.some(({ kind }) => kind === 'address' || kind === 'way');
  const delivery = impliedText(implied, isAsLast);
  const first = parts.find(isOfClient);
  const name = parts.find(({ kind }) => kind === 'name');
  const hasPrice = implied['delivery.price'] !== undefined || parts.some(({ kind }) => kind === 'deliveryPrice');
  const isAsked = (part: Part): boolean =>
    part.kind === 'unsure'
      ? !isInTime(part.text, draft)
      : // The chip of its price names the delivery.
        part.kind !== 'way' || part.value !== 'delivery' || !hasPrice;
  const asked = parts.filter(isAsked);
  const shown = client === undefined ? asked : asked.filter((part) => !isOfClient(part) || part === first);
  return (
    <ul class="order-form-parts" aria-label={w.understood} aria-live="polite">
      {shown.map((part, at) => {
        const isClient = client !== undefined && part === first;
        const text = isClient ? <Known of={client} /> : (othersText(part, found) ?? textOf(part, found));
        // All parts that identify the client share one chip.
        const isMissed = text !== undefined && (isClient ? parts.filter(isOfClient) : [part]).some(isIn(open));
        const isOpen = text === undefined || isMissed;
        const isOthers = isOfClient(part) && part.kind !== 'name' && found.others?.length === 1;
        const question = questionAbout(parts, part, found);
        return (
          <li key={`${keyOf(part)} ${at}`} class={isOpen ? 'order-form-open' : undefined}>
            <span>{isMissed ? w.notTaken(part.text) : (text ?? openText(part, found))}</span>
            {/* The button drops the name from the line. The phone alone then identifies the client. */}
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
            {part.kind === 'unsure' &&
              timesFor(part.text, found.slots, localClock(new Date()).slice(CLOCK_AT)).map((one) => (
                <button key={one.timeStart} type="button" class="quiet" onClick={() => choose(one)}>
                  {slot(one.timeStart, one.timeEnd || null)}
                </button>
              ))}
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
                // Dropping the part removes this button. After a press with the keyboard (detail 0), the focus would be
                // lost, so the line's input gets it first.
                if (detail === 0) currentTarget.form?.querySelector<HTMLElement>('[name=line]')?.focus();
                drop(part);
              }}
            >
              <Icon of={X} />
            </button>
          </li>
        );
      })}
      {delivery !== '' && (
        <li>
          <span>{delivery}</span>
          <button type="button" class="bare" aria-label={w.takeBack(delivery)} onClick={dropImplied}>
            <Icon of={X} />
          </button>
        </li>
      )}
    </ul>
  );
}

function openText(part: Part, found: LineMatches): string {
  const w = words.value.orderForm;
  if (part.kind === 'tail') return whoseText(part.value, found);
  if (isTimed(part.text)) return w.chooseTime(part.text);
  const isPayment = speaksOfMoney(part.text) && saidSum(part) === undefined;
  return isPayment ? w.payLater(part.text) : w.unsure(part.text);
}

function questionAbout(parts: readonly Part[], part: Part, found: LineMatches): string | undefined {
  const w = words.value.orderForm;
  const answer = answerFor(parts, part, found);
  if (answer === undefined) return undefined;
  if (answer === 'item') return w.takeItem;
  if (answer === 'note') return w.takeNote;
  const good = goodIn(answer === 'price' ? (pricedBy(parts, part, found) ?? part) : part);
  if (answer === 'product')
    return w.takeProduct(good === undefined ? '' : goodText({ ...good, isTaken: true }, found.products));
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

/** Names the only client with this phone, if the line itself names somebody else. */
const othersText = (part: Part, found: LineMatches): string | undefined =>
  part.kind === 'phone' && found.others?.length === 1
    ? whoseText(part.value.replaceAll(/\D/gu, '').slice(-SHOWN_DIGITS), found)
    : undefined;

function whoseText(digits: string, { others }: LineMatches): string {
  const w = words.value.orderForm;
  if (others === undefined) return digits;
  const [one, more] = others;
  if (one === undefined) return w.noClient(digits);
  return more === undefined ? w.otherClient(digits, one.name) : w.otherClients(digits);
}

const Phone = ({ of }: { readonly of: string }) => <span class="unbroken">{phone(of)}</span>;

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
      return day(part.value, 'weekday');
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
      return orderForm.wish(part.value);
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
  // The total lets the user notice if Docket read a sum for all pieces as the price of each piece.
  const total = each == null || pieces === 1 ? '' : ` = ${money(each * pieces)}`;
  const { noPrice, noneLeft, onHand } = words.value.orderForm;
  const sum = each == null ? noPrice : `${money(each)}${total}`;
  const left = countsStock() ? product?.quantity : undefined;
  const stock = left === undefined || left >= pieces ? '' : ` · ${left > 0 ? onHand(count(left)) : noneLeft}`;
  return `${product?.name ?? good.name} ×${count(pieces)} · ${sum}${stock}`;
}
