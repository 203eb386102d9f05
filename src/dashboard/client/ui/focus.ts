/** True where the focus is on the page as a whole and on nothing in it. */
export const isOnNothing = (): boolean =>
  document.activeElement === document.body || document.activeElement?.localName === 'main';

/**
 * Keeps the place of a keyboard's user. An element that goes, or is disabled while its form is sent, drops the focus. Tab would
 * then begin at the menu again. So it gets the focus back once it can hold it; where it is gone, the page gets it.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  document.addEventListener('focusout', ({ target }) => {
    // A click beside it let it go: it is still in the page.
    queueMicrotask(() => {
      if (last === target && canHold(last) && document.activeElement === document.body) last = undefined;
    });
  });
  new MutationObserver(() => {
    if (last === undefined || document.activeElement !== document.body) return;
    if (!last.isConnected) document.querySelector('main')?.focus({ preventScroll: true });
    else if (canHold(last)) last.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}

const canHold = (element: HTMLElement | undefined): boolean =>
  element?.isConnected === true && !element.matches(':disabled');
