/**
 * Ignores the second click of a double click on a button that acts on the server. After the first click, another button
 * may already be under the pointer, and the second click would press it.
 */
export function dropSecondClicks(): void {
  const drop = (event: MouseEvent): void => {
    if (event.detail < 2 || !(event.target instanceof Element)) return;
    if (event.target.closest('button:is([type=submit], [data-writes])') === null) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', drop, true);
}
