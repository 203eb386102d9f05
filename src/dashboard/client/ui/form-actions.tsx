import type { ComponentChildren } from 'preact';
import { isOnline } from '../data/online.ts';
import { words } from '../words/common.ts';
import { useFormAround } from './form.tsx';
import { Problem } from './problem/problem.tsx';
import { useExplainer } from './problem/use-explained.ts';

/** Over a dialog the line at the head of the page is not to be seen. */
const OfflineNote = () => (isOnline.value ? null : <p class="banner">{words.value.offline}</p>);

/** The end of a form, in a dialog or on a page. */
export interface Ending {
  /** The action of the form, as its button says. */
  readonly action: string;
  readonly danger?: boolean;
  /** True where the main button of the page is another. */
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  /** The message of a problem, where it is said in another way. */
  readonly problem?: (error: unknown) => ComponentChildren;
}

interface FormActionsProps extends Ending {
  /** Closes the dialog around the form, without anything being sent. */
  readonly onClose?: (() => void) | undefined;
  /** True if the dialog must not be left now. */
  readonly locked?: boolean;
  /** A field that stays in sight beside the button. */
  readonly field?: ComponentChildren;
  /** The page that a form of a whole page is left for. */
  readonly back?: string;
  /** The message once it is done, until something is typed. */
  readonly done?: string;
  /** True if it stays at the foot of the window; in a dialog it always does. */
  readonly sticky?: boolean;
  /** Further buttons, behind the form's own. */
  readonly children?: ComponentChildren;
}

/** The end of a form: its error, the number of wrong fields, and its buttons. */
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
        {/* With the button that is in sight: the end of the form may not be. */}
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

/** Beside the button, for the fields may be out of sight. */
function WrongCount() {
  const form = useFormAround();
  const wrong = form?.wrong.filter(({ path }) => form.shown.has(path)) ?? [];
  const isAny = wrong.length > 0;
  const explainer = useExplainer(isAny);
  if (!isAny) return null;
  return (
    <p class="wrong-count" role="status">
      {explainer === undefined || explainer === 'lost' ? wrong.length : explainer.wrong(wrong)}
    </p>
  );
}
