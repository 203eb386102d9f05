import { sum } from '../../../data/sum.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { money } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import { Listeners } from '../listeners.tsx';
import { Differences } from './difference-words.tsx';
import type { Difference } from './differences.ts';
import { type AskDialogProps, Questions } from './questions.tsx';

/** An order's total in roubles, before and after a change, and the sum that was paid. */
interface Totals {
  readonly from: number;
  readonly to: number;
  readonly paid: number;
}

interface ReviewDialogProps extends AskDialogProps {
  readonly differences: readonly Difference[];
  readonly totals: Totals;
}

export type Review = Pick<ReviewDialogProps, 'differences' | 'questions'>;

export function ReviewDialog({ differences, questions, totals, onClose, sending, save }: ReviewDialogProps) {
  const w = words.value.orderForm;
  return (
    <Dialog title={w.reviewTitle} onClose={onClose}>
      <Questions of={questions} />
      {differences.length === 0 && <p>{w.noChanges}</p>}
      <Differences of={differences} />
      {totals.from !== totals.to && <NewTotal {...totals} />}
      {differences.length > 0 && <Listeners type="order.updated" />}
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
        {differences.length > 0 && (
          <ActButton sending={sending} class="main" act={save}>
            {questions.length > 0 ? words.value.orderForm.saveAnyway : words.value.save}
          </ActButton>
        )}
      </div>
    </Dialog>
  );
}

function NewTotal({ from, to, paid }: Totals) {
  const { orders, payments: m } = words.value;
  const left = sum([to, -paid]);
  return (
    <p>
      {orders.total}: <del>{money(from)}</del> <strong>{money(to)}</strong>
      {paid > 0 && left !== 0 && `, ${left > 0 ? m.stillLeft(money(left)) : `${m.toRefund}: ${money(-left)}`}`}
    </p>
  );
}
