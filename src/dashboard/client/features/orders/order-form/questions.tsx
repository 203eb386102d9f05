import { ActButton } from '../../../ui/act-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { day } from '../../../ui/format.ts';
import type { Sending } from '../../../ui/sending.ts';
import { words } from '../../../words/words.ts';
import type { Question } from './order-questions.ts';

function textOf(question: Question): string {
  const w = words.value.orderForm;
  if ('open' in question) return w.askLine(question.open);
  if ('why' in question) return w.askDate[question.why](day(question.date, true));
  if ('method' in question) return w.askAddress(question.method);
  if ('doubt' in question) return w.askRoom[question.doubt](question.slot);
  return 'phone' in question ? w.askPhone(question.phone) : w.askSlot(question.from, question.to);
}

export const Questions = ({ of }: { readonly of: readonly Question[] }) =>
  of.map((question) => (
    <p key={question.path} class="note">
      {textOf(question)}
    </p>
  ));

export interface AskDialogProps {
  readonly questions: readonly Question[];
  readonly sending: Sending;
  readonly save: () => Promise<void>;
  readonly onClose: () => void;
}

export function AskDialog({ questions, sending, save, onClose }: AskDialogProps) {
  const w = words.value.orderForm;
  // The dialog closes first, because nothing behind an open dialog can take the focus.
  const correct = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof Element) currentTarget.closest('dialog')?.close();
    document.querySelector<HTMLElement>(`.order-form [name="${questions[0]?.path}"]`)?.focus();
  };
  return (
    <Dialog title={w.askTitle} onClose={onClose}>
      <Questions of={questions} />
      <div class="actions">
        <button type="button" onClick={correct}>
          {w.backToForm}
        </button>
        <ActButton sending={sending} class="main" act={save}>
          {w.saveAnyway}
        </ActButton>
      </div>
    </Dialog>
  );
}
