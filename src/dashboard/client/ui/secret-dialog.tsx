import type { ComponentChildren } from 'preact';
import { words } from '../words/common.ts';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface SecretProps {
  readonly secret: string;
  /** The secret laid out for reading, if it is more than one line. */
  readonly shown?: ComponentChildren;
  /** The accessible name of the button that copies the secret. */
  readonly copy?: string;
}

export const Secret = ({ secret, shown = <code>{secret}</code>, copy }: SecretProps) => (
  <div class="secret">
    {shown}
    <CopyButton text={secret} what={copy} />
  </div>
);

interface SecretDialogProps extends SecretProps {
  readonly title: string;
  readonly what: string;
  /** The label of the button that closes the dialog. */
  readonly saved?: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Shows a dialog that cannot be closed by accident, because the secret is never shown again. */
export const SecretDialog = ({
  title,
  what,
  saved = words.value.savedIt,
  onClose,
  children,
  ...secret
}: SecretDialogProps) => (
  <Dialog title={title} onClose={onClose} locked>
    <p>{what}</p>
    <Secret {...secret} />
    {children}
    <div class="actions sticky">
      <button type="button" class="main" onClick={onClose}>
        {saved}
      </button>
    </div>
  </Dialog>
);
