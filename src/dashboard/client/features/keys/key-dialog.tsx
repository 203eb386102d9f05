import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { words } from '../../words/words.ts';

/** Shows a key, once: it goes away by its own button alone. */
export function KeyDialog({
  secret,
  note,
  onClose,
}: {
  readonly secret: string;
  readonly note?: string | undefined;
  readonly onClose: () => void;
}) {
  const w = words.value;
  return (
    <Dialog title={w.apiKeys.keyTitle} onClose={onClose} locked>
      <p>{w.apiKeys.keyWhat}</p>
      {note !== undefined && <p>{note}</p>}
      <p class="secret">
        <code>{secret}</code>
      </p>
      <div class="actions">
        <CopyButton text={secret} />
        <button type="button" class="main" onClick={onClose}>
          {w.savedIt}
        </button>
      </div>
    </Dialog>
  );
}
