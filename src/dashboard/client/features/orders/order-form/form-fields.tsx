import { useEffect, useState } from 'preact/hooks';
import { moneyText, parseNumber } from '../../../data/plain-values.ts';
import { SuggestField } from '../../../ui/combobox.tsx';
import { DateField } from '../../../ui/date-input.tsx';
import { money } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import { ClientFields } from './client-fields.tsx';
import type { Usual } from './data.ts';
import { ADDITIONAL_FIELDS, type Change, type Draft, PERSON_FIELDS } from './draft.ts';
import { ItemFields } from './item-fields.tsx';
import type { Fields } from './order-fields.ts';
import { ownLabel } from './own-label.ts';
import type { Scans } from './scanning.tsx';
import { type AgreedSlots, DayChips, SlotChips } from './slot-chips.tsx';
import { Fold, fieldIn, Text } from './text.tsx';

interface Props {
  readonly draft: Draft;
  readonly change: Change;
  readonly usual: Usual;
  /**
   * True for a new order: its number comes from the shop's sequence of numbers, and its one-line field has the focus.
   */
  readonly isNew: boolean;
  /** Past or full slots that the user chose anyway. */
  readonly agreed: AgreedSlots;
  /** The client's earlier orders. They appear here only if there is no room for them next to the form. */
  readonly before: preact.ComponentChildren;
  readonly scans: Scans;
}

const WAYS = 4;

type Set = (part: Partial<Draft>, given?: Fields) => void;

/** Shows the fields of a new or changed order, in the usual sequence of a call with a client. */
export function OrderFields({ draft, change, usual, isNew, agreed, before, scans }: Props) {
  const { orderPage: w, orderForm, orders } = words.value;
  const set: Set = (part, given) => change({ ...draft, ...part }, given);
  return (
    <>
      <ClientFields draft={draft} set={set} before={before} platforms={usual.platforms} autofocus={!isNew} />
      <ItemFields draft={draft} set={set} isNew={isNew} scans={scans} />
      <WhenFields draft={draft} set={set} agreed={agreed} />
      <DeliveryFields draft={draft} set={set} usual={usual} />
      <Optional title={orderForm.someoneElse} open={isFilled(draft.recipient)}>
        <Group
          of="recipient"
          title={w.recipientTitle}
          names={PERSON_FIELDS}
          fields={draft.recipient}
          set={(recipient) => set({ recipient })}
        />
      </Optional>
      <Fold title={words.value.orderForm.notes} isFilled={isFilled(draft.additional)}>
        <Group
          of="additional"
          title={w.additionalTitle}
          names={ADDITIONAL_FIELDS}
          fields={draft.additional}
          set={(additional) => set({ additional })}
        />
      </Fold>
      {!isNew && (
        <div class="fields order-form-client">
          <Text
            name="num"
            label={orders.number}
            value={draft.num}
            set={(num) => set({ num })}
            hint={orderForm.numberHint}
          />
        </div>
      )}
    </>
  );
}

const isFilled = (fields: Fields): boolean => Object.values(fields).some((text) => text !== '');

type WhenProps = Pick<Props, 'agreed'> & Omit<PartProps, 'usual'>;

interface PartProps {
  readonly draft: Draft;
  readonly set: Set;
  readonly usual: Usual;
}

function WhenFields({ draft, set, agreed }: WhenProps) {
  const { orderForm: w, orders } = words.value;
  const { timeStart, timeEnd } = draft;
  return (
    <fieldset class="box">
      <legend>{w.whenTitle}</legend>
      <DayChips date={draft.date} set={set} />
      <div class="fields order-form-when">
        <DateField
          name="date"
          label={orders.date}
          kind="date"
          value={draft.date}
          set={(date) => set({ date })}
          required
        />
        <DateField
          name="timeStart"
          label={w.timeFrom}
          kind="time"
          value={timeStart}
          set={(from) => set({ timeStart: from })}
        />
        <DateField name="timeEnd" label={w.timeTo} kind="time" value={timeEnd} set={(to) => set({ timeEnd: to })} />
      </div>
      <SlotChips draft={draft} set={set} agreed={agreed} />
    </fieldset>
  );
}

function DeliveryFields({ draft: { delivery }, set, usual }: PartProps) {
  const w = words.value.orderPage;
  const field = fieldIn('delivery', delivery, (next) => set({ delivery: next }));
  return (
    <fieldset class="box">
      <legend>{w.deliveryTitle}</legend>
      <WayChips delivery={delivery} put={(part) => set({ delivery: { ...delivery, ...part } })} usual={usual} />
      <div class="fields order-form-pairs">
        <SuggestField
          {...field('deliveryType')}
          label={w.fields.deliveryType}
          options={usual.deliveryTypes.map(({ name }) => name)}
        />
        <Text {...field('price')} label={words.value.orderForm.deliveryPrice} keyboard="decimal" />
        <Text {...field('adress')} label={w.fields.adress} long />
        <Text {...field('flat')} label={w.fields.flat} />
      </div>
    </fieldset>
  );
}

interface WayChipsProps extends Pick<PartProps, 'usual'> {
  readonly delivery: Fields;
  readonly put: (part: Fields) => void;
}

const isSameWay = (name: string, typed = ''): boolean => name.toLowerCase() === typed.trim().toLowerCase();

/**
 * Shows buttons for the usual delivery methods. Pressing a selected button keeps the method, because the user may not
 * notice that it is already selected.
 */
function WayChips({ delivery, put, usual }: WayChipsProps) {
  if (usual.deliveryTypes.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a nested fieldset would make screen readers say too much
    <div class="order-form-chips" role="group" aria-label={words.value.orderForm.usualWays}>
      {usual.deliveryTypes.slice(0, WAYS).map(({ name, price }) => {
        const isChosen =
          isSameWay(name, delivery['deliveryType']) && (parseNumber(delivery['price'] ?? '') ?? 0) === (price ?? 0);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isChosen}
            onClick={() => put({ deliveryType: name, price: price ? moneyText(price) : '' })}
          >
            <bdi>{name}</bdi> {price ? money(price) : ''}
          </button>
        );
      })}
    </div>
  );
}

interface OptionalProps {
  readonly title: string;
  readonly open: boolean;
  readonly children: preact.ComponentChildren;
}

function Optional({ title, open, children }: OptionalProps) {
  const [shown, setShown] = useState(open);
  // The one-line field may fill this part later, and the part then opens.
  useEffect(() => {
    if (open) setShown(true);
  }, [open]);
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={shown} onChange={({ currentTarget }) => setShown(currentTarget.checked)} />{' '}
        {title}
      </label>
      {shown && children}
    </>
  );
}

const LONG: ReadonlySet<string> = new Set(ADDITIONAL_FIELDS);
/** The e-mail address from a caller of the API need not be valid, so the field accepts any text. */
const KEYBOARDS: Readonly<Record<string, 'tel' | 'email'>> = { phone: 'tel', email: 'email' };

interface GroupProps {
  readonly of: 'recipient' | 'additional';
  readonly title: string;
  readonly names: readonly (keyof (typeof words.value)['orderPage']['fields'])[];
  readonly fields: Fields;
  readonly set: (fields: Fields) => void;
}

function Group({ of, title, names, fields, set }: GroupProps) {
  const known = words.value.orderPage.fields;
  const field = fieldIn(of, fields, set);
  return (
    <fieldset class="box">
      <legend>{title}</legend>
      <div class="fields order-form-client">
        {names.map((name) => (
          <Text
            key={name}
            {...field(name)}
            label={ownLabel(`${of}.${name}`) ?? known[name]}
            keyboard={KEYBOARDS[name]}
            long={LONG.has(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}
