import { lineOf } from '../../../data/plain-values.ts';
import { fieldWord } from '../../../parts/changes.ts';
import type { OrderData } from '../../../parts/orders.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Sending } from '../../../ui/sending.ts';
import { words } from '../../../words/words.ts';
import { Listeners } from '../listeners.tsx';
import type { Content } from './order-draft.ts';
import type { Question } from './order-questions.ts';
import { Questions } from './questions.tsx';

/** What a change will do, before it is done. */
export function ReviewDialog({
  order,
  changes,
  questions,
  onClose,
  sending,
  save,
}: {
  readonly order: OrderData;
  readonly changes: Partial<Content & { num: string }>;
  /** What is odd about it. */
  readonly questions: readonly Question[];
  readonly onClose: () => void;
  readonly sending: Sending;
  readonly save: () => Promise<void>;
}) {
  const w = words.value.orderForm;
  const before: Readonly<Record<string, unknown>> = { ...order };
  const entries = Object.entries(changes);
  return (
    <Dialog title={w.reviewTitle} onClose={onClose}>
      <Questions of={questions} />
      {entries.length === 0 && <p>{w.noChanges}</p>}
      <dl class="order-form-diff">
        {entries.map(([field, after]) => (
          <div key={field}>
            <dt>{fieldWord(field)}</dt>
            <dd>
              <span class="meta">{w.was}</span> <del>{read(before[field])}</del>
            </dd>
            <dd>
              <span class="meta">{w.willBe}</span> <ins>{read(after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {entries.length > 0 && <Listeners type="order.updated" />}
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
        {entries.length > 0 && (
          <ActButton sending={sending} class="main" act={save}>
            {questions.length > 0 ? words.value.orderForm.saveAnyway : words.value.save}
          </ActButton>
        )}
      </div>
    </Dialog>
  );
}

/** Any value in one line of text. */
function read(value: unknown): string {
  const line = Array.isArray(value) ? value.map(item).join('; ') : lineOf(value);
  return line === '' ? words.value.orderPage.none : line;
}

function item(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('name' in value)) return read(value);
  const { name, quantity, price, id } = { quantity: '', price: '', id: undefined, ...value };
  const tie = id === undefined || id === null || id === '' ? '' : ` · ${words.value.orderPage.fields.id} ${String(id)}`;
  return `${String(name)} ×${String(quantity)} · ${String(price)} ₽${tie}`;
}
