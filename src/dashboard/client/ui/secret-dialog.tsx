import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
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
  const [copied, setCopied] = useState(false);
  const w = words.value;
  const copy = (): void => {
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Dialog title={title} onClose={onClose} locked>
      <p>{what}</p>
      <p class="secret">
        <code>{secret}</code>
      </p>
      <div class="actions">
        <button type="button" onClick={copy}>
          {copied ? w.copied : w.copy}
        </button>
        {children === undefined && (
          <button type="button" class="main" onClick={onClose}>
            {w.savedIt}
          </button>
        )}
      </div>
      {children !== undefined && (
        <>
          {children}
          <div class="actions">
            <button type="button" class="main" onClick={onClose}>
              {w.savedIt}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
