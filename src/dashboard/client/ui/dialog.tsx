import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isOnNothing } from './focus.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  /** True if only the dialog's own buttons close it. */
  readonly locked?: boolean;
}

export function Dialog({ title, children, onClose, locked = false }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    // Without `closedby`, a second Escape in a row would close the dialog, even though the first one was canceled.
    if (locked) dialog?.setAttribute('closedby', 'none');
    dialog?.showModal();
    // After an open dialog is removed, `keepFocus` moves the focus to the page. The browser can then no longer return
    // the focus to `before`. So the focus is returned here.
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && isOnNothing()) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        if (locked) event.preventDefault();
      }}
      onClose={() => {
        // An event after the dialog has left the page is ignored. A browser without `closedby` may close a locked
        // dialog, which is then opened again.
        if (ref.current === null) return;
        if (locked) ref.current.showModal();
        else onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
