import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isOnNothing } from './focus.ts';

/** A modal dialog of the platform: Escape closes it and the focus goes back to where it was. */
export function Dialog({
  title,
  children,
  onClose,
  locked = false,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  /** True if only its own buttons close it. */
  readonly locked?: boolean;
}) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    // Else a second Escape in a row closes it, whatever the first one was answered with.
    if (locked) dialog?.setAttribute('closedby', 'none');
    dialog?.showModal();
    // Taken away while it is open, it gives the focus back to what it was opened by; keepFocus has put it on the page meanwhile.
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
        // Null if it is already gone: a browser without `closedby` may have closed it, and is not told twice.
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
