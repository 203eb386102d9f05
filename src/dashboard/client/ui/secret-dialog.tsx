import type { ComponentChildren } from 'preact';
import { words } from '../words/words.ts';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

/** Cannot be closed by accident: the secret is never shown again. */
export function SecretDialog({
  secret,
  onClose,
  title = words.value.secretTitle,
  what = words.value.secretWhat,
  children,
}: {
  readonly secret: string;
  readonly onClose: () => void;
  readonly title?: string;
  readonly what?: string;
  /** What to do with it. */
  readonly children?: ComponentChildren;
}) {
  return (
    <Dialog title={title} onClose={onClose} locked>
      <p>{what}</p>
      <div class="secret">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </div>
      {children}
      <div class="actions sticky">
        <button type="button" class="main" onClick={onClose}>
          {words.value.savedIt}
        </button>
      </div>
    </Dialog>
  );
}
