import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useLoaded } from '../../../../data/use-loaded.ts';
import { useSlots } from '../../../../parts/slots.ts';
import { AreaField } from '../../../../ui/field.tsx';
import { words } from '../../../../words/words.ts';
import type { Usual } from '../data.ts';
import type { Draft } from '../draft.ts';
import { takenOff } from '../item-discount.ts';
import { withTaken } from './answers.ts';
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
import type { Line } from './line.ts';
import type { Part } from './part.ts';
import { isPartOfDay } from './parts-of-day.ts';
import { readLine } from './read-line.ts';
import { isOfClient, Understood } from './understood.tsx';
import type { Hours } from './when.ts';
import { heldOf, impliedOf, type LineMatches, wishOf, withProducts } from './wish-of.ts';

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
  // This is a layout effect, so that the fields always match the parts shown.
  useLayoutEffect(() => {
    // A stored draft has the line's values already. They stay until the shop's clients and products have loaded.
    if (isKnown || !isPut(line)) change((before) => fillDraft(before, wish, empty));
  }, [key, isKnown]);
  const put = (part: Partial<Line>): void => change((before) => ({ ...before, line: { ...before.line, ...part } }));
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
        onInput={({ currentTarget: { value: text } }) => put(text === '' ? EMPTY_ANSWERS : { text })}
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
          // A dismissed item is removed even if its price was changed by hand.
          const left = wishOf(heldOf(held, dropped), found, ways, implied).items.map((item) => item.key);
          const gone = wish.items.filter((item) => !left.includes(item.key)).map((item) => item.key);
          if (gone.length > 0) change((before) => withoutItems(before, gone));
        }}
        draft={form.draft}
        choose={(slot) => change((before) => inSlot(before, slot))}
        implied={Object.fromEntries(Object.entries(implied).filter(([path]) => path in line.put.fields))}
        dropImplied={() => put({ dropped: [...line.dropped, deliveryKey] })}
      />
    </div>
  );
}

/** The state of an emptied line. It also forgets which parts the person dismissed or accepted. */
const EMPTY_ANSWERS = { text: '', dropped: [], taken: [] };

const inSlot = (form: FilledForm, { timeStart, timeEnd }: Hours): FilledForm => ({
  ...form,
  draft: { ...form.draft, timeStart, timeEnd },
});

/** Moves the focus to the next empty required field on Enter, which does not send the order. */
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

/** Returns the keys of the parts that are dismissed together. A phone and a name identify a client together. */
const dropsOf = (part: Part, held: readonly Part[], { client }: LineMatches): string[] =>
  (client !== undefined && isOfClient(part) ? held.filter(isOfClient) : [part]).map(keyOf);

/**
 * Looks up the line's clients, products and slots. While a search runs, the products of the previous search stay. The
 * client of the previous search stays only if the digits in the line are unchanged.
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
  const found = { ...(data?.found ?? NOTHING), ...(slots === undefined ? {} : { slots }) };
  return {
    found: data?.digits === wanted.digits ? found : { ...found, client: undefined, others: undefined },
    isKnown,
  };
}
