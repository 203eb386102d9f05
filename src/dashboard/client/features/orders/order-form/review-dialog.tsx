import { ActButton } from '../../../ui/act-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Sending } from '../../../ui/sending.ts';
import { words } from '../../../words/words.ts';
import { Listeners } from '../listeners.tsx';
import { Differences } from './difference-words.tsx';
import type { Difference } from './differences.ts';
import type { Question } from './order-questions.ts';
import { Questions } from './questions.tsx';

/** The effects of a change, shown before it is made. */
export function ReviewDialog({
  differences,
  questions,
  onClose,
  sending,
  save,
}: {
  readonly differences: readonly Difference[];
  readonly questions: readonly Question[];
  readonly onClose: () => void;
  readonly sending: Sending;
  readonly save: () => Promise<void>;
}) {
  const w = words.value.orderForm;
  return (
    <Dialog title={w.reviewTitle} onClose={onClose}>
      <Questions of={questions} />
      {differences.length === 0 && <p>{w.noChanges}</p>}
      <Differences of={differences} />
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
