import type { ComponentChildren } from 'preact';
import { isOnline } from '../data/online.ts';
import { words } from '../words/common.ts';
import { useFormAround } from './form.tsx';
import { Problem } from './problem/problem.tsx';
import { useExplainer } from './problem/use-explained.ts';

/** A dialog covers the offline message at the top of the page, so the dialog repeats the message. */
const OfflineNote = () => (isOnline.value ? null : <p class="banner">{words.value.offline}</p>);

export interface Ending {
  readonly action: string;
  readonly danger?: boolean;
  /** True if the main button of the page is outside this form. */
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  /** Renders the error message, if the form has its own words for it. */
  readonly problem?: (error: unknown) => ComponentChildren;
}

interface FormActionsProps extends Ending {
  /** Closes the dialog around the form without sending anything. */
  readonly onClose?: (() => void) | undefined;
  readonly locked?: boolean;
  /** A field that stays visible next to the button. */
  readonly field?: ComponentChildren;
  /** The page to return to from a form that fills a page. */
  readonly back?: string;
  /** The message after success, shown until something is typed. */
  readonly done?: string;
  /** True if the buttons stay at the bottom of the window; in a dialog they always do. */
  readonly sticky?: boolean;
  readonly children?: ComponentChildren;
}

export function FormActions({
  action,
  problem: problemOf = (error) => <Problem error={error} />,
  onClose,
  locked = false,
  field,
  back,
  danger = false,
  quiet = false,
  disabled = false,
  done,
  sticky = false,
  children,
}: FormActionsProps) {
  const form = useFormAround();
  const problem = problemOf(form?.whole);
  const sticks = sticky || onClose !== undefined;
  return (
    <>
      {!sticks && problem}
      {onClose !== undefined && <OfflineNote />}
      <div class={sticks ? 'actions sticky' : back === undefined ? 'actions start' : 'actions'}>
        {/* The error is next to the visible button, because the end of the form may be out of sight. */}
        {sticks && problem}
        {field}
        <WrongCount />
        {onClose !== undefined && (
          <button type="button" disabled={locked} onClick={onClose}>
            {words.value.cancel}
          </button>
        )}
        {back !== undefined && (
          <a class="button" href={back}>
            {words.value.cancel}
          </a>
        )}
        <button type="submit" class={danger ? 'danger' : quiet ? undefined : 'main'} disabled={disabled}>
          {action}
        </button>
        {children}
        {done !== undefined && (
          <p class="done" role="status">
            {form?.isDone === true && done}
          </p>
        )}
      </div>
    </>
  );
}

/** Shows the number of wrong fields next to the button, because the fields may be out of sight. */
function WrongCount() {
  const form = useFormAround();
  const wrong = form?.wrong.filter(({ path }) => [...form.shown.values()].includes(path)) ?? [];
  const isAny = wrong.length > 0;
  const explainer = useExplainer(isAny);
  if (!isAny) return null;
  return (
    <p class="wrong-count" role="status">
      {explainer === undefined || explainer === 'lost' ? wrong.length : explainer.wrong(wrong)}
    </p>
  );
}
