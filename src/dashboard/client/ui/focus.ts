export const isOnNothing = (): boolean =>
  document.activeElement === document.body || document.activeElement?.localName === 'main';

/**
 * Keeps the focus of a keyboard user when an element is removed, or disabled while its form is sent. Otherwise Tab
 * would start at the menu again. If the element is gone, focuses the page.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  document.addEventListener('focusout', ({ target }) => {
    // If the element is still enabled and on the page, the user has clicked on an empty place. Then the element must
    // not get the focus back.
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
