import { isOnline } from '../data/online.ts';
import { words } from '../words/words.ts';
import { Problem } from './problem/problem.tsx';

/** Over a dialog the line at the head of the page is not to be seen. */
const OfflineNote = () => (isOnline.value ? null : <p class="banner">{words.value.offline}</p>);

/** How a form in a dialog ends: with what was begun, or without. */
export function FormActions({
  error,
  action,
  onClose,
  danger = false,
  disabled = false,
}: {
  /** What went wrong with the last try. */
  readonly error: unknown;
  readonly action: string;
  readonly onClose: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}) {
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <OfflineNote />
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
        <button type="submit" class={danger ? 'danger' : 'main'} disabled={disabled}>
          {action}
        </button>
      </div>
    </>
  );
}
