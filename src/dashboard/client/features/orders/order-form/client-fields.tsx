import { useRef, useState } from 'preact/hooks';
import { Combobox, SuggestField } from '../../../ui/combobox.tsx';
import { count, day, phone as phoneText } from '../../../ui/format.ts';
import { phoneTyped } from '../../../ui/phone-typed.ts';
import { words } from '../../../words/words.ts';
import { findClients, type KnownClient } from './data.ts';
import type { Draft } from './draft.ts';
import { fieldsOf, filledForClient } from './from-client.ts';
import type { Fields } from './order-fields.ts';
import { Fold, fieldIn, Text } from './text.tsx';

interface Props {
  readonly draft: Draft;
  /** @param given the fields that a chosen client has filled in; undefined if none was chosen */
  readonly set: (part: Partial<Draft>, given?: Fields) => void;
  readonly platforms: readonly string[];
  readonly autofocus: boolean;
  /** The client's earlier orders. They appear here only if there is no room for them next to the form. */
  readonly before: preact.ComponentChildren;
}

const PAUSE_MS = 200;

export function ClientFields({ draft, set, platforms, autofocus, before }: Props) {
  const { orderPage: w, orderForm: f } = words.value;
  const { client } = draft;
  const choose = useTakeOver(draft, set);
  // True if the client had an e-mail address when the form opened. A client chosen later does not change this.
  // Otherwise the fields would open and move the items under the user's finger.
  const [hadEmail] = useState((client['email'] ?? '') !== '');
  const field = fieldIn('client', client, (next) => set({ client: next }));
  const ofPhone = field('phone');
  const found = { find: findClients, pause: PAUSE_MS, keyOf, show: Found, choose };
  return (
    <fieldset class="box">
      <legend>{w.clientTitle}</legend>
      <p class="meta">{f.clientHint}</p>
      <div class="fields order-form-client">
        <Combobox {...found} {...ofPhone} {...phoneTyped(ofPhone.set)} label={w.fields.phone} autofocus={autofocus} />
        <Combobox {...found} {...field('name')} label={w.fields.name} />
      </div>
      {before}
      <Fold title={f.moreOfClient} isFilled={(client['comment'] ?? '') !== '' || draft.platform !== '' || hadEmail}>
        <div class="fields order-form-client">
          <SuggestField
            name="platform"
            label={words.value.orders.orderTexts.platform}
            options={platforms}
            value={draft.platform}
            set={(platform) => set({ platform })}
          />
          <Text {...field('email')} label={w.fields.email} keyboard="email" />
          <Text {...field('comment')} label={f.forClient} long />
        </div>
      </Fold>
    </fieldset>
  );
}

const keyOf = ({ phone, name }: KnownClient): string => `${phone} ${name}`;

function Found({ name, phone, address, orders }: KnownClient) {
  const [last] = orders;
  const [item] = last?.items ?? [];
  const told = [
    last === undefined ? '' : day(last.date),
    item === undefined ? '' : `${item.name} ×${count(item.quantity)}`,
    address,
  ];
  return (
    <>
      <strong>{name || words.value.orders.noName}</strong>
      <span>{phoneText(phone)}</span>
      <span class="meta">{told.filter((text) => text !== '').join(' · ')}</span>
    </>
  );
}

function useTakeOver(draft: Draft, set: Props['set']) {
  const taken = useRef<Fields>({});
  return (chosen: KnownClient): void => {
    const given = fieldsOf(chosen);
    set(filledForClient(draft, chosen, taken.current), given);
    taken.current = given;
  };
}
