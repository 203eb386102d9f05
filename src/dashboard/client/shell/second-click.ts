/**
 * The second click of a double click is none on a button that does something at the server. The first one may have been
 * answered already, and its result be under the pointer.
 */
export function dropSecondClicks(): void {
  const drop = (event: MouseEvent): void => {
    if (event.detail < 2 || !(event.target instanceof Element)) return;
    if (event.target.closest('button:is([type=submit], [data-writes]):not([data-repeats=true])') === null) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', drop, true);
}
