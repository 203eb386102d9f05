import type { AdditionalField } from '../../../../orders/index.ts';
import type { OrderData } from '../../parts/orders.ts';
import { SentText } from '../../ui/breakable.tsx';
import { words } from '../../words/words.ts';
import { textIn } from './with-order.tsx';

export interface OrderNote {
  readonly kind: 'card' | 'wish' | 'door' | 'staff';
  readonly title: string;
  readonly text: string;
}

type OrderTexts = Pick<OrderData, 'client' | 'recipient' | 'delivery' | 'additional'>;

export function notesOf({ client, recipient, delivery, additional }: OrderTexts): OrderNote[] {
  const w = words.value.orderPage;
  const notes: Record<Exclude<keyof OrderTexts, 'additional'> | AdditionalField, OrderNote> = {
    cardText: { kind: 'card', title: w.card, text: textIn(additional, 'cardText') },
    comment: { kind: 'wish', title: w.wishes, text: textIn(additional, 'comment') },
    client: { kind: 'wish', title: `${w.wishes} · ${w.clientTitle}`, text: textIn(client, 'comment') },
    recipient: { kind: 'door', title: `${w.wishes} · ${w.recipientTitle}`, text: textIn(recipient, 'comment') },
    delivery: { kind: 'door', title: `${w.wishes} · ${w.deliveryTitle}`, text: textIn(delivery, 'comment') },
    managerComment: { kind: 'staff', title: w.fields.managerComment, text: textIn(additional, 'managerComment') },
  };
  return Object.values(notes).filter(({ text }) => text !== '');
}

interface OrderNotesProps {
  readonly notes: readonly OrderNote[];
  readonly class: string;
}

export function OrderNotes({ notes, class: look }: OrderNotesProps) {
  if (notes.length === 0) return null;
  return (
    <dl class={look}>
      {notes.map(({ kind, title, text }) => (
        <div key={title} data-kind={kind}>
          <dt>{title}</dt>
          <dd>
            <SentText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
