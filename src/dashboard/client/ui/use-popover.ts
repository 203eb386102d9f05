import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

const GAP = 4;
const EDGE = 8;

/**
 * Creates a popover that a button opens next to itself. Escape and a press anywhere else close the popover, and it
 * moves with its button.
 */
export function usePopover() {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  // True if the popover was open when the press began. The press itself closes the popover, so the click that follows
  // must not open it again.
  const wasOpen = useRef(false);
  const stand = (): void => {
    if (popover.current !== null && button.current !== null) place(popover.current, button.current);
  };
  useLayoutEffect(() => {
    if (isOpen) stand();
  });
  useEffect(() => {
    if (!isOpen) return;
    const moves = ['resize', 'scroll'];
    for (const move of moves) addEventListener(move, stand, true);
    return () => {
      for (const move of moves) removeEventListener(move, stand, true);
    };
  }, [isOpen]);
  const open = (): void => {
    popover.current?.showPopover();
    stand();
  };
  return {
    popover,
    open,
    close: (): void => popover.current?.hidePopover(),
    ofButton: (press = open) => ({
      ref: button,
      type: 'button' as const,
      'aria-expanded': isOpen,
      'aria-controls': id,
      onPointerDown: () => {
        wasOpen.current = isOpen;
      },
      onClick: () => {
        if (!wasOpen.current) press();
        wasOpen.current = false;
      },
    }),
    ofPopover: {
      ref: popover,
      id,
      popover: 'auto' as const,
      onToggle: (event: { readonly newState: string }) => setIsOpen(event.newState === 'open'),
    },
  };
}

function place(popover: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popover;
  const below = at.bottom + GAP;
  const isRoom = below + offsetHeight <= innerHeight - EDGE;
  const top = isRoom ? below : Math.max(EDGE, at.top - GAP - offsetHeight);
  const left = at.left + offsetWidth <= innerWidth - EDGE ? at.left : at.right - offsetWidth;
  popover.style.top = `${top}px`;
  popover.style.left = `${Math.max(EDGE, left)}px`;
}
