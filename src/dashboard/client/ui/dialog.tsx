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

/** Shows a modal dialog of the browser. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, children, onClose, locked = false }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    // Without this, a second Escape in a row would close the dialog, whatever the first one did.
    if (locked) dialog?.setAttribute('closedby', 'none');
    dialog?.showModal();
    // When a dialog is removed while open, the browser returns the focus to the element that had it before. By then
    // keepFocus has put the focus on the page.
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
        // A browser without `closedby` may have closed the dialog already. The callback must not run twice.
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
